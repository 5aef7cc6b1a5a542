// One window that spends and merges whatever lies in the folder, as if all of it were old: `FOLDER TIMES`.
import { Ledger } from "../../../../src/features/wallet/ledger";
import { openWallet, paid, search } from "./acts";

const [folder = "", times = "0"] = process.argv.slice(2);
const hour = 60 * 60_000;

async function main(): Promise<void> {
  const wallet = openWallet(folder);
  // Its clock is ahead: every file is closed to it, also those that the other windows write to.
  const merging = new Ledger(
    folder,
    () => new Date(Date.now() + 2 * hour),
    () => undefined,
  );
  for (let number = 0; number < Number(times); number += 1) {
    const merged = merging.merge();
    await wallet.spend({ ...search, identity: `${process.pid} ${number}` }, undefined, paid());
    process.send?.(number);
    await merged;
  }
  await wallet.dispose();
  process.disconnect();
}

void main();
