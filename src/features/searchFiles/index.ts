// Search files: read, checked, planned, written.
export { type Linted, lintSearchFile } from "./lintSearchFile";
export { freezeFile, ownedOf, type SearchFileCost } from "./planSearchFile";
export { nearest } from "./nearest";
export { readSearchFile } from "./readFile";
export { type Place, type Problem, type SearchFile, searchFileEnding, type Severity } from "./searchFile";
export { SearchFiles } from "./searchFiles";
export { editSearchFile, writeSearchFile } from "./writeSearchFile";
