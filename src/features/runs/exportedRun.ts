import { createReadStream } from "node:fs";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { parseExact, versions } from "../../api";
import { platforms, type PlatformSegments } from "../../protocol/platforms";
import type { ComparedRun } from "../../protocol/runs";
import { addressBody, bodyShape } from "../search";
import type { SearchAddress } from "../archive";
import { readText } from "../disk";
import { FeatureError } from "../failures";
import { decodedLines } from "../text";
import type { AdPrint } from "./adPrint";
import type { RunAds } from "./compareRuns";
import { addPrints } from "./readRuns";

const about = z.object({
  api_version: z.enum(["v1", "v2"]),
  library: z.string(),
  platform: z.enum(platforms.map(({ token }) => token)),
  query: bodyShape,
  last_hit: z.string().optional(),
  first_page: z.number().default(1),
  pages: z.number(),
  ads: z.number(),
  started_at: z.string(),
  stopped: z.string(),
  chosen: z.boolean().optional(),
});
type About = z.infer<typeof about>;

const json = z.object({
  about: z.unknown(),
  ads: z.array(z.unknown()).optional(),
  ads_with_details: z.array(z.object({ ad: z.unknown() })).optional(),
});
const withDetail = z.object({ ad: z.record(z.string(), z.unknown()), detail: z.unknown() });

/** A run read from an exported JSON or NDJSON file. */
export interface ExportedRun {
  readonly address: SearchAddress;
  readonly facts: ComparedRun;
  readonly ads: RunAds;
}

/** Ads of a full page (docs/api.md, "Search result page"). */
const pageSize = 18;

/**
 * Reads an exported file as a run.
 * @throws {FeatureError | StorageError} `notFound` if it is no export from page 1 on; `notText`
 */
export async function readExportedRun(path: string, segments: PlatformSegments): Promise<ExportedRun> {
  const { head, ads } = await readExport(path).catch(async (error: unknown) => {
    // Says where the bytes are that are no text.
    if (error instanceof TypeError) await readText(path);
    throw new FeatureError("notFound", { specifics: l10n.t("{0} isn't an exported JSON or NDJSON file.", path) });
  });
  if (head.first_page !== 1 || head.chosen)
    throw new FeatureError("notFound", {
      specifics: l10n.t(
        "{0} is not a run. A run is an export of a search that starts at page 1 and has all ads of its pages.",
        path,
      ),
    });
  const address: SearchAddress = {
    ...{ origin: head.library, version: head.api_version, platform: head.platform },
    body: addressBody(head.query),
  };
  const run = runOf(head, ads, address, segments);
  const { pages, ended, prints } = run;
  const facts = { ...address, lastHit: head.last_hit ?? "", fetchedAt: head.started_at, pages, ended };
  return { address, facts: { ...facts, ads: prints.size }, ads: run };
}

function runOf(
  head: About,
  ads: readonly unknown[],
  { version, platform }: SearchAddress,
  segments: PlatformSegments,
): RunAds {
  const look = { fetchedAt: head.started_at, ...(head.last_hit !== undefined && { lastHit: head.last_hit }) };
  const prints = new Map<string, AdPrint>();
  // Files do not record where a page ends: if one may have been short, every ad counts as being on the last page. Only the
  // last page of a search may be.
  const pages = ads.length / pageSize;
  const full = (head.stopped === "end" ? Math.ceil(pages) : pages) === head.pages && ads.length === head.ads;
  for (const [at, ad] of ads.entries()) {
    const page = full ? Math.floor(at / pageSize) + 1 : head.pages;
    const index = full ? at % pageSize : at;
    addPrints(prints, [versions[version].readCard(ad, { platform, page, index, segments })], {
      page,
      first: index,
      look,
    });
  }
  return { pages: head.pages, ended: head.stopped === "end" && ads.length === head.ads, prints, look };
}

/** JSON, or NDJSON if the first line is a value of its own without ads. */
async function readExport(path: string): Promise<{ readonly head: About; readonly ads: readonly unknown[] }> {
  const [first, ...rest] = await valuesIn(path);
  const file = json.parse(first);
  const own = file.ads ?? file.ads_with_details?.map(({ ad }) => ad);
  const ads = own ?? rest.map((value) => withDetail.safeParse(value).data?.ad ?? value);
  return { head: about.parse(file.about), ads };
}

/** The values of all lines, or the only one of the whole file. */
async function valuesIn(path: string): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  let broken: string[] | undefined;
  for await (const line of decodedLines(createReadStream(path))) {
    if (broken) broken.push(line);
    else if (line.trim() !== "")
      try {
        values.push(parseExact(line));
      } catch (error) {
        if (values.length > 0) throw error;
        broken = [line];
      }
  }
  return broken ? [parseExact(broken.join("\n"))] : values;
}
