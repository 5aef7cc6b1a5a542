import type { Digits } from "../../protocol/ads";
import type { ExportedPage } from "../export/exportTypes";
import { type AdPrint, isUnnamed } from "./adPrint";
import { addPrints } from "./readRuns";

export interface CheckProgress {
  readonly pages: number;
  readonly ads: number;
  readonly newAds: number;
}

/** What a check has seen so far. */
export class SeenAds {
  readonly prints = new Map<string, AdPrint>();
  readonly found: AdPrint[] = [];
  pages = 0;
  bought = 0;
  lastHit: Digits | undefined;
  private inARow = 0;

  constructor(private readonly known: ReadonlySet<string> | undefined) {}

  /** Answers how many pages in a row had no unknown ad. */
  add({ page, lastHit, content }: ExportedPage): number {
    const before = this.prints.size;
    addPrints(this.prints, content?.ads ?? [], page);
    const added = [...this.prints.values()].slice(before);
    const unknown = this.known ? added.filter(({ ad }) => !isUnnamed(ad) && !this.known?.has(ad)) : [];
    this.found.push(...unknown);
    this.pages += 1;
    this.lastHit ??= lastHit;
    this.inARow = this.known && unknown.length === 0 ? this.inARow + 1 : 0;
    return this.inARow;
  }

  get progress(): CheckProgress {
    return { pages: this.pages, ads: this.prints.size, newAds: this.found.length };
  }
}
