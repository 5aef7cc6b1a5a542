// Everything that was fetched, kept in one SQLite file: stored, found, exported again, rescued.
export { domainOf, factsOfDetail, identityOf } from "./adText";
export type { ArchivedAnswer } from "./answers";
export { Archive } from "./archive";
export type { SearchAddress } from "./searchAddress";
export { isKept } from "./intake";
export { OwnedAds } from "./ownedAds";
export { type MayPay, mayPay, ownership } from "./ownership";
export type { Rescued } from "./rescue";
