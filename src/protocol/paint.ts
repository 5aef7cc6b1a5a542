import type { PanelStart } from "./panel";

/** What is known about an explorer before its page asks. */
export interface PaintedStart {
  readonly start: Omit<PanelStart, "pages" | "ownedDetails">;
  /** The form is still on its way. */
  readonly formComes: boolean;
  /** Results will be restored with the first answer. */
  readonly resultsCome: boolean;
}

/** An explorer as HTML: it has no handlers, and every text of the service is escaped. */
export interface Painting {
  readonly html: string;
  /** What it shows: the page's `shownIn` returns the same for the same form. */
  readonly shows: string;
}

/** Draws an explorer outside a browser: `webview/paint.tsx`, as a bundle of its own. */
export type PaintExplorer = (known: PaintedStart) => Painting;
