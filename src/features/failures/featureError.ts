import type { Obstacle } from "../../api";
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

/** The known facts of a failure, to put it into words. */
export interface Told {
  readonly code: FailureCode;
  /** The editor if absent. */
  readonly place?: Place;
  readonly charge: Charge;
  readonly serviceCode?: number | undefined;
  readonly serviceText?: string | undefined;
  /** What the service wrote is quoted elsewhere, so the words must do without it. */
  readonly isQuoted?: true | undefined;
  readonly host?: string | undefined;
  readonly specifics?: string | undefined;
  /** HTTP status, if one arrived. */
  readonly status?: number | undefined;
  /** Method and URL of the request. */
  readonly request?: string | undefined;
  /** For `badAnswer`: the answer ends too early. */
  readonly cutOff?: true | undefined;
  /** The base URL is known to belong to an ad library. */
  readonly worked?: true | undefined;
  /** For `badAnswer`: the answer is about this ad instead. */
  readonly otherAd?: string | undefined;
  /** For `badAnswer`: the answer is kept as it came, and may have cost this many credits. */
  readonly kept?: number | undefined;
  /** For `notSent`: what prevented it. */
  readonly obstacle?: Obstacle | undefined;
  /** The proxy that the request had to go through, if that is known. */
  readonly proxy?: string | undefined;
  readonly problems?: readonly QueryProblem[] | undefined;
  /** For `overBudget`: which limit, and what is left of it. */
  readonly refusal?: LimitRefusal | undefined;
  /** For `storage`, `notKept` and `ownershipUnknown`: what is wrong; absent if the ledger failed before sending. */
  readonly reason?: StorageReason | undefined;
  /** For `storage`: why a line could not be written to the ledger, if known. */
  readonly ledger?: StorageReason | undefined;
  /** For `storage`: an export that can be resumed. */
  readonly resumable?: StorageError["resumable"] | undefined;
}

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
