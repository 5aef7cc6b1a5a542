import { createHash } from "node:crypto";
import * as z from "zod";
import { writeExact } from "../../protocol/exactJson";
import { searchName } from "../../protocol/search";
import type { SearchAddress } from "../archive";
import { StorageError } from "../disk";
import { type AdPrint, fieldsOfPrint } from "./adPrint";
import type { RunAds } from "./compareRuns";

/** A run as a file in a repository: it says what it covers, and has one line per ad, so that small changes are small diffs. */
export interface CommittedRun extends RunAds {
  /** ISO time of the run. */
  readonly fetchedAt: string;
  /** When the ads that this run doesn't cover were last seen. */
  readonly asOf: ReadonlyMap<string, string>;
}

const about = z.object({
  search: z.string(),
  checked: z.iso.datetime(),
  pages: z.int().min(1),
  ended: z.boolean(),
  ads: z.int(),
  notCovered: z.int(),
});
const firstLine = z.object({ about });
const value = z.union([z.string(), z.number(), z.boolean()]);
const adLine = z.object({ ad: z.string(), asOf: z.iso.datetime().optional() }).catchall(value);

/**
 * Reads a committed run from the text of a file; undefined if it is of another search.
 * @throws {StorageError} `damaged`
 */
export function readCommittedRun(text: string, address: SearchAddress, place: string): CommittedRun | undefined {
  try {
    const [first, ...rest] = text.trimEnd().split("\n").map(parse);
    const head = firstLine.parse(first).about;
    if (head.search !== nameOf(address)) return undefined;
    const lines = rest.map((line) => adLine.parse(line));
    if (lines.length < head.ads + head.notCovered) throw new Error("lines are missing");
    const [prints, dates] = [new Map<string, AdPrint>(), new Map<string, string>()];
    for (const [index, { ad, asOf, ...fields }] of lines.entries()) {
      prints.set(ad, { ad, page: 1, index, text: writeExact(Object.entries(fields)) });
      if (asOf !== undefined) dates.set(ad, asOf);
    }
    const { pages, ended, checked: fetchedAt } = head;
    return { pages, ended, fetchedAt, prints, look: { fetchedAt }, asOf: dates };
  } catch {
    throw new StorageError("damaged", `${place}: not the ads that a check wrote. Restore the file, or delete it.`);
  }
}

/**
 * A run as a text to commit. Ads of the one before that this run doesn't cover stay, each with the time when it was last
 * seen: without it, a diff would show deletions that are none.
 */
export function committedRunText(
  address: SearchAddress,
  run: RunAds,
  checked: string,
  before: CommittedRun | undefined,
): string {
  const { pages, ended, prints } = run;
  const left = ended ? [] : [...(before?.prints.values() ?? [])].filter(({ ad }) => !prints.has(ad));
  const lines = [
    ...[...prints.values()].map((print) => [print.ad, lineOf(print)] as const),
    ...left.map((print) => [print.ad, lineOf(print, before?.asOf.get(print.ad) ?? before?.fetchedAt)] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const { platform } = address;
  const head = { search: nameOf(address), platform, checked, pages, ended, ads: prints.size, notCovered: left.length };
  return [writeExact({ about: head }), ...lines.map(([, line]) => line)].map((line) => `${line}\n`).join("");
}

const lineOf = (print: AdPrint, asOf?: string) =>
  writeExact({ ad: print.ad, ...(asOf !== undefined && { asOf }), ...Object.fromEntries(fieldsOfPrint(print)) });

/** Says of which search a file is, without its library. */
const nameOf = (search: SearchAddress) => createHash("sha256").update(searchName(search)).digest("hex").slice(0, 16);

function parse(line: string): unknown {
  // eslint-disable-next-line no-restricted-syntax -- our own file, checked by the schemas above; no int64 in it
  return JSON.parse(line);
}
