import { StorageError } from "./archive/storageError";
import { FeatureError } from "./failures";

/** Before a paid act: what is owned of it. @throws {FeatureError} `ownershipUnknown` where the archive cannot be read */
export async function ownership<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new FeatureError("ownershipUnknown", { reason: error.reason, detail: error.detail });
  });
}

/** An error of the archive before a paid act, as the reason why nothing is sent. */
export function cannotKeep(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  return new FeatureError("notKept", { reason: error.reason, detail: error.detail });
}
