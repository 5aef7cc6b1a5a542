import type { FailureFacts } from "../../api";
import type { Charge } from "../../protocol/credits";
import type { FailureCode } from "../../protocol/failure";
import type { QueryProblem } from "../../protocol/search";
import type { StorageError } from "../disk";
import { type StorageReason, fileError } from "../disk";

/** A feature refused to do something or could not finish it. `specifics` must be free of secrets. */
export class FeatureError extends Error {
  override readonly name = "FeatureError";
  constructor(
    readonly code: FailureCode,
    readonly more: {
      readonly charge?: Charge;
      readonly specifics?: string;
      readonly problems?: readonly QueryProblem[];
      readonly refusal?: LimitRefusal;
      /** Why a line could not be written to the ledger. */
      readonly ledger?: StorageReason;
      /** For `notKept` and `ownershipUnknown`: what is wrong with the archive. */
      readonly reason?: StorageReason;
    } = {},
  ) {
    super(code);
  }
}

/** Where words are read. A terminal has options instead of settings, and neither a log nor a palette. */
export type Place = "editor" | "terminal";

type Facts = FailureFacts & FeatureError["more"] & Pick<StorageError, "resumable">;

/** The known facts of a failure, to put it into words. */
export type Told = { readonly [Name in keyof Facts]?: Facts[Name] | undefined } & {
  readonly code: FailureCode;
  /** The editor if absent. */
  readonly place?: Place;
  readonly charge: Charge;
  /** What the service wrote is quoted elsewhere, so the words must do without it. */
  readonly isQuoted?: true | undefined;
};

/** Which limit refused, and what was left of it in credits. */
export interface LimitRefusal {
  readonly limit: "day" | "plan" | "assistants";
  readonly credits: number;
  readonly left: number;
  /** The whole limit. */
  readonly of: number;
}

/** A purchase that the wallet refused: this attempt was not sent. */
export class WalletError extends FeatureError {
  constructor(
    private readonly kind: "overBudget" | "declined" | "storage",
    readonly refusal?: LimitRefusal,
    cause?: unknown,
    /** `unknown` if an earlier attempt of the same act was sent and may have been charged. */
    charge: "none" | "unknown" = "none",
  ) {
    const { reason } = fileError(cause, "ledger");
    super(kind, { charge, ...(refusal && { refusal }), ...(kind === "storage" && { ledger: reason }) });
    if (cause !== undefined) this.cause = cause;
  }

  /** The same refusal after an attempt that may have been charged. */
  afterDoubt(): WalletError {
    return new WalletError(this.kind, this.refusal, this.cause, "unknown");
  }
}

/** @throws {WalletError} `storage` for whatever the ledger or a lock throws */
export async function orStorageFailure<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new WalletError("storage", undefined, error);
  });
}
