import type { Problem } from "../../src/features/searchFiles/searchFile";

/** A problem as one line: its place, severity, code, and sentence, and the titles of its fixes. */
export function toldProblem({ code, severity, message, range, fixes }: Problem): string {
  const { line, column, endLine, endColumn } = range;
  const mends = fixes.map(({ title }) => title).join(" | ");
  return `${line}:${column}-${endLine}:${endColumn} ${severity} ${code}: ${message}${mends && ` [${mends}]`}`;
}
