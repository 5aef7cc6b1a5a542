import type { Limits } from "./agreements";
import type { AttemptOutcome, LedgerLine, PlanLine, SentLine } from "./ledgerLine";

/** One attempt that was sent or about to be sent. Without an outcome it is on its way, or its window was killed. */
export interface Attempt {
  readonly sent: SentLine;
  readonly outcome?: AttemptOutcome;
}

/** The attempts in a ledger, folded from its lines. */
export class Attempts {
  private readonly known = new Map<string, Attempt>();
  /** Plans without an end, by ID. */
  readonly plans = new Map<string, PlanLine>();
  /** Lines that could not be read. */
  corrupt = 0;
  /** Files with missing or altered lines, and the credits that those lines must have held. */
  readonly damaged: { readonly file: string; readonly missing: number }[] = [];

  /** `concerns` selects the attempts to keep. */
  constructor(private readonly concerns: (sent: SentLine) => boolean) {}

  /** Takes a line; `undefined` counts as a corrupt one. */
  readonly take = (line: LedgerLine | undefined): void => {
    if (!line) this.corrupt += 1;
    else if (line.line === "sent") this.open(line);
    else if (line.line === "plan") this.plans.set(line.plan, line);
    else if (line.line === "planEnd") this.plans.delete(line.plan);
    else this.close(attemptName(line.act, line.attempt), line.line);
  };

  all(): IterableIterator<Attempt> {
    return this.known.values();
  }

  private open(sent: SentLine): void {
    const name = attemptName(sent.act, sent.attempt);
    if (this.concerns(sent) && !this.known.has(name)) this.known.set(name, { sent });
  }

  private close(name: string, outcome: AttemptOutcome): void {
    const found = this.known.get(name);
    if (found && found.outcome === undefined) this.known.set(name, { ...found, outcome });
  }
}

export function attemptName(act: string, attempt: number): string {
  return `${act}#${attempt}`;
}

/** Where an attempt's credits belong. A rejected request may have cost credits: the contract does not say. */
export function chargeOf(attempt: Attempt): "none" | "spent" | "maybe" {
  switch (attempt.outcome) {
    case "received":
      return "spent";
    case "notSent":
      return "none";
    default:
      return "maybe";
  }
}

/** Credits: certainly spent, and possibly charged because no answer says. */
export interface Spending {
  readonly spent: number;
  readonly maybe: number;
}

export function spendingOf(attempts: Iterable<Attempt>): Spending {
  const sum = { spent: 0, maybe: 0 };
  for (const attempt of attempts) {
    const charge = chargeOf(attempt);
    if (charge !== "none") sum[charge] += attempt.sent.credits;
  }
  return sum;
}

/** Limits on the credits of one day. */
export type DayLimits = Pick<Limits, "dailyBudget" | "assistantAllowance">;

/** The limit that an act would exceed, and what is left of it in credits. */
export interface Exceeded {
  readonly limit: "day" | "assistants";
  readonly left: number;
  /** The whole limit. */
  readonly of: number;
}

/** Whether credits were or may have been charged. */
export const counts = (attempt: Attempt) => chargeOf(attempt) !== "none";

export const creditsOf = (attempts: readonly Attempt[]) => attempts.reduce((sum, { sent }) => sum + sent.credits, 0);

/** What assistants spent and may have spent in some attempts: sample credits, or all others. */
export function byAssistants(attempts: readonly Attempt[], sample: boolean): number {
  return creditsOf(attempts.filter((each) => each.sent.by && each.sent.sample === sample && counts(each)));
}

/** Checks `credits` more against the limits of a day with these attempts. The budget ignores sample credits. */
export function exceeded(
  today: readonly Attempt[],
  { by, sample }: Pick<SentLine, "by" | "sample">,
  credits: number,
  { dailyBudget, assistantAllowance }: DayLimits,
): Exceeded | undefined {
  if (by) {
    const left = assistantAllowance - byAssistants(today, sample);
    if (credits > left) return { limit: "assistants", left: Math.max(0, left), of: assistantAllowance };
  }
  if (sample || dailyBudget <= 0) return undefined;
  const left = dailyBudget - creditsOf(today.filter((each) => !each.sent.sample && counts(each)));
  return credits > left ? { limit: "day", left: Math.max(0, left), of: dailyBudget } : undefined;
}
