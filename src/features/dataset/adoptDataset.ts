import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../protocol/failure";
import { isPlatformToken } from "../../protocol/platforms";
import { FeatureError } from "../failures";
import { commit, interrupted, partsIn, writeTexts } from "./datasetFolder";
import { type Manifest, newManifest, type Part, partOf, readManifest } from "./manifest";
import type * as Parquet from "./parquet";
import { type DatasetContext, smallRows } from "./parts";
import { answerCredits, SearchList } from "./searches";
import type { DatasetRow } from "./tables";
import { factsOf } from "./verifyDataset";

export interface AdoptSummary {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Makes the manifest of a dataset that lost it, from its parts, each of which is read in full. Other files stay as they
 * are. The caller holds the dataset's lock.
 * @param origin the library of a dataset without rows
 * @throws {FeatureError} `noDataset`, or `notAdopted` with the file that can't be part of it
 */
export async function adoptDataset(context: DatasetContext, origin: string): Promise<AdoptSummary> {
  const { folder, tool, now, parquet, signal } = context;
  if (await readManifest(folder)) throw new FeatureError("hasManifest", { specifics: folder });
  const [left] = (await interrupted(folder, undefined)).parts;
  if (left !== undefined) throw notAdopted(left, "an interrupted write left it behind");
  const paths = await partsIn(folder);
  if (paths.length === 0) throw new FeatureError("noDataset", { specifics: folder });
  const contents = new Contents();
  const files: Part[] = [];
  for (const path of [...paths].sort()) {
    signal?.throwIfAborted();
    const part = contents.add(folder, path, parquet);
    files.push(await part.catch((error: unknown) => Promise.reject(notAdopted(path, messageOf(error)))));
  }
  const texts = await writeTexts(folder, parquet.datasetTexts, {});
  const manifest = newManifest(contents.origin ?? origin, tool);
  await commit(folder, { ...manifest, ...contents.facts(), files, texts, written_at: now().toISOString() });
  const sum = (of: "rows" | "bytes") => files.reduce((all, part) => all + part[of], 0);
  return { files: files.length, rows: sum("rows"), bytes: sum("bytes") };
}

const notAdopted = (path: string, why: string) => new FeatureError("notAdopted", { specifics: `${path}: ${why}` });

/** What the parts of a dataset say about it as a whole. */
class Contents {
  private origins = new Set<string>();
  private readonly searches = new SearchList([]);
  private readonly answers = new Set<string>();
  /** By the rows that identify a sighting, a page, or a detail. */
  private readonly seen = new Set<string>();
  private details = 0;
  private credits = 0;

  /** The library that all ads are from. */
  get origin(): string | undefined {
    return [...this.origins][0];
  }

  facts(): Pick<Manifest, "answers" | "searches" | "details"> {
    const details = { answers: this.details, credits: this.credits };
    return { answers: [...this.answers], searches: this.searches.list(), details };
  }

  /** Reads a part. @throws {Error} if it can't be part of the dataset */
  async add(folder: string, path: string, parquet: typeof Parquet): Promise<Part> {
    const content = await readFile(join(folder, path));
    const file = new Uint8Array(content).buffer;
    const sha256 = createHash("sha256").update(content).digest("hex");
    const named = partOf({ path, rows: 0, bytes: content.length, sha256 });
    if (!named) throw new Error("its name is not that of a dataset's file");
    const part = { ...named, ...(await factsOf(file, named.table, parquet)) };
    const { rows } = part;
    for (let from = 0; from < rows; from += smallRows)
      for (const row of await parquet.readRows(file, from, Math.min(rows, from + smallRows))) this.addRow(part, row);
    return part;
  }

  private addRow({ table, platform }: Part, row: DatasetRow): void {
    const answer = String(row.answer);
    const isRenewed = table === "creative_group" || table === "changes";
    if (!isRenewed) this.answers.add(answer);
    if (typeof row.origin === "string") this.origins.add(row.origin);
    if (this.origins.size > 1) throw new Error(`it is of another library (${String(row.origin)})`);
    if (!isRenewed && !["sightings", "pages", "details"].includes(table)) return;
    const { api_version, search_platform, body, ad_key, position } = row;
    const name = [table, ...(isRenewed ? [api_version, search_platform, body, ad_key] : [answer, position])].join("\n");
    if (this.seen.has(name)) throw new Error("another file has the same rows");
    this.seen.add(name);
    const from = typeof row.imported_from === "string" ? { from: row.imported_from } : {};
    if (table === "details") this.details += 1;
    if (table === "details") this.credits += answerCredits({ kind: "details", ...from }, String(row.origin));
    if (table === "pages") this.addPage(platform, row, from);
  }

  private addPage(folder: string, row: DatasetRow, from: { readonly from?: string }): void {
    const platform = isPlatformToken(folder) ? folder : "mega";
    const [body, lastHit] = [String(row.body ?? ""), String(row.last_hit ?? "")];
    const version = row.api_version === "v1" ? "v1" : "v2";
    const page = { version, platform, body, lastHit, page: Number(row.page), ...from } as const;
    this.searches.add(page, row.has_next_page === false, Number(row.credits ?? 0));
  }
}
