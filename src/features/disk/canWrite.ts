import { accessSync, constants } from "node:fs";

/** Whether a file or folder is there and may be written to. */
export function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
