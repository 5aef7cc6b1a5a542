import type { AttemptOutcome } from "../../../../src/features/wallet/ledgerLine";
import { Ledger } from "../../../../src/features/wallet/ledger";
import type { SpendingAct } from "../../../../src/features/wallet/gate";
import { Wallet, type WalletPorts } from "../../../../src/features/wallet/wallet";
import { closing } from "../../../support/fixtures";

export const search: SpendingAct = {
  ...{ what: "search", identity: "shoes", of: { page: 1 }, credits: 100, origin: "https://ads.example" },
  ...{ sample: false, platform: "native", label: "shoes", words: "Search on Native: “shoes”" },
};

/** A ledger over its folder; nobody listens for lines that the disk refused. */
export const openLedger = (folder: string, now = () => new Date()): Ledger => new Ledger(folder, now, () => undefined);

/** A wallet of a window of its own over a ledger's folder. */
export function openWallet(
  folder: string,
  more: Partial<WalletPorts> & {
    readonly budget?: number;
    readonly confirmAbove?: number;
    readonly assistantAllowance?: number;
  } = {},
): Wallet {
  const { budget = 0, confirmAbove = 1_000_000, assistantAllowance = 0, ...ports } = more;
  const now = ports.now ?? (() => new Date());
  return new Wallet({
    ledger: openLedger(folder, now),
    settings: () => ({ confirmAbove, dailyBudget: budget, assistantAllowance, paidRetry: "whenNotSent" }),
    confirm: () => Promise.reject(new Error("Nobody was to be asked.")),
    now,
    onLedgerProblem: () => undefined,
    ...ports,
  });
}

/** `openWallet` for the enclosing suite: whatever a test opened is disposed after it. */
export const useWallets = () => closing(openWallet, (wallet) => wallet.dispose());

/** A paid call of one attempt with that outcome. */
export const paid =
  (outcome: AttemptOutcome = "received"): Parameters<Wallet["spend"]>[2] =>
  async (permit) => {
    await permit.beforeAttempt(1);
    await permit.afterAttempt(1, outcome);
    return outcome;
  };
