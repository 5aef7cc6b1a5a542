// The archive: every fetched answer in one SQLite file. Stores and finds answers, and rescues them from damage.
export { domainOf, factsOfDetail, identityOf } from "./adText";
export type { ArchivedAnswer } from "./answers";
export { Archive } from "./archive";
export type { SearchAddress } from "./searchAddress";
export { isKept } from "./intake";
export { sizeInFrame, unpack } from "./payload";
export type { PackedAnswer } from "./pages";
export { OwnedAds } from "./ownedAds";
export { type MayPay, mayPay, ownership } from "./ownership";
export type { Rescued } from "./rescue";
