// A process that takes a lock (`lock FILE`), says so and holds it until it is ended; one that notes in a file when it
// enters and leaves a folder's lock (`enter FOLDER TURNS`); or one that replaces a file by ever new texts (`write FILE`),
// each announced after it was written.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { FolderLock, HeldLock } from "../../../../src/features/disk/locks";
import { writeWhole } from "../../../../src/features/disk/writeWhole";

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

async function write(): Promise<void> {
  for (let round = 0; ; round++) {
    await writeWhole(place, JSON.stringify({ round, filling: String(round % 10).repeat(200_000) }));
    process.send?.(round);
  }
}

if (what === "enter") void enter();
else if (what === "write") void write();
else {
  const lock = HeldLock.take(place);
  process.send?.(lock ? "held" : "busy");
  // Keeps the lock reachable and the process alive.
  process.on("message", () => lock?.release());
}
