import { labelText } from "../text";
import type { Ledger } from "./ledger";
import type { Spender } from "./ledgerLine";
import { exceeded } from "./dayLimits";
import { FeatureError, WalletError } from "../failures";

/** The limits that a person has set. */
export interface SpendingLimits {
  /** Credits within ten minutes above which the person is asked. */
  readonly confirmAbove: number;
  /** Credits per day; 0 means no limit. */
  readonly dailyBudget: number;
  /** Credits per day that assistants may spend; 0 means none. */
  readonly assistantAllowance: number;
  /** Names of limits whose setting is not a number of credits: nothing is paid while there are any. */
  readonly unreadableLimits?: readonly string[];
}

/** Why a person is asked, one or more. */
export interface SpendingReasons {
  /** It exceeds `confirmAbove`, together with what was spent without a question in the last ten minutes. */
  readonly limit?: { readonly recent: number };
  /** Lines of the ledger are missing or altered; at least this many credits are not recorded. */
  readonly damagedLedger?: { readonly missing: number };
  /** The last answer that was paid for could not be kept. */
  readonly notStored?: { readonly error: unknown };
  /** The archive lost this many answers to damage, and this may be one of them. */
  readonly lostAnswers?: number;
  /** The assistant's program, if it is not a person who wants to spend. */
  readonly assistant?: string;
}

export interface SpendingCheckPorts {
  readonly ledger: Ledger;
  /** Read again for each act. */
  readonly settings: () => SpendingLimits;
  /** Asks the person. `sample`: these credits are not charged. */
  readonly confirm: (credits: number, label: string, sample: boolean, reasons: SpendingReasons) => Promise<boolean>;
}

/** What is to be spent. */
export interface Wanted {
  readonly credits: number;
  /** What the person is asked about. */
  readonly label: string;
  readonly sample: boolean;
  /** Whether a person already agreed to it, so that their limits cause no further question. */
  readonly agreed: boolean;
  readonly by?: Spender;
}

/** A passed check: its credits may be booked. */
export interface Granted {
  /** Whether a person agreed in a question. */
  readonly agreed: boolean;
  /** To be called once the act that the credits are for has its name in the ledger. */
  readonly named: (act: string) => void;
  /** To be called once the credits are booked, or never will be. */
  readonly settled: () => void;
}

/** Checks every purchase against the person's limits, one after another, and asks when they want to be asked. */
export class SpendingCheck {
  private turns: Promise<unknown> = Promise.resolve();
  /** Credits that were allowed without a question and may not be in the ledger yet. */
  private readonly pending = new Set<{ readonly credits: number; act?: string }>();
  /** How many of them have been settled. */
  private settled = 0;
  private notStored: SpendingReasons["notStored"];

  constructor(private readonly ports: SpendingCheckPorts) {}

  /** Notes that a paid answer could not be kept, so that the next purchase asks first. */
  noteNotStored(error: unknown): void {
    this.notStored = { error };
  }

  /** @throws {FeatureError} `limitUnreadable`, `overBudget`, `declined` or `storage` */
  pass(spending: Wanted): Promise<Granted> {
    const turn = this.turns.then(async () => {
      if (spending.by) await this.assistants(spending, spending.by);
      return spending.sample ? this.sample(spending) : this.charged(spending);
    });
    this.turns = turn.catch(() => undefined);
    return turn;
  }

  /** Assistants are refused here before anything is written, so that one that keeps asking fills no disk. */
  private async assistants({ credits, sample }: Wanted, by: Spender): Promise<void> {
    const { ledger, settings } = this.ports;
    if (await orStorageFailure(ledger.stop.revokes(by))) throw new FeatureError("assistantsStopped");
    const refused = exceeded(await orStorageFailure(ledger.ofToday()), { by, sample }, credits, settings());
    if (refused) throw new WalletError("overBudget", { ...refused, credits });
  }

  private async sample({ credits, label, agreed }: Wanted): Promise<Granted> {
    const { confirmAbove } = this.ports.settings();
    const ask = !agreed && credits > confirmAbove;
    if (ask) await this.ask(credits, label, true, { limit: { recent: 0 } });
    return ungated(agreed || ask);
  }

  private async charged({ credits, label, agreed, by }: Wanted): Promise<Granted> {
    const { confirmAbove, dailyBudget, unreadableLimits = [] } = this.ports.settings();
    if (unreadableLimits.length > 0)
      throw new FeatureError("limitUnreadable", { specifics: unreadableLimits.join(", ") });
    const { committed, unasked, damage } = await this.standing();
    const left = Math.max(0, dailyBudget - committed);
    if (dailyBudget > 0 && credits > left) throw new WalletError("overBudget", { limit: "day", credits, left });
    const { notStored } = this;
    const reasons: SpendingReasons = {
      ...(!agreed && credits + unasked > confirmAbove && { limit: { recent: unasked } }),
      ...(damage && { damagedLedger: { missing: damage.missing } }),
      ...(notStored && { notStored }),
    };
    if (Object.keys(reasons).length === 0) return this.grant(credits, agreed);
    await this.ask(credits, label, false, { ...reasons, ...(by && { assistant: by.client }) });
    if (damage) await orStorageFailure(this.ports.ledger.acceptDamage(damage));
    return this.grant(credits, true);
  }

  /** The state of the limits, including what is about to be booked. */
  private async standing() {
    const isPending = (act: string) => [...this.pending].some((each) => each.act === act);
    for (;;) {
      const { settled } = this;
      const { recent, ...state } = await orStorageFailure(this.ports.ledger.state(isPending));
      // An act that was booked while the ledger was read would count in neither.
      if (settled !== this.settled) continue;
      return { ...state, unasked: [...this.pending].reduce((sum, { credits }) => sum + credits, recent) };
    }
  }

  private grant(credits: number, agreed: boolean): Granted {
    if (agreed) return ungated(agreed);
    const open: { readonly credits: number; act?: string } = { credits };
    this.pending.add(open);
    return {
      agreed,
      named: (act) => (open.act = act),
      settled: () => {
        if (this.pending.delete(open)) this.settled += 1;
      },
    };
  }

  private async ask(credits: number, label: string, sample: boolean, reasons: SpendingReasons): Promise<void> {
    const agreed = await this.ports.confirm(credits, labelText(label), sample, reasons);
    if (!agreed) throw new WalletError("declined");
    if (reasons.notStored) this.notStored = undefined;
  }
}

/** A passed check whose credits no later question counts. */
const ungated = (agreed: boolean): Granted => ({ agreed, named: () => undefined, settled: () => undefined });

/** @throws {WalletError} `storage` for whatever the ledger throws */
export async function orStorageFailure<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new WalletError("storage", undefined, error);
  });
}
