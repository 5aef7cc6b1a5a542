import { join } from "node:path";
import { Attempts } from "./attempts";
import type { SentLine } from "./ledgerLine";
import { ledgerNames } from "./ledgerNames";
import { mostReadings } from "./ledgerReading";
import { LedgerTail } from "./ledgerTail";

/** Every attempt in the files of a ledger, from its first day on; `concerns` selects those to keep. */
export async function wholeLedger(folder: string, concerns: (sent: SentLine) => boolean): Promise<Attempts> {
  for (let readings = 1; ; readings++) {
    const attempts = new Attempts(concerns);
    let gone = false;
    for (const file of await ledgerNames(folder)) {
      const tail = new LedgerTail(join(folder, file));
      if ((await tail.read(attempts.take)) === "gone") gone = true;
      const { damage, missing } = tail.chain;
      if (damage.length > 0) attempts.damaged.push({ file, missing });
    }
    // Another window merged files meanwhile: their contents are in the new one.
    if (!gone || readings === mostReadings) return attempts;
  }
}
