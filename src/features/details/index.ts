// The detail of one ad, and the links in it.
export { AdDetails } from "./adDetails";
export { adRefs } from "./adRefs";
export { linkUrl, safeLink, youtubeUrl } from "./links";
