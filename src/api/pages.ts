import type { Cursor, PagingDoubt } from "../protocol/search";
import type { AdLibrary, PageContent, Received, SpendingLeave } from "./adLibrary";
import type { PreparedSearch } from "./wire/query";

/** Why no further page was asked for. */
export type StopReason = "end" | "emptyPage" | "repeatedPage" | PagingDoubt;

/**
 * The pages of one frozen search, from page 1 or from a cursor on, each paid with its own leave. Stops where the service
 * says so, where it is in doubt, and after a page that brought nothing new; then `stopped` says why.
 */
export class SearchPages implements AsyncIterable<Received<PageContent>> {
  /** Absent while pages are still to come, and when the consumer left or an error ended the search. */
  stopped: StopReason | undefined;

  constructor(
    private readonly library: Pick<AdLibrary, "search">,
    private readonly request: PreparedSearch,
    private readonly leaveFor: (page: number) => SpendingLeave | Promise<SpendingLeave>,
    private readonly from?: Cursor,
    private readonly signal?: AbortSignal,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Received<PageContent>, void> {
    const seen = new Set<string>();
    this.stopped = undefined;
    let next: Cursor | StopReason | undefined = this.from;
    do {
      const leave = await this.leaveFor(next?.page ?? 1);
      const received = await this.library.search(this.request, next, leave, this.signal);
      next = nextOf(received.value, seen);
      if (typeof next === "string") this.stopped = next;
      yield received;
    } while (typeof next !== "string");
  }
}

/** Notes the ads of a page, and tells where the search goes on or why it does not. */
function nextOf({ page, lastHit, hasNextPage, doubts, ads }: PageContent, seen: Set<string>): Cursor | StopReason {
  const before = seen.size;
  for (const { key } of ads) seen.add(key);
  if (!hasNextPage || lastHit === undefined) return doubts.find((doubt) => doubt !== "snapshotChanged") ?? "end";
  // Each further page would cost as much as one with ads.
  if (ads.length === 0) return "emptyPage";
  return seen.size === before ? "repeatedPage" : { page: page + 1, lastHit };
}
