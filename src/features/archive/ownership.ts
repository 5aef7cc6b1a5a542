import { StorageError } from "../disk";
import { FeatureError } from "../failures";
import type { CheckPorts } from "../wallet";

/** Before a paid act: what is owned of it. @throws {FeatureError} `ownershipUnknown` where the archive cannot be read */
export async function ownership<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new FeatureError("ownershipUnknown", { reason: error.reason, detail: error.detail });
  });
}

export interface MayPayPorts {
  readonly archive: {
    readonly canTake: () => Promise<void>;
    readonly losses: { readonly count: () => Promise<number>; readonly agree: () => Promise<unknown> };
  };
  readonly confirm: CheckPorts["confirm"];
}

/** Resolves if an act of this many credits may be paid for. */
export type MayPay = (credits: number, sample: boolean) => Promise<void>;

/**
 * The check before the wallet's gate: the archive must be able to store the answer, and while damage makes it uncertain
 * whether the answer is already owned, the person is asked. A yes counts until the next damage. Throws {FeatureError}
 * `notKept`, `ownershipUnknown` or `declined`.
 */
export function mayPay({ archive, confirm }: MayPayPorts): MayPay {
  return async (credits, sample) => {
    await archive.canTake();
    const lost = await ownership(archive.losses.count());
    if (lost === 0) return;
    if (!(await confirm(credits, "", sample, { lostAnswers: lost }))) throw new FeatureError("declined");
    await archive.losses.agree();
  };
}

/** An error of the archive before a paid act, as the reason why nothing is sent. */
export function cannotKeep(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  return new FeatureError("notKept", { reason: error.reason, detail: error.detail });
}
