import type { Digits } from "../../protocol/ads";
import type { ExportedPage } from "../export";
import { type AdPrint, isUnnamed } from "./adPrint";
import { addPrints } from "./readRuns";

export interface CheckProgress {
  readonly pages: number;
  readonly ads: number;
  readonly newAds: number;
  /** Unknown ads on pages that no earlier run covered, so it is unclear whether they are new. */
  readonly beyond: number;
}

/** The ads of earlier runs of a search, and how many pages the deepest one has; infinite if it saw all. */
export interface KnownAds {
  readonly ads: ReadonlySet<string>;
  readonly depth: number;
}

/** What a check has seen so far. */
export class SeenAds {
  private beyond = 0;
  readonly prints = new Map<string, AdPrint>();
  readonly found: AdPrint[] = [];
  pages = 0;
  bought = 0;
  lastHit: Digits | undefined;
  private inARow = 0;

  constructor(private readonly known: KnownAds | undefined) {}

  /** Returns how many pages in a row had no unknown ad. */
  add({ page, lastHit, content }: ExportedPage): number {
    const before = this.prints.size;
    addPrints(this.prints, content?.ads ?? [], { page });
    const added = [...this.prints.values()].slice(before);
    const unknown = this.known ? added.filter(({ ad }) => !isUnnamed(ad) && !this.known?.ads.has(ad)) : [];
    if (page <= (this.known?.depth ?? 0)) this.found.push(...unknown);
    else this.beyond += unknown.length;
    this.pages += 1;
    this.lastHit ??= lastHit;
    this.inARow = this.known && unknown.length === 0 ? this.inARow + 1 : 0;
    return this.inARow;
  }

  get progress(): CheckProgress {
    return { pages: this.pages, ads: this.prints.size, newAds: this.found.length, beyond: this.beyond };
  }
}
