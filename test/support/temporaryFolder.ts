import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fresh folder for each test of a suite, removed after it. */
export function temporaryFolder(): () => string {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-"));
  });
  // What a test left running may still write a file.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return () => folder;
}
