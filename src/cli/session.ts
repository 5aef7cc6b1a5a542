import type { CliSession } from "./action";
import { dataFolder } from "./dataFolder";
import { capWords } from "../features/failures";
import { counted } from "./counted";
import { UsageError } from "./exitCodes";
import type { Options } from "./options";
import { type Screen, printable } from "./screen";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import type { SampleLibrary } from "../sample";
import {
  apiKeyProblemText,
  baseUrlProblemText,
  isApiKeyProblem,
  isBaseUrlProblem,
  parseApiKey,
  parseBaseUrl,
} from "../features/connection";
import { openEngine } from "../features/engine";
import { reasonWords, type SpendingReasons } from "../features/wallet";
import type { Rescued } from "../features/archive";
import type { Settings } from "../features/settings";
import { defaultSegments, platforms, type PlatformSegments, type PlatformToken } from "../protocol/platforms";

/**
 * Opens the engine. The key comes from `AD_LIBRARY_API_KEY` or a file, never from an argument, which other users of the
 * machine could read.
 * @param asks whether questions may be asked on the terminal
 * @throws {UsageError}
 */
export async function openSession(options: Options, screen: Screen, asks = true): Promise<CliSession> {
  const settings = settingsOf(options);
  const key = await keyOf(options);
  let sample: Promise<SampleLibrary> | undefined;
  const engine = openEngine({
    folder: await dataFolder(options),
    connection: {
      secrets: {
        get: () => Promise.resolve(key),
        store: () => Promise.reject(new Error("The command line never stores a key.")),
        delete: () => Promise.resolve(),
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
    confirm: (credits, label, _sample, reasons) => confirmed(screen, asks, credits, label, reasons),
    now: () => new Date(),
    notices: {
      request: () => undefined,
      archive: (line) => screen.warn(line),
      notStored: (error) => screen.warn(`Couldn't store an answer in the archive: ${String(error)}`),
      ledger: (error) => screen.warn(`Couldn't write to the ledger: ${String(error)}`),
      rescued: (each) => screen.warn(rescueWords(each)),
      archiveCap: (notice) => screen.warn(capWords(notice)),
      brokenFile: ({ file }) => screen.warn(`${file} can't be read and was skipped.`),
    },
  });
  const close = async (waitMs?: number) => {
    await engine.close(waitMs);
    await (await sample)?.close();
  };
  return { engine, settings, platform: (name) => platformOf(name, settings.segments), close };
}

/** Asks about anything but the price, to which `--max-credits` has agreed. If nobody can answer, the answer is no. */
async function confirmed(
  screen: Screen,
  asks: boolean,
  credits: number,
  label: string,
  reasons: SpendingReasons,
): Promise<boolean> {
  const words = reasonWords({
    ...(reasons.damagedLedger && { damagedLedger: reasons.damagedLedger }),
    ...(reasons.notStored && { notStored: reasons.notStored }),
    ...(reasons.lostAnswers !== undefined && { lostAnswers: reasons.lostAnswers }),
  });
  if (words.length === 0) return true;
  for (const line of words) screen.warn(printable(line));
  if (!asks || !process.stdin.isTTY) {
    screen.warn("To be asked whether to continue, run this in a terminal, or search in the editor.");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`Spend ${credits} credits${label && ` (${printable(label)})`}? [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

async function startSample(): Promise<SampleLibrary> {
  return (await import("../sample")).startSampleLibrary();
}

function settingsOf(options: Options): Settings {
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
    // Only the editor's setting, which its terminals pass on, may remove paid answers from the archive.
    archiveMaxSizeMb: maxSize ? wholeNumber("AD_LIBRARY_ARCHIVE_MAX_MB", maxSize) : Number.MAX_SAFE_INTEGER,
    // The latest run is always kept.
    runsKept: Math.max(1, wholeNumber("AD_LIBRARY_RUNS_KEPT", given("AD_LIBRARY_RUNS_KEPT") ?? "5")),
    exportFormat: "ndjson",
  };
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

async function keyOf({ keyFile }: Options): Promise<string | undefined> {
  const text =
    keyFile === undefined
      ? process.env.AD_LIBRARY_API_KEY
      : await readFile(keyFile, "utf8").catch(() => {
          throw new UsageError(`--key-file: ${keyFile} can't be read.`);
        });
  if (!text) return undefined;
  const key = parseApiKey(text);
  if (isApiKeyProblem(key)) throw new UsageError(`The API key can't be used. ${apiKeyProblemText(key)}`);
  return key.key;
}

function segmentsOf(pairs: readonly string[]): PlatformSegments {
  const own = pairs.map((pair) => {
    const [, name = "", segment] = /^([a-z_]+)=([a-z0-9_-]+)$/i.exec(pair) ?? [];
    const platform = platforms.find(({ token }) => token === name || defaultSegments[token] === name.toLowerCase());
    if (!platform || segment === undefined) throw new UsageError(`--segment must be PLATFORM=SEGMENT, not ${pair}.`);
    return [platform.token, segment] as const;
  });
  return { ...defaultSegments, ...Object.fromEntries(own) };
}

function platformOf(name: string, segments: PlatformSegments): PlatformToken {
  const found = platforms.find(({ token }) => token === name || segments[token] === name.toLowerCase());
  if (found) return found.token;
  throw new UsageError(`Unknown platform ${name}. Platforms: ${Object.values(segments).join(", ")}.`);
}

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

function rescueWords({ saved, lost, isUncountable, file, isMissing }: Rescued): string {
  const asks = "You will be asked before anything else is bought.";
  if (isMissing) return `The archive was missing: ${counted(saved, "answer")} restored from its copy. ${asks}`;
  const gone = isUncountable ? "an unknown number" : `${lost}`;
  const words = `The archive was damaged: ${counted(saved, "answer")} saved, ${gone} lost. The damaged file is ${file}.`;
  return lost > 0 ? `${words} ${asks}` : words;
}
