// Makes texts from outside readable for people.
export { plainCell, textCell } from "./csvCell";
export { keyText } from "../../protocol/readableName";
export { labelText } from "./labelText";
export { localDay } from "./localDay";
export { prettyJson } from "./prettyJson";
export { timeAgo } from "./timeAgo";
