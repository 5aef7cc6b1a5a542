// One process of the benchmark `ledger`: fills a ledger with twelve months of acts, and spends.
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ledger } from "../../src/features/wallet/ledger";
import { fileOf } from "../../src/features/wallet/ledgerFile";
import { chained, chainStart } from "../../src/features/wallet/ledgerLine";
import { intentOf, type SpendingAct } from "../../src/features/wallet/gate";
import { Wallet } from "../../src/features/wallet/wallet";
import { median, timed } from "./benchPages";

const [months, actsEach] = [12, 2000];
const times = 60;
const act: Omit<SpendingAct, "identity"> = {
  what: "search",
  credits: 100,
  origin: "https://ads.example",
  sample: false,
  platform: "native",
  of: { page: 1 },
  label: "shoes",
  words: "shoes",
};

/** Writes 24,000 acts of twelve months, some of today. */
async function fill(folder: string): Promise<void> {
  for (let month = 0; month < months; month += 1) {
    const now = new Date();
    const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1);
    const at = (month === 0 ? now : new Date(day)).toISOString();
    let text = "";
    let link = chainStart;
    for (let number = 0; number < actsEach; number += 1) {
      const name = randomUUID();
      const intent = intentOf({ ...act, identity: name, label: `search ${number}` });
      for (const line of [
        { line: "sent", act: name, at, attempt: 1, ...intent },
        { line: "received", act: name, at, attempt: 1 },
      ] as const) {
        const next = chained(line, link);
        [text, link] = [text + next.text, next.link];
      }
    }
    await writeFile(join(folder, fileOf(at.slice(0, 7))), text);
  }
}

const walletOver = (folder: string) =>
  new Wallet({
    ledger: new Ledger(
      folder,
      () => new Date(),
      () => undefined,
    ),
    settings: () => ({ confirmAbove: 1e9, dailyBudget: 1e9, assistantAllowance: 0, paidRetry: "whenNotSent" }),
    confirm: () => Promise.resolve(true),
    now: () => new Date(),
    onLedgerProblem: () => undefined,
  });

const spend = (wallet: Wallet, number: number) =>
  timed(() =>
    wallet.spend({ ...act, identity: `${number}` }, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      await permit.afterAttempt(1, "received");
    }),
  );

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-ledger-"));
  const [used, empty] = [join(folder, "used"), join(folder, "empty")];
  try {
    await mkdir(used);
    await fill(used);
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
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
