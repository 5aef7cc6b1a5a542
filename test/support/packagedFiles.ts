import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/**
 * The paths of the files that would be in the package. vsce walks through every folder, also those that it leaves out,
 * so it runs on a copy without what was downloaded or built for tests.
 */
export async function packagedFiles(): Promise<readonly string[]> {
  const place = await mkdtemp(join(tmpdir(), "ad-library-package-"));
  const downloaded = ["node_modules", ".vscode-test", ".engines", ".git", "out"];
  for (const name of await readdir("."))
    if (!downloaded.includes(name)) await cp(name, join(place, name), { recursive: true });
  const vsce = resolve("node_modules/@vscode/vsce/vsce");
  const { stdout } = await promisify(execFile)("node", [vsce, "ls", "--no-dependencies"], { cwd: place });
  await rm(place, { recursive: true });
  return stdout.trim().split("\n");
}
