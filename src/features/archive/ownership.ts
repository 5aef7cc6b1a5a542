import { StorageError } from "../disk";
import { FeatureError } from "../failures";
import type { SpendingAct, SpendingCheckPorts } from "../wallet";

/**
 * Awaits the archive's answer to what is owned of a paid act, before the act is paid for.
 * @throws {FeatureError} `ownershipUnknown` if the archive cannot be read
 */
export async function ownership<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new FeatureError("ownershipUnknown", { reason: error.reason, specifics: error.specifics });
  });
}

export interface MayPayPorts {
  readonly archive: {
    readonly canTake: () => Promise<void>;
    readonly losses: { readonly count: () => Promise<number>; readonly agree: () => Promise<unknown> };
  };
  readonly confirm: SpendingCheckPorts["confirm"];
}

/** Resolves if an act may be paid for. */
export type MayPay = (act: Pick<SpendingAct, "credits" | "sample" | "words">) => Promise<void>;

/**
 * Makes the check that comes before the wallet's gate. The archive must be able to store the answer. While damage makes
 * it uncertain whether the answer is already owned, the person is asked; a yes counts until the next damage. Acts that
 * come while the question is open (an export requests several pages at once) get the same answer.
 * @throws {FeatureError} `notKept`, `ownershipUnknown`, or `declined`
 */
export function mayPay({ archive, confirm }: MayPayPorts): MayPay {
  let asking: Promise<boolean> | undefined;
  const ask = async ({ credits, sample, words }: Parameters<MayPay>[0], lostAnswers: number) => {
    const agreed = await confirm(credits, words, sample, { lostAnswers });
    if (agreed) await archive.losses.agree();
    return agreed;
  };
  return async (act) => {
    await archive.canTake();
    const lost = await ownership(archive.losses.count());
    if (lost === 0) return;
    asking ??= ask(act, lost).finally(() => (asking = undefined));
    if (!(await asking)) throw new FeatureError("declined");
  };
}

/**
 * Turns a {StorageError} into a {FeatureError} `notKept`, the reason why nothing is sent. Returns other errors
 * unchanged.
 */
export function cannotKeep(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  return new FeatureError("notKept", { reason: error.reason, specifics: error.specifics });
}
