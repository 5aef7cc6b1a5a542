// One process of the benchmark `ledger`: fills a ledger with twelve months of windows, merges it, and spends.
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ledger } from "../../src/features/wallet/ledger";
import { Wallet } from "../../src/features/wallet/wallet";
import { median, timed } from "./benchPages";

const [months, windowsEach, actsEach] = [12, 100, 20];
const day = 86_400_000;
const times = 60;
const act = { what: "search", credits: 100, origin: "https://ads.example", sample: false, platform: "native" } as const;

/** Writes the lines of all windows: 24,000 acts in 1,200 files, the newest a few hours old. */
async function fill(folder: string): Promise<void> {
  for (let window = 0; window < months * windowsEach; window += 1) {
    const age = ((window + 1) / (months * windowsEach)) * months * 30 * day;
    const at = new Date(Date.now() - age);
    const ledger = new Ledger(
      folder,
      () => at,
      () => undefined,
    );
    for (let number = 0; number < actsEach; number += 1) {
      const entry = await ledger.plan({ ...act, label: `search ${number}` });
      await ledger.send(entry, 1, { dailyBudget: 0, assistantAllowance: 0 });
      await ledger.end(entry, 1, "received");
    }
    await ledger.close();
  }
  const old = new Date(Date.now() - day / 8);
  for (const name of await readdir(folder)) await utimes(join(folder, name), old, old);
}

const walletOver = (folder: string) =>
  new Wallet({
    ledger: new Ledger(
      folder,
      () => new Date(),
      () => undefined,
    ),
    settings: () => ({ confirmAbove: 1e9, dailyBudget: 1e9, assistantAllowance: 0 }),
    confirm: () => Promise.resolve(true),
    now: () => new Date(),
    onLedgerProblem: () => undefined,
  });

const spend = (wallet: Wallet, number: number) =>
  timed(() =>
    wallet.spend({ ...act, label: "shoes", words: "shoes", identity: `${number}` }, undefined, async (leave) => {
      await leave.beforeAttempt(1);
      await leave.afterAttempt(1, "received");
    }),
  );

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-ledger-"));
  const [used, empty] = [join(folder, "used"), join(folder, "empty")];
  try {
    await fill(used);
    const before = (await readdir(used)).length;
    const merging = new Ledger(
      used,
      () => new Date(),
      () => undefined,
    );
    await merging.merge();
    await merging.close();
    const after = (await readdir(used)).length;
    const wallets = [walletOver(used), walletOver(empty)] as const;
    const first = [await spend(wallets[0], 0), await spend(wallets[1], 0)] as const;
    const found: [number[], number[]] = [[], []];
    for (let number = 1; number <= times; number += 1)
      for (const at of number % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        found[at].push(await spend(wallets[at], number));
    for (const wallet of wallets) await wallet.dispose();
    console.log(
      JSON.stringify({
        "a paid search with a budget, ms more": median(found[0]) - median(found[1]),
        "the first one of a window, ms more": first[0] - first[1],
        "a paid search with an empty ledger, ms": median(found[1]),
        "files before merging": before,
        "files after merging": after,
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
