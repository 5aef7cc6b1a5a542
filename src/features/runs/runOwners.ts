import { stat } from "node:fs/promises";
import { errorCode } from "../disk";

// The owners of kept runs: the reasons for which the archive protects them.

export const savedOwner = (id: string) => `saved ${id}`;

/** A search file by its absolute path, or by its full URI if it is not on this machine's disk. */
export const fileOwner = (path: string) => `file ${path}`;

const file = /^file (.+)$/s;
const saved = /^saved (.+)$/s;

/** Whether a reason is an owner of runs rather than an export. */
export const isRunOwner = (reason: string) => file.test(reason) || saved.test(reason);

/** Whether an owner certainly no longer exists. */
export async function isGone(owner: string, savedIds: ReadonlySet<string>): Promise<boolean> {
  const [, id] = saved.exec(owner) ?? [];
  if (id !== undefined) return !savedIds.has(id);
  const [, path = ""] = file.exec(owner) ?? [];
  return stat(path).then(
    () => false,
    (error: unknown) => ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? ""),
  );
}
