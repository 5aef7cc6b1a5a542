import type { PrerenderExplorer } from "./protocol/prerender";

/** `webview/prerender.tsx`, as it is bundled for the host, which knows its contract alone. */
export const prerenderExplorer: PrerenderExplorer;
