import { errorCode } from "./errorCode";

/** Whether a process of this host exists. One that belongs to somebody else exists too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
