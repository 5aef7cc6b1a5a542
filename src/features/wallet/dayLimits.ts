import { chargeOf, type Attempt } from "./attempts";
import type { PlannedLine } from "./ledgerLine";

/** Limits on the credits of one day. */
export interface DayLimits {
  /** For everything; 0 for no limit. */
  readonly dailyBudget: number;
  /** For assistants; 0 for nothing. */
  readonly assistantAllowance: number;
}

/** The limit that an act would exceed, and what is left of it in credits. */
export interface Exceeded {
  readonly limit: "day" | "assistants";
  readonly left: number;
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
  { by, sample }: Pick<PlannedLine, "by" | "sample">,
  credits: number,
  { dailyBudget, assistantAllowance }: DayLimits,
): Exceeded | undefined {
  if (by) {
    const left = assistantAllowance - byAssistants(today, sample);
    if (credits > left) return { limit: "assistants", left: Math.max(0, left) };
  }
  if (sample || dailyBudget <= 0) return undefined;
  const left = dailyBudget - creditsOf(today.filter((each) => !each.sent.sample && counts(each)));
  return credits > left ? { limit: "day", left: Math.max(0, left) } : undefined;
}
