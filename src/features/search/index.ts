// One search: its query, its address in the archive, its pages.
export { addressBody, bodyShape } from "./queries";
export { fitQuery } from "./queries";
export { detailAct, searchAct } from "./frozenSearch";
export { everything, newestUnnamed, platformName } from "./frozenSearch";
export { readQuery } from "./queries";
export { requestLine } from "./requestText";
export { foundInEnglish, SearchAds } from "./searchAds";
export { type FrozenSearch } from "./frozenSearch";
export { textQuery } from "./queries";
