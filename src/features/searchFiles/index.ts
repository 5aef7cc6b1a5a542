// Search files: read, checked, planned, written.
export { type Linted, lintSearchFile } from "./searchFiles";
export { boughtOf, checkPinned, type SearchFileCost } from "./searchFiles";
export { nearest } from "./fixes";
export { readSearchFile } from "./readFile";
export { type Place, type Problem, type SearchFile, searchFileEnding } from "./searchFile";
export { SearchFiles } from "./searchFiles";
export { editSearchFile, writeSearchFile } from "./writeSearchFile";
// For other files that people edit as JSON with comments.
export { exactValue, membersOf, parseFile, placer } from "./fileText";
export { appendEdits, commaAfter, indentAt, memberEdits, removalEdits, withEdits } from "./fixes";
export { ruleText, type Severity, syntaxWords } from "./lintWords";
export type { TextEdit, TextSpan } from "./searchFile";
export { onOneLine } from "./writeSearchFile";
