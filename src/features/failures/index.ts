// What can go wrong, and the sentence for each.
export { FeatureError, WalletError } from "./featureError";
export { tellProblem, toFailure, toQuotedFailure } from "./failures";
export { problemWords } from "./problemWords";
export { type CapNotice, capWords, recoveredWords } from "./storageWords";
