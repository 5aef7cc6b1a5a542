import { errorCode, StorageError } from "../features/disk";
import { toFailure, WalletError } from "../features/failures";
import type { Failure, FailureCode } from "../protocol/failure";
import { printable, type Screen } from "./screen";

/** How a command ended. Scripts rely on these numbers; docs/cli.md lists them. */
export const exitCodes = {
  done: 0,
  /** Problems were found in a search file, or a platform does not work. */
  problems: 1,
  usage: 2,
  /** A limit does not allow it: the agreed credits, or the daily budget. */
  refused: 3,
  /** No library, no key, or the library cannot be reached. */
  connection: 4,
  /** Only part of it was done. If it is an export, `resume` continues it. */
  stopped: 5,
  /** A check found new ads. */
  newAds: 6,
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command line that cannot be run as written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Why a file that was named can't be read. */
export function unreadable(name: string, error: unknown): UsageError {
  return new UsageError(errorCode(error) === "ENOENT" ? `${name} doesn't exist.` : `${name} can't be read.`);
}

/** The exit code of a command that failed before anything was done. */
export function exitCodeOf({ code }: Pick<Failure, "code">, error: unknown): ExitCode {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof StorageError && /^(damaged|notText)$/.test(error.reason)) return exitCodes.problems;
  if (error instanceof WalletError && code === "overBudget") return exitCodes.refused;
  if (code === "overBudget" || code === "declined") return exitCodes.refused;
  if (code === "cancelled") return exitCodes.cancelled;
  if (problems.has(code)) return exitCodes.problems;
  return stopped.has(code) ? exitCodes.stopped : exitCodes.connection;
}

const problems: ReadonlySet<FailureCode> = new Set([
  ...(["invalidRequest", "noDetails", "notInV1", "notFound", "notSameSearch", "notAdopted"] as const),
  ...(["otherDataset", "folderInUse", "damagedDataset", "noDataset", "noManifest", "hasManifest"] as const),
]);
const stopped: ReadonlySet<FailureCode> = new Set([
  ...(["beingChecked", "notKept", "ownershipUnknown", "storage", "datasetFailed", "unexpected"] as const),
]);

/** Tells what failed, if `what` says it, and why. Returns the failure. */
export function tellFailure(screen: Screen, error: unknown, what = ""): Failure {
  const [first = "", ...rest] = failureLines(error);
  for (const line of [what + first, ...rest]) screen.warn(printable(line));
  return toFailure(error, "terminal");
}

/** The line that lets one of the editor's terminals have the key, without leaving it in the shell's history. */
function askForKey(platform: NodeJS.Platform): string {
  const line =
    platform === "win32"
      ? '$env:AD_LIBRARY_API_KEY = Read-Host "API key"'
      : "read -rs AD_LIBRARY_API_KEY && export AD_LIBRARY_API_KEY";
  return `The editor's own key never leaves the editor. For this terminal, paste it after: ${line}`;
}

/** Why something failed, in lines for a person at a terminal. */
export function failureLines(error: unknown): readonly string[] {
  if (error instanceof UsageError) return [error.message];
  const { code, message, specifics, problems = [] } = toFailure(error, "terminal");
  const reason = specifics !== undefined && withReason.has(code) ? [specifics] : [];
  // The editor passes its library to its terminals, but never its key.
  const typed = code === "noKey" && process.env.AD_LIBRARY_URI_SCHEME ? [askForKey(process.platform)] : [];
  return [
    message.trim(),
    ...typed,
    ...reason,
    ...problems.map(({ filter, message }) => `${filter ?? "search"}: ${message}`),
  ];
}

/**
 * Failures whose exact reason belongs beside the words: a path with a system's error, which the editor writes to its
 * log, or the beginning of what a server sent.
 */
const withReason: ReadonlySet<FailureCode> = new Set([
  ...(["storage", "notKept", "ownershipUnknown", "badAnswer", "tooLarge"] as const),
]);
