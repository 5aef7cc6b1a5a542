// The detail of one ad, and the links in it.
export { AdDetails, adRefs } from "./adDetails";
export { linkUrl, safeLink } from "./links";
