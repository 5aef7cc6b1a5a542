import { chargeOf, type Attempt } from "./attempts";
import type { PlannedLine } from "./ledgerLine";

/** Credits that a day may cost. */
export interface DayLimits {
  /** Over everything; 0 for no limit. */
  readonly dailyBudget: number;
  /** What assistants may spend of it; 0 for nothing. */
  readonly assistantAllowance: number;
}

/** The limit that an act does not fit into, and what is left of it in credits. */
export interface Exceeded {
  readonly limit: "day" | "assistants";
  readonly left: number;
}

/** Whether credits may have been charged, or count as if. */
export const counts = (attempt: Attempt) => chargeOf(attempt) !== "none";

export const creditsOf = (attempts: readonly Attempt[]) => attempts.reduce((sum, { sent }) => sum + sent.credits, 0);

/** What assistants spent and may have spent of some attempts: of the sample library's credits, or of all others. */
export function byAssistants(attempts: readonly Attempt[], sample: boolean): number {
  return creditsOf(attempts.filter((each) => each.sent.by && each.sent.sample === sample && counts(each)));
}

/** Holds `credits` more against the limits of a day whose attempts are given. The budget knows no sample credits. */
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
