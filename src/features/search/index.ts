// One search: its query, its address in the archive, its pages.
export { addressBody } from "./addressBody";
export { fitQuery } from "./fitQuery";
export { detailAct, searchAct } from "./paidActs";
export { queryLabel } from "./queryLabel";
export { newestUnnamed } from "./readOwned";
export { readQuery } from "./readQuery";
export { requestLine } from "./requestLine";
export { SearchAds } from "./searchAds";
export { type FrozenSearch } from "./readOwned";
export { textQuery } from "./textQuery";
