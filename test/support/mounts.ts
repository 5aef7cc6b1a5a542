import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file system that is mounted on a folder. */
export interface Mounted {
  /** Mounts it again with other options, such as `ro` or `size=9m`. Its content stays. */
  again(options: string): Promise<void>;
  unmount(): Promise<void>;
}

/**
 * Mounts a file system in memory on a folder; `options` are those of tmpfs, such as `size=200k`. Undefined if this
 * machine does not allow it: tests are then skipped. Permissions would not do instead, because they do not bind root,
 * and CI often runs as root.
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
