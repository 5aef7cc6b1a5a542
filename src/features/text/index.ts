// Texts from outside as people read them.
export { plainCell, textCell } from "./csvCell";
export { keyText } from "./keyText";
export { labelText } from "./labelText";
export { prettyJson } from "./prettyJson";
