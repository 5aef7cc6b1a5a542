// The archive: every fetched answer as a file of its own. Stores, finds, and shares answers.
export { factsOfDetail, identityOf } from "./adText";
export { detailFolder, pageFolder, type SearchAddress } from "./address";
export { type ArchivedAnswer, isDamage, readAnswer } from "./answerFiles";
export { Archive } from "./archive";
export { type AdOrder, phraseOf } from "./findAds";
export type { FoundOwner } from "./findAdvertisers";
export { cardOfDetail } from "./hitReader";
export { LinkedFolders } from "./linkedFolders";
export { isKept, type MayPay, mayPay, ownership } from "./ownership";
export { BoughtAds, type BoughtCriteria, boughtFrom, type LibraryVersion, readLibrary } from "./boughtAds";
export type { PackedChoice } from "./sharing";
export { cameAt, secondOf } from "./snapshotOrder";
