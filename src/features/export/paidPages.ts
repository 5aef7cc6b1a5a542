import { prices } from "../../protocol/credits";
import type { PagePorts } from "./pagesToExport";

/** Ports that count what was paid, also for pages that are never given (`pagesAhead` may ask past the end). */
export interface PaidPages {
  readonly ports: PagePorts;
  /** Credits of all answered requests so far. */
  readonly spent: () => number;
}

/** Counts the answers that a page source pays for: give `spent` to `exportPages`, so that its file tells them all. */
export function paidPages(ports: PagePorts): PaidPages {
  let spent = 0;
  const fetchPage: PagePorts["fetchPage"] = async (cursor, signal) => {
    const answer = await ports.fetchPage(cursor, signal);
    spent += prices.search;
    return answer;
  };
  return { ports: { ...ports, fetchPage }, spent: () => spent };
}
