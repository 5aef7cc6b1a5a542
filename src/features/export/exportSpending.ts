import type { AttemptOutcome, Spending, Wallet } from "../wallet";
import type { ExportJournal } from "./exportJournal";
import type { Asked } from "./journalLines";

/** What pays for an export's requests: the wallet, or one of its plans. */
export type Gate = Pick<Wallet, "spend">;

/**
 * The spending of one export: notes in its journal what is about to be sent, and counts as the ledger does: an answer
 * that another act paid for is not counted.
 */
export class ExportSpending {
  private spent: number;
  private maybe: number;

  /** `before`: what earlier tries of the export spent. */
  constructor(
    private readonly gate: Gate,
    private readonly journal: ExportJournal,
    before: Spending,
  ) {
    this.spent = before.spent;
    this.maybe = before.maybe;
  }

  /** What has ended. A request on its way is in the journal and in the ledger, and may yet turn out to be any of them. */
  readonly soFar = (): Spending => ({ spent: this.spent, maybe: this.maybe });

  /** The gate for requesting one page or detail. */
  gateFor(asked: Asked): Gate {
    return {
      spend: (act, signal, call) => {
        const { credits } = act;
        const booked = () => this.journal.asked(asked);
        const ended = async (outcome: AttemptOutcome) => {
          if (outcome === "received") this.spent += credits;
          else if (outcome === "notSent") await this.journal.unsent(asked);
          else this.maybe += credits;
        };
        return this.gate.spend({ ...act, export: { id: this.journal.id, booked, ended } }, signal, call);
      },
    };
  }
}
