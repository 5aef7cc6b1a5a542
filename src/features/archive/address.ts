import { createHash } from "node:crypto";
import { basename } from "node:path";
import { type AdRef, type Digits, isDigits, snapshotPattern } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import { isPlatformToken, type PlatformToken } from "../../protocol/platforms";

// The path of an answer is its address, so what is bought is a directory listing (docs/archive-format.md):
//
//   answers/<library>/library.json                                   { "origin": … }
//   answers/<library>/<version>/<platform>/<search>/search.json      the exact address
//   answers/<library>/<version>/<platform>/<search>/<snapshot>/0001.20261125T211842123Z.3fa9c1.json.zst
//   details/<library>/library.json
//   details/<library>/<version>/<platform>/<ad>/20261125T211842123Z.3fa9c1.json.zst
//   unread/answers/…, unread/details/…                               the same for what can't be read yet
//
// Paths have "/" on every system. All names are portable: no name differs from another only in case, none is reserved
// on Windows, and a path below the archive's folder has at most 160 characters.

/** What is before the path of an answer that could not be read when it came. */
export type Shelf = "" | "unread/";

/** What a search is found by. */
export interface SearchAddress {
  /** The library: its normalized base URL, or `sample:`. */
  readonly origin: string;
  readonly version: ApiVersion;
  readonly platform: PlatformToken;
  /** Canonical body: equal for searches that mean the same. */
  readonly body: string;
}

/** One stored answer, as its path tells it. */
export interface AnswerName {
  /** Path of the file below the archive's folder. */
  readonly path: string;
  readonly kind: "pages" | "details";
  /** Folder of the library below `answers` or `details`. */
  readonly library: string;
  readonly version: ApiVersion;
  readonly platform: PlatformToken;
  /** Folder of the search; "" for a detail. */
  readonly search: string;
  /** The snapshot's ID, or the archive's own name for an answer that named none; "" for a detail. */
  readonly lastHit: Digits;
  /** Number of the page; 0 for a detail. */
  readonly page: number;
  /** ID of the detail's ad; "" for a page. */
  readonly adId: string;
  /** ISO time. */
  readonly receivedAt: string;
}

const digest = (text: string, digits: number) => createHash("sha256").update(text).digest("hex").slice(0, digits);

/** The folder of a library: readable, and unique by its end. */
export function libraryFolder(origin: string): string {
  const readable = origin.replace(/^https?:\/\//, "").replaceAll(/[^a-z0-9.-]+/g, "_");
  return `${readable.slice(0, 24)}-${digest(origin, 8)}`;
}

export function searchFolder({ origin, version, platform, body }: SearchAddress): string {
  return `answers/${libraryFolder(origin)}/${version}/${platform}/${digest(body, 16)}`;
}

/** Whether a body is the one that the folder of a search is named after. */
export const isBodyOf = (folder: string, body: string) => basename(folder) === digest(body, 16);

export function snapshotFolder(address: SearchAddress, lastHit: Digits): string {
  return `${searchFolder(address)}/${portable(lastHit)}`;
}

/** Where a page will be; without a snapshot, page 1 begins one in the folder of its search. */
export const pageFolder = (address: SearchAddress, lastHit: Digits | undefined): string =>
  lastHit === undefined ? searchFolder(address) : snapshotFolder(address, lastHit);

export function detailFolder(origin: string, version: ApiVersion, { platform, id }: AdRef): string {
  return `details/${libraryFolder(origin)}/${version}/${platform}/${portable(id)}`;
}

/**
 * The name of a snapshot: the service's ID. An answer that names no snapshot gets a name made from its text, so that
 * each such answer stays apart, also when archives are merged.
 */
export function snapshotName(lastHit: Digits | undefined, text: string): string {
  return lastHit === undefined || lastHit === "" ? `none-${digest(text, 12)}` : lastHit;
}

/**
 * The file of an answer. The digits after the time are the start of the text's SHA-256: equal names are equal answers.
 * @param page 0 for a detail
 */
export function answerFile(page: number, { text, receivedAt }: { readonly text: string; readonly receivedAt: string }) {
  const time = receivedAt.replaceAll(/[-:.]/g, "");
  return `${page === 0 ? "" : pageStart(page)}${time}.${digest(text, 6)}.json`;
}

/** How the names of a page's files begin. */
export const pageStart = (page: number) => `${String(page).padStart(4, "0")}.`;

/** 32 hex digits that name an answer, equal in every archive that has it. */
export const answerKey = (path: string) => digest(path.replace(/\.(zst|gz)$/, ""), 32);

/** Whether a text is the one that its file was named after. */
export function isTextOf(path: string, text: string): boolean {
  return fileName.exec(basename(path))?.[3] === digest(text, 6);
}

const fileName = /^(?:(\d{4,9})\.)?(\d{8}T\d{9}Z)\.([0-9a-f]{6})\.json\.(?:zst|gz)$/;

/** The page and the time in an answer's file name; undefined for any other file. */
export function readFileName(name: string): { readonly page: number; readonly receivedAt: string } | undefined {
  const [, page = "0", time = ""] = fileName.exec(name) ?? [];
  // Any other writing of a number would be a page that can't be found by its number.
  if (page !== "0" && !(Number(page) > 0 && name.startsWith(pageStart(Number(page))))) return undefined;
  const iso = time.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, "$1-$2-$3T$4:$5:$6.$7Z");
  return Number.isNaN(Date.parse(iso)) ? undefined : { page: Number(page), receivedAt: iso };
}

/** Reads an answer's path below the archive's folder; undefined for any other path. */
export function readPath(path: string): AnswerName | undefined {
  const parts = path.split("/");
  const [top, library = "", version, platform = ""] = parts;
  const file = readFileName(parts.at(-1) ?? "");
  if (!file || !isPlatformToken(platform) || (version !== "v1" && version !== "v2")) return undefined;
  const common = { path, library, version, platform, ...file } as const;
  const [search = "", snapshot = ""] = parts.slice(4);
  const [lastHit, adId] = [readSnapshot(snapshot), readSnapshot(search)];
  if (top === "answers" && parts.length === 7 && file.page > 0 && lastHit !== undefined)
    return { ...common, kind: "pages", search, lastHit, adId: "" };
  if (top === "details" && parts.length === 6 && file.page === 0 && adId !== undefined && isDigits(adId))
    return { ...common, kind: "details", search: "", lastHit: "", adId };
  return undefined;
}

/** The snapshot or the ad's ID that a folder is named after; undefined for any other name. */
export function readSnapshot(folder: string): Digits | undefined {
  const id = folder.replace(/^m/, "-");
  return snapshotPattern.test(id) && portable(id) === folder ? id : undefined;
}

// A leading minus would make a folder look like an option of a command.
export const portable = (id: string) => (snapshotPattern.test(id) ? id.replace(/^-/, "m") : `none-${digest(id, 12)}`);
