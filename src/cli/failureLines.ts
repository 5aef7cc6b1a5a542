import { toFailure } from "../features/failures";
import type { Failure, FailureCode } from "../protocol/failure";
import { UsageError } from "./exitCodes";
import { type Screen, printable } from "./screen";

/** Tells why something failed. Resolves to the failure. */
export function tellFailure(screen: Screen, error: unknown): Failure {
  const failure = toFailure(error);
  if (error instanceof UsageError) screen.warn(printable(error.message));
  else for (const line of linesOf(failure)) screen.warn(printable(line));
  for (const { filter, message } of failure.problems ?? []) screen.warn(printable(`${filter ?? "search"}: ${message}`));
  return failure;
}

/** What a message recommends in the editor, and what helps in a terminal, where there is neither a log nor a palette. */
const inTerminal: readonly (readonly [RegExp, string])[] = [
  [/, or see the log for details\./, "."],
  [/ (?:See the log for (?:details|the reason)|The log has its path)\./, ""],
  [/\bResume Export\b/, "ad-library resume"],
  [/\bRecover Archive\b/, "ad-library recover"],
];

/** Failures whose exact reason the editor writes to its log: a path, a system's error, or what could not be read. */
const withReason: ReadonlySet<FailureCode> = new Set([
  "badAnswer",
  "tooLarge",
  "storage",
  "notKept",
  "ownershipUnknown",
]);

/** The words of a failure where there are options instead of settings. */
function linesOf({ code, message, detail }: Failure): readonly string[] {
  switch (code) {
    case "noConnection":
      return [
        "No library is connected. Set AD_LIBRARY_URL or add --library URL. sample: is the built-in sample library.",
      ];
    case "noKey":
      return ["There is no API key for this library. Set AD_LIBRARY_API_KEY, or add --key-file FILE."];
    case "unexpected":
      return [`Something unexpected went wrong: ${detail ?? "no reason is known"}`];
    case "timeout":
      return [message.replace("in Settings", "with --timeout")];
    case "overBudget":
      return [message.replace("in Settings", "with --daily-budget")];
    default: {
      const words = inTerminal.reduce((text, [editor, terminal]) => text.replace(editor, terminal), message);
      return detail !== undefined && withReason.has(code) ? [words, detail] : [words];
    }
  }
}
