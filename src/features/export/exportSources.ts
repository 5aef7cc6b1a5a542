import type { AdRef, Digits } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import type { Cursor } from "../../protocol/search";
import { versionedName } from "../connection";
import type { AdDetails } from "../details";
import type { FrozenSearch, SearchAds } from "../search";
import type { AttemptOutcome, Gate, Spending } from "../wallet";
import type { ExportedDetail } from "./exportTypes";
import type { FetchedAnswer, PagePorts } from "./pagesToExport";

export interface SourceOptions {
  readonly frozen: FrozenSearch;
  /** Absent: only bought pages and details are returned. */
  readonly spending: ExportSpending | undefined;
  readonly signal: AbortSignal;
}

/** Where an export takes its pages and details from: bought ones for 0 credits, others through its gate. */
export class ExportSources implements PagePorts {
  /** Credits of paid answers that are known not to be in the archive. */
  notKept = 0;
  /** Pages that *Faster* has received ahead of the one that the export stopped before. */
  beyond: readonly number[] = [];
  readonly onBeyond = (pages: readonly number[]) => void (this.beyond = pages);

  constructor(
    private readonly from: { readonly search: SearchAds; readonly details: AdDetails },
    private readonly options: SourceOptions,
  ) {}

  readonly bought = (page: number, lastHit: Digits) =>
    this.from.search.boughtAnswer(this.options.frozen, lastHit, page);

  readonly fetchPage = async (cursor: Cursor | undefined): Promise<FetchedAnswer> => {
    const { frozen, spending, signal } = this.options;
    // Without a gate, only bought pages are taken, so this is never called.
    if (!spending) throw new Error("An export of bought pages asked for another one.");
    const { answer, content, kept } = await this.from.search.fetch(frozen, cursor, signal, spending.gate, frozen.since);
    if (!kept) this.notKept += prices.search;
    return { ...answer, content };
  };

  readonly detail = async (ad: AdRef, request: boolean): Promise<ExportedDetail | undefined> => {
    const { frozen, spending, signal } = this.options;
    const bought = await this.from.details.boughtAnswer(ad, frozen.address);
    if (bought) {
      const { text, receivedAt: fetchedAt, from } = bought;
      return { text, fetchedAt, ...(from !== undefined && { from }) };
    }
    if (!spending || !request) return undefined;
    const library = versionedName(frozen.address.origin, frozen.address.version);
    const { answer, kept } = await this.from.details.fetch(ad, signal, spending.gate, { library });
    if (!kept) this.notKept += prices.adDetail;
    return { text: answer.text, fetchedAt: answer.receivedAt };
  };
}

/**
 * The spending of one export, counted as the ledger does: an answer that another act paid for is not counted.
 */
export class ExportSpending {
  private spent: number;
  private maybe: number;
  /** Pays for a page or detail in the export's name. */
  readonly gate: Gate;

  /** @param before what earlier tries of the export spent */
  constructor(gate: Gate, id: string, before: Spending) {
    this.spent = before.spent;
    this.maybe = before.maybe;
    this.gate = {
      ofPlan: gate.ofPlan,
      spend: (act, signal, call, now) => {
        const ended = (outcome: AttemptOutcome) => {
          if (outcome === "received") this.spent += act.credits;
          else if (outcome !== "notSent") this.maybe += act.credits;
        };
        return gate.spend({ ...act, export: { id, ended } }, signal, call, now);
      },
    };
  }

  /** Spending of finished requests; the outcome of a pending one is open. */
  readonly soFar = (): Spending => ({ spent: this.spent, maybe: this.maybe });
}
