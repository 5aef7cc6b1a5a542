// Replaces the file FILE by ever new texts, each announced after it was written.
import { writeWhole } from "../../../../src/features/disk/writeWhole";

async function main(): Promise<void> {
  const [file = ""] = process.argv.slice(2);
  for (let round = 0; ; round++) {
    await writeWhole(file, JSON.stringify({ round, filling: String(round % 10).repeat(200_000) }));
    process.send?.(round);
  }
}

void main();
