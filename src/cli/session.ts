import { createReadStream, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as l10n from "@vscode/l10n";
import type { SampleLibrary } from "../sample";
import {
  apiKeyProblemText,
  baseUrlProblemText,
  isApiKeyProblem,
  isBaseUrlProblem,
  parseApiKey,
  parseBaseUrl,
} from "../features/connection";
import { canWrite, errorCode, fileError, makeFolder, textOf } from "../features/disk";
import { type Engine, openEngine } from "../features/engine";
import { capWords, emptyLinkedWords, FeatureError, unbookedWords } from "../features/failures";
import { type Settings, usualArchiveMb } from "../features/settings";
import { reasonWords, type SpendingReasons } from "../features/wallet";
import { messageOf } from "../protocol/failure";
import {
  defaultSegments,
  isSegment,
  platformOf,
  platforms,
  type PlatformSegments,
  type PlatformToken,
} from "../protocol/platforms";
import { type ExitCode, tellFailure, unreadable, UsageError } from "./exitCodes";
import type { Options } from "./options";
import { linkedFolders, readableFolder } from "./places";
import { printable, printableName, type Screen } from "./screen";

/** What every command gets: an open engine, the screen, and a signal that Ctrl+C aborts. */
export interface ActionContext {
  readonly session: CliSession;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** A command. `args` are its arguments as they were typed, without options. Resolves to the exit code. */
export type Action = (context: ActionContext, options: Options, args: readonly string[]) => Promise<ExitCode>;

/** An open engine over the data folder, which the editor uses as well. */
export interface CliSession {
  readonly engine: Engine;
  readonly settings: Settings;
  readonly folder: string;
  /** Whether the data folder can be written to; otherwise, only what is bought can be read. */
  readonly writable: boolean;
  /** A platform by its token or its path segment. @throws {UsageError} */
  readonly platform: (name: string) => PlatformToken;
  /** Sends nothing more, and waits up to `waitMs` for paid answers. */
  close(waitMs?: number): Promise<void>;
}

/**
 * Opens the engine. The key comes from `AD_LIBRARY_API_KEY` or a file, never from an argument, which other users of the
 * machine could read.
 * @param signal ends a wait for the terminal or stdin; absent: nothing may be asked or read there
 * @throws {UsageError}
 */
export async function openSession(options: Options, screen: Screen, signal?: AbortSignal): Promise<CliSession> {
  const settings = settingsOf(options);
  const key = await keyOf(options, signal);
  const folder = dataFolder(options);
  let sample: Promise<SampleLibrary> | undefined;
  const engine = openEngine({
    folder,
    connection: {
      secrets: {
        get: () => Promise.resolve(key),
        store: () => Promise.reject(new Error("The command line never stores a key.")),
        delete: () => Promise.resolve(),
        names: () => [],
        onDidChange: () => ({ dispose: () => undefined }),
      },
      baseUrl: {
        read: () => settings.baseUrl,
        write: () => Promise.resolve(),
        onDidChange: () => ({ dispose: () => undefined }),
      },
      apiVersion: { read: () => settings.apiVersion, write: () => Promise.resolve() },
      startSample: () => (sample ??= startSample()),
    },
    settings: () => settings,
    confirm: (credits, label, _sample, { again, ...reasons }) =>
      confirmed(screen, signal, credits, label, { ...reasons, ...(again && !options.buyAgain && { again }) }),
    now: () => new Date(),
    notices: {
      request: () => undefined,
      archive: (line) => screen.warn(line),
      filtersNotKept: (error) => tellFailure(screen, error, "The filters couldn't be kept for later. "),
      notStored: (error) => tellFailure(screen, error, "An answer couldn't be stored in the archive. "),
      ledger: (error) => screen.warn(`${unbookedWords(error, "terminal")} ${fileError(error, "ledger").specifics}`),
      archiveCap: (notice) => screen.warn(capWords(notice, "terminal")),
      emptyLinked: (linked) => screen.warn(printable(emptyLinkedWords(linked))),
      brokenFile: ({ file }) => screen.warn(`${file} can't be read and was skipped.`),
    },
  });
  const close = async (waitMs?: number) => {
    await engine.close(waitMs);
    await (await sample)?.close();
  };
  return {
    engine,
    settings,
    folder,
    writable: canWrite(folder),
    platform: (name) => namedPlatform(name, settings.segments),
    close,
  };
}

/** Asks about anything but the price, to which `--max-credits` has agreed. If nobody can answer, the answer is no. */
async function confirmed(
  screen: Screen,
  signal: AbortSignal | undefined,
  credits: number,
  label: string,
  reasons: SpendingReasons,
): Promise<boolean> {
  const { damagedLedger, notStored, again } = reasons;
  const known = { ...(damagedLedger && { damagedLedger }), ...(notStored && { notStored }), ...(again && { again }) };
  const words = reasonWords(known, "terminal");
  if (words.length === 0) return true;
  for (const line of words) screen.warn(printable(line));
  if (!signal || !process.stdin.isTTY) {
    if (again) screen.warn("To buy such answers again, add --buy-again (in the GitHub action, buy-again: true).");
    else screen.warn("To be asked whether to continue, run this in a terminal, or search in the editor.");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Reading takes Ctrl+C from the terminal, so the process gets no signal.
  terminal.once("SIGINT", () => process.emit("SIGINT"));
  try {
    const question = `Spend ${credits} credits${label && ` (${printable(label)})`}? [y/N] `;
    const answer = await terminal.question(question, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** No proxy can reach the sample library, because it listens on this machine alone. */
async function startSample(): Promise<SampleLibrary> {
  const sample = await (await import("../sample")).startSampleLibrary();
  // Read again before each request.
  const name = process.env.no_proxy === undefined ? "NO_PROXY" : "no_proxy";
  const others = process.env[name] ?? "";
  if (others !== "*") process.env[name] = `${others},${new URL(sample.url).host}`;
  return sample;
}

/** The settings that the options and the environment make. Opens nothing. @throws {UsageError} */
export function settingsOf(options: Options): Settings {
  const apiVersion = options.apiVersion ?? given("AD_LIBRARY_API_VERSION") ?? "v2";
  if (apiVersion !== "v1" && apiVersion !== "v2") throw new UsageError("--api-version must be v1 or v2.");
  const maxSize = process.env.AD_LIBRARY_ARCHIVE_MAX_MB;
  return {
    baseUrl: baseUrlOf(options),
    apiVersion,
    segments: segmentsOf(options.segment ?? given("AD_LIBRARY_SEGMENTS")?.split(",") ?? []),
    requestTimeoutSeconds: atLeastOne("--timeout", options.timeout ?? "30"),
    paidRetry: "whenNotSent",
    confirmAbove: Number.MAX_SAFE_INTEGER,
    dailyBudget: wholeNumber("The daily budget", options.dailyBudget ?? given("AD_LIBRARY_DAILY_BUDGET") ?? "0"),
    assistantAllowance: wholeNumber("--max-credits", options.maxCredits ?? "0"),
    loadMedia: "never",
    mediaHosts: [],
    // Terminals of the editor pass its setting on.
    archiveMaxSizeMb: maxSize ? atLeastOne("AD_LIBRARY_ARCHIVE_MAX_MB", maxSize) : usualArchiveMb,
    // The command line reads kept pictures; only the editor keeps them.
    keepMediaMaxSizeMb: 0,
    archiveLinked: linkedFolders(options),
    // The latest run is always kept.
    runsKept: Math.max(1, wholeNumber("AD_LIBRARY_RUNS_KEPT", given("AD_LIBRARY_RUNS_KEPT") ?? "5")),
    exportFormat: "ndjson",
    csvSeparator: options.semicolon ? "semicolon" : "comma",
  };
}

/**
 * Says what the terminal shares with the editor in the language of `AD_LIBRARY_LANG`, such as `de` or `pt_BR.UTF-8`: what
 * went wrong, problems in files, checks, and what is new. Only the extension brings translations: the npm package stays
 * English. @throws {UsageError}
 */
export function useLanguage(): void {
  const wanted = given("AD_LIBRARY_LANG");
  const tag = wanted?.split(".")[0]?.replace("_", "-").toLowerCase();
  if (wanted === undefined || tag === undefined || /^(en|c|posix)(-|$)/.test(tag)) return;
  const folder = join(__dirname, "..", "l10n");
  if (!existsSync(folder)) return;
  const languages = readdirSync(folder).flatMap((file) => /^bundle\.l10n\.(.+)\.json$/.exec(file)?.[1] ?? []);
  const found = [tag, tag.split("-")[0]].find((one) => one !== undefined && languages.includes(one));
  if (found === undefined)
    throw new UsageError(`AD_LIBRARY_LANG must be en, ${languages.sort().join(", ")}, not ${wanted}.`);
  l10n.config({ fsPath: join(folder, `bundle.l10n.${found}.json`) });
}

/** The value of an environment variable, if it has one. */
function given(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

function baseUrlOf({ library }: Options): string {
  const text = library ?? process.env.AD_LIBRARY_URL ?? "";
  if (text === "") return "";
  const url = parseBaseUrl(text);
  if (isBaseUrlProblem(url)) throw new UsageError(`--library: ${baseUrlProblemText(url)}`);
  return url.text;
}

async function keyOf({ keyFile }: Options, signal: AbortSignal | undefined): Promise<string | undefined> {
  const text = keyFile === undefined ? process.env.AD_LIBRARY_API_KEY : await keyIn(keyFile, signal);
  // As when a password manager fails that should write it.
  if (keyFile !== undefined && !text?.trim())
    throw new UsageError(`--key-file: There is no key in ${keyFile === "-" ? "stdin" : printableName(keyFile)}.`);
  if (!text) return undefined;
  const key = parseApiKey(text);
  if (isApiKeyProblem(key)) throw new UsageError(`The API key can't be used. ${apiKeyProblemText(key)}`);
  return key.key;
}

/** What comes from stdin: all of it, or a little more than `most` bytes. @throws {FeatureError} `cancelled` */
export async function readStdin(signal: AbortSignal, most = Infinity): Promise<Buffer> {
  const stdin: AsyncIterable<Buffer> = addAbortSignal(signal, process.stdin);
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of stdin) {
      parts.push(part);
      if ((bytes += part.length) > most) break;
    }
  } catch (error) {
    throw signal.aborted ? new FeatureError("cancelled") : error;
  }
  return Buffer.concat(parts);
}

/** More bytes than a key and the white space around it have. A device may never end. */
const mostOfKey = 16_384;

/** @param signal absent: stdin isn't free, which `mcp` needs for its protocol */
async function keyIn(file: string, signal: AbortSignal | undefined): Promise<string> {
  if (file === "-" && signal) return (await readStdin(signal, mostOfKey)).toString();
  if (file === "-") throw new UsageError("--key-file: The key can't come from stdin, where the client writes.");
  const bytes = await buffer(createReadStream(file, { end: mostOfKey })).catch((error: unknown) => {
    throw unreadable(`--key-file: ${file}`, error);
  });
  return textOf(bytes, file);
}

function segmentsOf(pairs: readonly string[]): PlatformSegments {
  const own = pairs.map((pair) => {
    const [name = "", segment = "", ...rest] = pair.split("=");
    const platform = platformOf(name);
    if (!platform || !isSegment(segment) || rest.length > 0)
      throw new UsageError(`--segment must be PLATFORM=SEGMENT, not ${pair}.`);
    return [platform, segment] as const;
  });
  return { ...defaultSegments, ...Object.fromEntries(own) };
}

function namedPlatform(name: string, segments: PlatformSegments): PlatformToken {
  const found = platformOf(name, segments);
  if (found) return found;
  throw new UsageError(`Unknown platform ${name}. Platforms: ${namesOf(segments).join(", ")}.`);
}

/** All that name a platform: its token, and the operator's segment if that is another word. */
const namesOf = (segments: PlatformSegments) =>
  platforms.flatMap(({ token }) => [...new Set([token, segments[token]])]);

/** Reads a number of credits, pages, or seconds. `name` is what the error names. @throws {UsageError} */
export function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name} must be a whole number, not ${text}.`);
  return Number(text);
}

/** Reads a number that must not be 0. @throws {UsageError} */
export function atLeastOne(name: string, text: string): number {
  const number = wholeNumber(name, text);
  if (number === 0) throw new UsageError(`${name} must be at least 1.`);
  return number;
}

/** The data folder, which is made if it isn't there yet. @throws {UsageError} if it can't be one */
function dataFolder(options: Options): string {
  const folder = readableFolder(options);
  const found = existsSync(folder);
  try {
    makeFolder(join(folder, "archive"));
  } catch (error) {
    // What a read-only folder has can be read.
    if (!found || errorCode(error) === "ENOENT")
      throw new UsageError(
        `The data folder ${folder} can't be made (${messageOf(error)}). Choose another one with --data.`,
      );
  }
  return folder;
}
