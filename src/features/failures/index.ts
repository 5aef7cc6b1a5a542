// What can go wrong, and the sentence for each.
export { FeatureError, orStorageFailure, type Place, WalletError } from "./featureError";
export { mustBeBoughtAgain, problemWords, tellProblem, toFailure, toQuotedFailure } from "./failures";
export { type CapNotice, capWords, emptyLinkedWords, sharedWords, unbookedWords } from "./storageWords";
