import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file system of its own on a folder. */
export interface Mounted {
  /** Mounts it anew with other options, such as `ro` or `size=9m`; what it holds stays. */
  again(options: string): Promise<void>;
  unmount(): Promise<void>;
}

/**
 * Mounts a file system in memory, such as one of `size=200k`. Undefined where this machine does not let us: tests then
 * skip. Permissions would not do, because root may do anything, and a continuous integration often is root.
 */
export async function mountMemory(folder: string, options: string): Promise<Mounted | undefined> {
  if (process.platform !== "linux") return undefined;
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const act = async (...words: readonly string[]) => {
    const [program = "", ...rest] = [...prefix, ...words];
    await run(program, rest);
  };
  try {
    await act("mount", "-t", "tmpfs", "-o", `mode=777,${options}`, "ad-library-test", folder);
  } catch {
    return undefined;
  }
  return {
    again: (other) => act("mount", "-o", `remount,${other}`, folder),
    unmount: () => act("umount", "-l", folder),
  };
}
