import * as l10n from "@vscode/l10n";
import { figure, labelText, locale } from "../text";
import type { HeldPlan, Ledger, LedgerState } from "./ledger";
import type { Spender } from "./ledgerLine";
import type { AgreedLimits, Limits, LooserLimit } from "./agreements";
import { exceeded } from "./attempts";
import { FeatureError, orStorageFailure, type Place, toFailure, WalletError } from "../failures";

/** The limits that a person has set. */
export interface SpendingLimits extends Limits {
  /** Names of limits whose setting is not a number of credits: nothing is paid while there are any. */
  readonly unreadableLimits?: readonly string[];
  /** What is bought is lost with a container, which a person doesn't know yet. */
  readonly inContainer?: boolean;
}

/** Why a person is asked, one or more. */
export interface SpendingReasons {
  /**
   * It exceeds `confirmAbove`, together with what was spent without a question in the last ten minutes and what open
   * plans may still spend.
   */
  readonly limit?: { readonly recent: number; readonly open?: number };
  /** Lines of the ledger are missing or altered; at least this many credits are not recorded. */
  readonly damagedLedger?: { readonly missing: number };
  /** Limits that became looser since a person last agreed to them. */
  readonly looser?: readonly LooserLimit[];
  /** The last answer that was paid for could not be kept. */
  readonly notStored?: { readonly error: unknown };
  /** It was paid for before: its file is gone since, is damaged, or has an answer that can't be read yet. */
  readonly again?:
    { readonly state: "gone"; readonly paidAt: string } | { readonly state: "damaged" } | { readonly state: "unread" };
  /** What is bought would lie in a container that forgets it. */
  readonly inContainer?: true;
  /** The assistant's program, if it is not a person who wants to spend. */
  readonly assistant?: string;
}

export interface SpendingCheckPorts {
  readonly ledger: Ledger;
  readonly now: () => Date;
  /** Read again for each act. */
  readonly settings: () => SpendingLimits;
  /** Where settings can change without the person. */
  readonly agreedLimits?: AgreedLimits | undefined;
  /** Asks the person. `sample`: these credits are not charged. */
  readonly confirm: (credits: number, label: string, sample: boolean, reasons: SpendingReasons) => Promise<boolean>;
}

/** Whether a person agreed just now. If they `allowed` exactly this earlier, they aren't asked, and no count starts over. */
export type Agreement = boolean | "allowed";

/** What is to be spent. */
export interface Wanted {
  readonly credits: number;
  /** What the person is asked about. */
  readonly label: string;
  readonly sample: boolean;
  /** If a person did, `confirmAbove` causes no further question. */
  readonly agreed: Agreement;
  readonly by?: Spender;
  /** For several requests: the credits are held against `confirmAbove` until they are spent or the plan ends. */
  readonly plan?: true;
}

/** A passed check: its credits may be booked. */
export interface Granted {
  /** When a person agreed in a question; absent if nobody was asked. */
  readonly agreed?: string;
  /** For a plan that nobody was asked about. */
  readonly held?: HeldPlan;
  /** To be called once the act that the credits are for has its name in the ledger. */
  readonly named: (act: string) => void;
  /** To be called once the credits are booked, or never will be. */
  readonly settled: () => void;
}

/** Checks every purchase against the person's limits, one after another, and asks when they want to be asked. */
export class SpendingCheck {
  private queue: Promise<unknown> = Promise.resolve();
  /** Credits that were allowed without a question and may not be in the ledger yet. */
  private readonly pending = new Set<{ readonly credits: number; act?: string }>();
  private notStored: SpendingReasons["notStored"];

  constructor(private readonly ports: SpendingCheckPorts) {}

  /** Notes that a paid answer could not be kept, so that the next purchase asks first. */
  noteNotStored(error: unknown): void {
    this.notStored = { error };
  }

  /** @throws {FeatureError} `limitUnreadable`, `overBudget`, `declined` or `storage` */
  pass(spending: Wanted): Promise<Granted> {
    const passed = this.queue.then(async () => {
      await this.refuse(spending);
      return spending.sample ? this.sample(spending) : this.charged(spending);
    });
    this.queue = passed.catch(() => undefined);
    return passed;
  }

  /**
   * Refuses what no answer of a person could permit, so that nobody is asked in vain, and so that an assistant that keeps
   * asking fills no disk. @throws {FeatureError} `assistantsStopped`, `limitUnreadable`, `overBudget` or `storage`
   */
  async refuse({ credits, sample, by }: Pick<Wanted, "credits" | "sample" | "by">): Promise<void> {
    const { ledger, settings } = this.ports;
    if (by && (await orStorageFailure(ledger.stop.revokes(by)))) throw new FeatureError("assistantsStopped");
    const { unreadableLimits = [], ...limits } = settings();
    if (!sample && unreadableLimits.length > 0)
      throw new FeatureError("limitUnreadable", { specifics: unreadableLimits.join(", ") });
    const act = { sample, ...(by && { by }) };
    const refused = exceeded(await orStorageFailure(ledger.ofToday()), act, credits, limits);
    if (refused) throw new WalletError("overBudget", { ...refused, credits });
  }

  private async sample({ credits, label, agreed }: Wanted): Promise<Granted> {
    const { confirmAbove } = this.ports.settings();
    const ask = !agreed && credits > confirmAbove;
    if (ask) await this.ask(credits, label, true, { limit: { recent: 0 } });
    return this.ungated(agreed === true || ask);
  }

  private async charged(wanted: Wanted): Promise<Granted> {
    const { credits, label, agreed, by } = wanted;
    const { ledger, settings, agreedLimits } = this.ports;
    const limits = settings();
    const { confirmAbove } = limits;
    const looser = agreedLimits ? await orStorageFailure(agreedLimits.looser(limits)) : [];
    const { unasked, open, damage } = await this.standing();
    const { notStored } = this;
    const reasons: SpendingReasons = {
      ...(!agreed &&
        credits + unasked + open > confirmAbove && { limit: { recent: unasked, ...(open > 0 && { open }) } }),
      ...(looser.length > 0 && { looser }),
      ...(damage && { damagedLedger: { missing: damage.missing } }),
      ...(notStored && { notStored }),
      ...(limits.inContainer && { inContainer: true }),
    };
    if (Object.keys(reasons).length === 0) return this.granted(wanted, confirmAbove);
    await this.ask(credits, label, false, { ...reasons, ...(by && { assistant: by.client }) });
    if (looser.length > 0) await orStorageFailure(agreedLimits?.agree(limits) ?? Promise.resolve());
    if (damage) await orStorageFailure(ledger.acceptDamage(damage));
    return this.ungated(true);
  }

  private async granted(wanted: Wanted, confirmAbove: number): Promise<Granted> {
    const { credits, agreed, plan } = wanted;
    if (agreed === true || credits === 0) return this.ungated(agreed === true);
    if (!plan) return this.grant(credits);
    const { isPending, unasked } = this.pendingNow();
    const fits = (state: LedgerState) => agreed === "allowed" || credits + unasked(state) + state.open <= confirmAbove;
    const held = await orStorageFailure(this.ports.ledger.hold(credits, fits, isPending));
    // Another process was faster.
    return held ? { ...this.ungated(false), held } : this.charged(wanted);
  }

  /** The state of the limits, including what is about to be booked. */
  private async standing() {
    const { isPending, unasked } = this.pendingNow();
    const state = await orStorageFailure(this.ports.ledger.state(isPending));
    return { ...state, unasked: unasked(state) };
  }

  /** Acts that may be booked while the ledger is read: they count once, here. */
  private pendingNow() {
    const pending = [...this.pending];
    return {
      isPending: (act: string) => pending.some((each) => each.act === act),
      unasked: ({ recent }: LedgerState) => pending.reduce((sum, { credits }) => sum + credits, recent),
    };
  }

  private grant(credits: number): Granted {
    const open: { readonly credits: number; act?: string } = { credits };
    this.pending.add(open);
    return {
      named: (act) => (open.act = act),
      settled: () => void this.pending.delete(open),
    };
  }

  /** A passed check whose credits no later question counts. */
  private ungated(agreed: boolean): Granted {
    const at = agreed && { agreed: this.ports.now().toISOString() };
    return { ...at, named: () => undefined, settled: () => undefined };
  }

  private async ask(credits: number, label: string, sample: boolean, reasons: SpendingReasons): Promise<void> {
    const agreed = await this.ports.confirm(credits, labelText(label), sample, reasons);
    if (!agreed) throw new WalletError("declined");
    if (reasons.notStored) this.notStored = undefined;
  }
}

/** Why a person is asked before credits are spent, one or two sentences per reason. */
export function reasonWords(
  { assistant, limit, looser = [], damagedLedger, notStored, inContainer, again }: SpendingReasons,
  place?: Place,
): readonly string[] {
  return [
    ...(assistant === undefined ? [] : [l10n.t("An assistant ({0}) wants to spend them.", assistant)]),
    ...(limit && limit.recent > 0
      ? [l10n.t("In the last ten minutes, up to {0} credits were spent without asking you.", figure(limit.recent))]
      : []),
    ...(limit?.open === undefined
      ? []
      : [
          l10n.t(
            "Exports, checks, and searches that are running may still spend up to {0} credits without asking you.",
            figure(limit.open),
          ),
        ]),
    ...looser.map(looserWords),
    ...(damagedLedger ? [damageWords(damagedLedger.missing)] : []),
    ...(again ? [againWords(again)] : []),
    ...(inContainer
      ? [
          l10n.t(
            "What you buy here is stored in this container, and lost when it is rebuilt. To keep it, choose a folder that the container mounts.",
          ),
        ]
      : []),
    ...(notStored
      ? [
          l10n.t(
            "The last paid answer couldn't be stored, and this one may be lost too. {0}",
            toFailure(notStored.error, place).message,
          ),
        ]
      : []),
  ];
}

function looserWords({ name, from, to }: LooserLimit): string {
  const told = (value: string | number) =>
    name === "dailyBudget" && value === 0 ? l10n.t("no limit") : value.toLocaleString(locale());
  return l10n.t(
    "The setting adLibrary.{0} has changed from {1} to {2} since you last agreed. If you continue, you won't be asked about this again. If you didn't change it, change it back first.",
    name,
    told(from),
    told(to),
  );
}

function againWords(again: NonNullable<SpendingReasons["again"]>): string {
  if (again.state === "damaged")
    return l10n.t("You bought this, but its file in the archive is damaged. Continuing buys it again.");
  if (again.state === "unread")
    return l10n.t(
      "The last response to this can't be read. It may have been charged, and is kept in case an update can read it. Continuing buys it again.",
    );
  const day = new Date(again.paidAt).toLocaleDateString(locale());
  return l10n.t(
    "You paid for this on {0}, but its file is no longer in the archive. If you have a copy of the archive, copy it back instead. Continuing buys it again.",
    day,
  );
}

function damageWords(missing: number): string {
  const words = l10n.t(
    "The record of what you spent is damaged: entries are missing or were changed, so your daily budget may be off.",
  );
  return missing > 0 ? `${words} ${l10n.t("At least {0} credits are missing from it.", figure(missing))}` : words;
}
