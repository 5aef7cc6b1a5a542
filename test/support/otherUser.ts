import { opendirSync } from "node:fs";
import { skipBecause } from "./skipping";

/** The number of a user who has neither a name nor a home on this system, as in many containers. */
const nameless = 54_321;

/** Works with the rights of a user without a name or files. Only root can become one: for others, the test is skipped. */
export async function asOtherUser<T>(context: Mocha.Context, work: () => Promise<T>): Promise<T> {
  const { getuid, seteuid } = process;
  if (!seteuid || getuid?.() !== 0) skipBecause(context, "only root can become another user");
  seteuid(nameless);
  try {
    if (!canEnter(process.cwd())) skipBecause(context, "another user can't enter this folder");
    return await work();
  } finally {
    seteuid(0);
  }
}

function canEnter(folder: string): boolean {
  try {
    // `access` would answer for root.
    opendirSync(folder).closeSync();
    return true;
  } catch {
    return false;
  }
}
