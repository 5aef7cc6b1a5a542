import { fileError } from "../archive/fileError";
import { FeatureError } from "../failures";

/** Which limit refused, and what was left of it in credits. */
export interface Refusal {
  readonly limit: "day" | "plan" | "assistants";
  readonly credits: number;
  readonly left: number;
}

/** A spending that the wallet did not let through: this attempt was not sent. */
export class WalletError extends FeatureError {
  constructor(
    private readonly kind: "overBudget" | "declined" | "storage",
    readonly refusal?: Refusal,
    cause?: unknown,
    /** `unknown` where an earlier attempt of the same act left and may have been charged. */
    charge: "none" | "unknown" = "none",
  ) {
    const ledger = kind === "storage" && { ledger: fileError(cause, "ledger").reason };
    super(kind, { charge, ...(refusal && { refusal }), ...ledger });
    if (cause !== undefined) this.cause = cause;
  }

  /** The same refusal after an attempt that may have been charged. */
  afterDoubt(): WalletError {
    return new WalletError(this.kind, this.refusal, this.cause, "unknown");
  }
}
