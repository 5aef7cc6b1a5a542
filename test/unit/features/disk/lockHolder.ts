// A process that takes a lock (`lock FILE`), says so and holds it until it is ended; or one that notes in a file when
// it enters and leaves a folder's lock (`enter FOLDER TURNS`).
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { FolderLock } from "../../../../src/features/disk/locks";
import { HeldLock } from "../../../../src/features/disk/locks";

const [what = "", place = "", turns = "0"] = process.argv.slice(2);

async function enter(): Promise<void> {
  const lock = new FolderLock(place, 120_000);
  const note = (sign: string) => appendFileSync(join(place, "notes"), `${sign}${process.pid}\n`);
  for (let left = Number(turns); left > 0; left--) {
    await lock.run(async () => {
      note("+");
      process.send?.("inside");
      await new Promise(setImmediate);
      note("-");
    });
  }
  process.disconnect();
}

if (what === "enter") void enter();
else {
  const lock = HeldLock.take(place);
  process.send?.(lock ? "held" : "busy");
  // Keeps the lock reachable and the process alive.
  process.on("message", () => lock?.release());
}
