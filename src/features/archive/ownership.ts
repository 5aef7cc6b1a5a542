import { StorageError } from "../disk";
import { FeatureError } from "../failures";
import type { SpendingAct, SpendingCheckPorts, SpendingPlan } from "../wallet";

/** Whether an answer is bought, its file is damaged, or the last one that came can't be read yet. */
export type Ownership = "bought" | "damaged" | "unread" | "absent";

/**
 * Awaits the archive's answer to what is bought of a paid act, before the act is paid for.
 * @throws {FeatureError} `ownershipUnknown` if the archive cannot be read
 */
export async function ownership<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new FeatureError("ownershipUnknown", { reason: error.reason, specifics: error.specifics });
  });
}

export interface MayPayPorts {
  readonly archive: { readonly canTake: (below: string) => Promise<void> };
  /** When the ledger has an identical act as received. */
  readonly paidFor: (act: SpendingAct) => Promise<{ readonly paidAt: string } | undefined>;
  readonly confirm: SpendingCheckPorts["confirm"];
}

/**
 * Resolves if an act may be paid for: to `bought` if the archive already has an answer to it, to `byAnother` if another
 * process has stored one just now, and to `agreed` if a person agreed to buy it again. Anything but `agreed` may be
 * outdated by the time that no other process can pay for the act: then it is checked once more.
 * @param answer the folder that it belongs in, and what the archive has of it
 * @param plan the plan that pays, if any: a person is asked once for all of its acts
 */
export type MayPay = (
  act: SpendingAct,
  answer: { readonly below: string; readonly bought: () => Promise<Ownership> },
  plan: Pick<SpendingPlan, "by" | "buysAgain"> | undefined,
) => Promise<"bought" | "byAnother" | "agreed" | undefined>;

/**
 * Makes the check that comes before the wallet's gate. The archive must be able to store the answer. If the answer is
 * damaged or unread, or was paid for and its file is gone, a person is asked before it is bought again.
 * @throws {FeatureError} `notKept`, `ownershipUnknown`, `declined`, or `paidBefore` for an assistant
 */
export function mayPay({ archive, paidFor, confirm }: MayPayPorts): MayPay {
  return async (act, { below, bought }, plan) => {
    await archive.canTake(below);
    const state = await ownership(bought());
    if (state === "bought") return state;
    const paid = state === "absent" ? await paidFor(act) : undefined;
    if (state === "absent" && !paid) return undefined;
    // Another process may have stored and booked it since the archive was asked.
    if (paid && (await ownership(bought())) === "bought") return "byAnother";
    const again = paid
      ? ({ state: "gone", ...paid } as const)
      : ({ state: state === "unread" ? state : "damaged" } as const);
    if (plan?.by !== undefined) throw new FeatureError("paidBefore");
    // Acts that come while the question is open get the same answer.
    const answer = plan?.buysAgain ?? confirm(act.credits, act.words, act.sample, { again });
    if (plan) plan.buysAgain = answer;
    if (!(await answer)) throw new FeatureError("declined");
    return "agreed";
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

/** Resolves to whether an answer was stored. If not, `onNotStored` gets the error. */
export function isKept(storing: Promise<void>, onNotStored: (error: unknown) => void): Promise<boolean> {
  return storing.then(
    () => true,
    (error: unknown) => {
      onNotStored(error);
      return false;
    },
  );
}
