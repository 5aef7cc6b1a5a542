import { toFailure } from "../features/failures";
import type { Failure } from "../protocol/failure";
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

/** The words of a failure where there are options and no settings, and no log for the exact problem. */
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
    case "badAnswer":
    case "tooLarge":
    case "storage":
    case "notKept":
    case "ownershipUnknown": {
      const words = message
        .replace(", or see the log for details.", ".")
        .replace(/ (?:See the log for (?:details|the reason)|The log has its path)\./, "");
      return detail === undefined ? [words] : [words, detail];
    }
    default:
      return [message];
  }
}
