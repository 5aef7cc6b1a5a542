import { FeatureError } from "../failures";

/** Which limit refused, and what was left of it in credits. */
export interface Refusal {
  readonly limit: "day" | "plan";
  readonly credits: number;
  readonly left: number;
}

/** A spending that the wallet did not let through: nothing was sent for it, nothing was charged. */
export class WalletError extends FeatureError {
  constructor(
    code: "overBudget" | "declined" | "storage",
    readonly refusal?: Refusal,
    cause?: unknown,
  ) {
    super(code, { charge: "none", ...(refusal && { refusal }) });
    if (cause !== undefined) this.cause = cause;
  }
}
