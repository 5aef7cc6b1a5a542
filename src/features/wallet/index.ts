// The gate that every paid request passes, and its ledger.
export { AgreedLimits, AllowedSearches } from "./agreements";
export type { AssistantCredits } from "./assistantSpending";
export type { Spending } from "./attempts";
export type { CreditsGroup, CreditsReport, CreditsSide, CreditsSum } from "./creditsReport";
export { abortedBy, type Gate, type SpendingAct, SpendingPlan } from "./gate";
export { type ExportRequest, Ledger } from "./ledger";
export type { AttemptOutcome } from "./ledgerLine";
export { type Agreement, reasonWords, type SpendingCheckPorts, type SpendingReasons } from "./spendingCheck";
export { Wallet, type WalletPorts } from "./wallet";
