import type { PanelStart } from "./panel";

/** What is known about an explorer before its page asks. */
export interface KnownStart {
  readonly start: Omit<PanelStart, "pages" | "boughtDetails">;
  /** The form is still on its way. */
  readonly formComes: boolean;
  /** Results will be restored with the first answer. */
  readonly resultsCome: boolean;
}

/** An explorer as HTML: it has no handlers, and every text of the service is escaped. */
export interface Prerendered {
  readonly html: string;
  /** What it shows: the page's `shownIn` returns the same for the same form. */
  readonly shows: string;
}

/** The texts of a translation, by the English ones. */
export type Translation = Readonly<Record<string, string>>;

/** Draws an explorer outside a browser: `webview/prerender.tsx`, as a bundle of its own. English without a translation. */
export type PrerenderExplorer = (known: KnownStart, translation?: Translation) => Prerendered;
