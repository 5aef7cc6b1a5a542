import type { PanelStart } from "./panel";

/** What is known of an explorer before its page asks. */
export interface PaintedStart {
  readonly start: Omit<PanelStart, "pages" | "ownedDetails">;
  /** The form is still on its way. */
  readonly formComes: boolean;
  /** Results come back with the first answer. */
  readonly resultsCome: boolean;
}

/** An explorer as HTML: nothing in it acts, and every text of the service is text. */
export interface Painting {
  readonly html: string;
  /** What it shows: `shownIn` of the page says the same of the same form. */
  readonly shows: string;
}

/** Draws an explorer outside of a browser: `webview/paint.tsx`, as a bundle of its own. */
export type PaintExplorer = (known: PaintedStart) => Painting;
