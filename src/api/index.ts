// The service over HTTP: its contract, its answers as nouns, its failures. Other rooms import only this file.
export { AdLibrary, type AdLibraryOptions, type RequestRecord, type SpendingPermit, workingVersion } from "./adLibrary";
export { RetryQuota } from "./caller";
export { AdLibraryError, type FailureFacts, ifReadable, isUnreadable } from "./errors";
export { exactIfJson, isRounded, parseExact } from "./integers";
export { type LoadedPicture, loadPicture, type PictureOptions, type PictureProblem } from "./picture";
export { pictureSize, type PictureSize } from "./pictureSize";
export { parseUrl, routeBase, routeUrl } from "./route";
export { cardToV2, movedFields } from "./v1/cardToV2";
export { detailToV2 } from "./v1/detailToV2";
export { sortsV1, type SortV1 } from "./v1/formV1";
export { cardNames, changedList, detailNames, domainNames, fileNames, ownerNames } from "./v1/namesV1";
export { type ApiVersion, versions } from "./versions";
export { elementsOf, fieldsOf, isObject } from "./wire/fields";
export { keyOf, reservedNames } from "./wire/filters";
export type { PageContent } from "./wire/cards";
export { canonicalBody, type PreparedSearch, prepareSearch, queryFromBody } from "./wire/query";
export { adSlices, detailSlice } from "./wire/slices";
