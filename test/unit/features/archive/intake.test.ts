import assert from "node:assert/strict";
import { join } from "node:path";
import { Intake } from "../../../../src/features/archive/intake";
import { StorageError } from "../../../../src/features/disk/storageError";
import { temporaryFolder } from "../../../support/temporaryFolder";

describe("answers that wait to be stored", () => {
  const folder = temporaryFolder();

  it("are stored although one of them can't be, which is still told", async () => {
    const ports = { canWrite: () => Promise.resolve(), onStored: () => undefined };
    const intake = new Intake({ file: join(folder(), "archive.db"), ...ports });
    const stored: string[] = [];
    const fail = (why: string) => Promise.reject(new StorageError("failed", why));
    let works = false;
    await assert.rejects(intake.store(() => fail("never")));
    await assert.rejects(intake.store(() => (works ? Promise.resolve(void stored.push("second")) : fail("not yet"))));
    works = true;
    await assert.rejects(intake.storeWaiting(100), { specifics: "never" });
    await assert.rejects(intake.storeWaiting(100), { specifics: "never" });
    assert.deepEqual(stored, ["second"]);
  });
});
