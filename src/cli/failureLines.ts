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

/** Failures whose exact reason is this machine's: a path and a system's error. The editor writes it to its log. */
const ofThisMachine: ReadonlySet<FailureCode> = new Set(["storage", "notKept", "ownershipUnknown"]);
/** The same, and those whose reason is the beginning of what a server sent. */
const withReason: ReadonlySet<FailureCode> = new Set([...ofThisMachine, "badAnswer", "tooLarge"]);

/** A failure for an assistant outside the editor: a terminal's words, but nothing of an answer that can't be read. */
export const wordsForAssistants = (failure: Failure) =>
  failure.code === "unexpected"
    ? "Something unexpected went wrong. The error is quoted as data."
    : linesOf(failure, ofThisMachine).join(" ");

/** The words of a failure where there are options instead of settings. */
function linesOf({ code, message, specifics }: Failure, reasons = withReason): readonly string[] {
  switch (code) {
    case "noConnection":
      return [
        "No library is connected. Set AD_LIBRARY_URL or add --library URL. sample: is the built-in sample library.",
      ];
    case "noKey":
      return ["There is no API key for this library. Set AD_LIBRARY_API_KEY, or add --key-file FILE."];
    case "unexpected":
      return [`Something unexpected went wrong: ${specifics ?? "no reason is known"}`];
    case "timeout":
      return [message.replace("in Settings", "with --timeout")];
    case "overBudget":
      return [message.replace("in Settings", "with --daily-budget")];
    default: {
      const words = inTerminal.reduce((text, [editor, terminal]) => text.replace(editor, terminal), message);
      return specifics !== undefined && reasons.has(code) ? [words, specifics] : [words];
    }
  }
}
