import type { Obstacle } from "../../api";
import type { Charge } from "../../protocol/credits";
import type { FailureCode } from "../../protocol/failure";
import type { QueryProblem } from "../../protocol/search";
import type { StorageError } from "../disk";
import { type StorageReason, fileError } from "../disk";

/** An act that a feature refused or could not finish. `detail` must be free of secrets. */
export class FeatureError extends Error {
  override readonly name = "FeatureError";
  constructor(
    readonly code: FailureCode,
    readonly more: {
      readonly charge?: Charge;
      readonly detail?: string;
      readonly problems?: readonly QueryProblem[];
      readonly refusal?: Refusal;
      /** Why the ledger could not take a line. */
      readonly ledger?: StorageReason;
      /** Of `notKept` and `ownershipUnknown`: what is wrong with the archive. */
      readonly reason?: StorageReason;
    } = {},
  ) {
    super(code);
  }
}

/** What is known of a failure, to put it into words. */
export interface Told {
  readonly code: FailureCode;
  readonly charge: Charge;
  readonly serviceCode?: number | undefined;
  readonly serviceText?: string | undefined;
  readonly host?: string | undefined;
  readonly detail?: string | undefined;
  /** HTTP status, where one arrived. */
  readonly status?: number | undefined;
  /** Method and address of the request. */
  readonly request?: string | undefined;
  /** Of `badAnswer`: it ends too early. */
  readonly cutOff?: true | undefined;
  /** The base URL is known to be one of an ad library. */
  readonly worked?: true | undefined;
  /** Of `notSent`: what stood in the way. */
  readonly obstacle?: Obstacle | undefined;
  readonly problems?: readonly QueryProblem[] | undefined;
  /** Of `overBudget`: which limit, and what is left of it. */
  readonly refusal?: Refusal | undefined;
  /** Of `storage`, `notKept` and `ownershipUnknown`: what is wrong; absent when it was the ledger, before anything was sent. */
  readonly reason?: StorageReason | undefined;
  /** Of `storage`: why the ledger could not take a line, where that is known. */
  readonly ledger?: StorageReason | undefined;
  /** Of `storage`: an export that can be resumed. */
  readonly resumable?: StorageError["resumable"] | undefined;
}

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
