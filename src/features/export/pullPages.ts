import { type ExportedPage, type ExportStop, exportStops } from "./exportTypes";

/** Pages in order; the iterator's return value says why it ended (`asked` if there is none). */
export type ExportPages =
  AsyncIterable<ExportedPage, ExportStop | undefined> | AsyncIterable<ExportedPage> | Iterable<ExportedPage>;

export interface PagePull {
  /** The next page, or why there is none. */
  next(): Promise<{ readonly page: ExportedPage } | { readonly stopped: ExportStop }>;
  /** Lets the iterator clean up; never throws, because the export has already ended. */
  stop(): Promise<void>;
}

/** Both kinds of iteration as one, with the reason of the end. */
export function pullPages(pages: ExportPages): PagePull {
  const iterator: AsyncIterator<ExportedPage, unknown> | Iterator<ExportedPage, unknown> =
    Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done ? { stopped: reasonOf(value) } : { page: value };
    },
    stop: async () => {
      try {
        await iterator.return?.();
      } catch {
        // How the export itself ended was already reported.
      }
    },
  };
}

const reasons: ReadonlySet<unknown> = new Set(exportStops);

const isReason = (value: unknown): value is ExportStop => reasons.has(value);

function reasonOf(returned: unknown): ExportStop {
  return isReason(returned) ? returned : "asked";
}
