// The gate that every paid request passes, and its ledger.
export { AllowedSearches } from "./allowedSearches";
export type { AssistantCredits } from "./assistantSpending";
export type { Spending } from "./attempts";
export type { CreditsGroup, CreditsReport, CreditsSide } from "./creditsReport";
export type { CreditsSum } from "./creditsCsv";
export { Ledger } from "./ledger";
export type { AttemptOutcome } from "./ledgerLine";
export { reasonWords } from "./reasonWords";
export type { SpendingAct } from "./spendingAct";
export type { SpendingCheckPorts, SpendingReasons } from "./spendingCheck";
export { SpendingPlan } from "./spendingPlan";
export { Wallet, type WalletPorts } from "./wallet";
