import { renameSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives each test of the enclosing suite an empty folder, which is removed after the test. Returns paths in it. */
export function temporaryFolder(): (...names: readonly string[]) => string {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-"));
  });
  // Something that a test left running may still write a file.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return (...names) => join(folder, ...names);
}

/** Deletes a folder as a whole, even if a thread or another process is writing a file into it. */
export function deleteAtOnce(folder: string): void {
  const away = `${folder}-deleted`;
  renameSync(folder, away);
  rmSync(away, { recursive: true });
}
