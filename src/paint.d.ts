import type { PaintExplorer } from "./protocol/paint";

/** `webview/paint.tsx`, as it is bundled for the host, which knows its contract alone. */
export const paintExplorer: PaintExplorer;
