// Converts requests and answers of V1 to V2, and back.
export { type Change, isLoss } from "./change";
export { changeText } from "./change";
export { convertRequest, searchFor } from "./convertRequest";
export { convertResponse, responseProblems } from "./convertResponse";
export { liveFilters } from "./convertRequest";
export { type LooksLike, looksLikeV1 } from "./requestText";
export { requestDocument } from "./convertRequest";
export { readRequestV1, requestProblems, type RequestV1 } from "./requestText";
export { withSortOf, withSortV2 } from "./sorts";
