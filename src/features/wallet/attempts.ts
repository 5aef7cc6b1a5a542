import type { AttemptOutcome, LedgerLine, SentLine } from "./ledgerLine";

/** One attempt that was sent or about to be sent. Without an outcome it is on its way, or its window was killed. */
export interface Attempt {
  readonly sent: SentLine;
  readonly outcome?: AttemptOutcome;
}

/** The attempts in a ledger, folded from its lines, with the files in any order. */
export class Attempts {
  private readonly known = new Map<string, Attempt>();
  /** Outcomes that were read before their attempts, because a file may continue in another one. */
  private readonly early = new Map<string, AttemptOutcome>();
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
    else this.end(line);
  };

  all(): IterableIterator<Attempt> {
    return this.known.values();
  }

  private open(sent: SentLine): void {
    const name = attemptName(sent.act, sent.attempt);
    const outcome = this.early.get(name);
    // Stryker disable next-line CallExpression: the first outcome would be kept, and no later one counts
    this.early.delete(name);
    if (this.concerns(sent) && !this.known.has(name)) this.known.set(name, outcome ? { sent, outcome } : { sent });
  }

  private end(line: Exclude<LedgerLine, SentLine>): void {
    // Stryker disable next-line ConditionalExpression,StringLiteral: a `planned` line names no attempt, so it closes none
    if (line.line !== "planned") this.close(line.act, line.attempt, line.line);
  }

  private close(act: string, attempt: number, outcome: AttemptOutcome): void {
    const name = attemptName(act, attempt);
    const found = this.known.get(name);
    if (!found) this.early.set(name, this.early.get(name) ?? outcome);
    else if (found.outcome === undefined) this.known.set(name, { ...found, outcome });
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
