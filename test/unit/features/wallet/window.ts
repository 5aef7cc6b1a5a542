// One window that spends: `FOLDER BUDGET TRIES REQUESTS`. Each request that leaves is one line in the file REQUESTS.
import { appendFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { Ledger } from "../../../../src/features/wallet/ledger";
import { Wallet } from "../../../../src/features/wallet/wallet";
import { WalletError } from "../../../../src/features/failures/featureError";

const [folder = "", budget = "0", tries = "0", requests = ""] = process.argv.slice(2);
const now = () => new Date();
const wallet = new Wallet({
  ledger: new Ledger(folder, now, () => undefined),
  settings: () => ({
    confirmAbove: 1_000_000,
    dailyBudget: Number(budget),
    assistantAllowance: 0,
    paidRetry: "whenNotSent",
  }),
  confirm: () => Promise.resolve(true),
  now,
  onLedgerProblem: () => undefined,
});

async function search(): Promise<string> {
  const name = randomUUID();
  const act = {
    ...({ what: "search", of: { page: 1 }, credits: 100, origin: "https://ads.example" } as const),
    ...({ identity: name, sample: false, platform: "native", label: name, words: name } as const),
  };
  try {
    return await wallet.spend(act, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      appendFileSync(requests, `${name}\n`);
      process.send?.(name);
      await permit.afterAttempt(1, Math.random() < 0.5 ? "received" : "rejected");
      return "sent";
    });
  } catch (error) {
    if (error instanceof WalletError && error.code === "overBudget") return "overBudget";
    throw error;
  }
}

async function main(): Promise<void> {
  for (let left = Number(tries); left > 0; left -= 2) await Promise.all([search(), search()]);
  await wallet.dispose();
  process.disconnect();
}

void main();
