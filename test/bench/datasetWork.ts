// One process of the bench `dataset`: `WHAT FOLDER ADS` prints its figures. `fill` makes an archive of so many ads, `speed`
// writes it as a dataset, as NDJSON and as rows alone, `memory` writes it once more, `again` adds 1 % and writes that.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { readManifest } from "../../src/features/dataset/manifest";
import * as parquet from "../../src/features/dataset/parquet";
import { Parts } from "../../src/features/dataset/parts";
import { withFile } from "../../src/features/dataset/reading";
import type { PlacedRow } from "../../src/features/dataset/tables";
import { localTarget } from "../../src/features/export/localTarget";
import { defaultSegments } from "../../src/protocol/platforms";
import { openStack } from "../unit/features/stack";
import { benchPage, timed } from "./benchPages";

const [what = "", folder = "", adsText = "1000"] = process.argv.slice(2);
const ads = Number(adsText);
const pages = Math.ceil(ads / 18);
const stack = openStack(folder, "https://ads.example", "key", { archiveMaxSizeMb: 1_000_000 });
const address = { origin: "https://ads.example", version: "v2", platform: "mega", body: '{"page":1}' } as const;
const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

async function fill(from: number, to: number): Promise<void> {
  for (let page = from; page <= to; page++) {
    // Only its text is read again: nobody searches this archive. Three months, as they came.
    const answer = { text: benchPage(page, true), receivedAt: at(Math.floor(((page - 1) / pages) * 90)) };
    const { lasting } = await stack.archive.storePage(address, "1700000000", page, answer, []);
    if (page % 100 === 0) await lasting;
  }
}

const dataset = (name: string) => join(folder, name);

async function ndjson(): Promise<number> {
  const file = join(folder, "all.ndjson");
  const request = { platform: "mega", body: address.body } as never;
  const frozen = { query: { platform: "mega", choices: [] }, request, address, segments: defaultSegments } as const;
  const wish = { format: "ndjson", target: localTarget(file), place: file, lastHit: "1700000000", to: pages } as const;
  const done = await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
  if (done.pages !== pages) throw new Error(`${done.pages} of ${pages} pages`, { cause: done.failure });
  return (await stat(file)).size;
}

const bareAnswers = 1000;

/** The rows of a dataset's first answers, of every table, by answer: as a run adds them. */
async function rowsByAnswer(): Promise<readonly (readonly PlacedRow[])[]> {
  const { files } = (await readManifest(dataset("set")))!;
  const byAnswer = new Map<unknown, PlacedRow[]>();
  for (const table of ["pages", "sightings", "stats", "attachments"] as const) {
    const { path, platform, month, rows: count } = files.find((part) => part.table === table && part.rows > 0)!;
    const most = table === "pages" ? bareAnswers : bareAnswers * 18 * 4;
    const rows = await withFile(dataset(`set/${path}`), (file) => parquet.readRows(file, 0, Math.min(count, most)));
    for (const row of rows) {
      if (table === "pages") byAnswer.set(row.answer, []);
      byAnswer.get(row.answer)?.push({ table, platform, month, row });
    }
  }
  return [...byAnswer.values()];
}

/** Time of an ad where the very rows, in memory, are handed to the same writer. */
async function bare(rows: readonly (readonly PlacedRow[])[]): Promise<number> {
  const sightings = rows.flat().filter(({ table }) => table === "sightings").length;
  const ports = { folder: dataset("bare"), tool: "bench", Encoder: parquet.PartEncoder, isTaken: () => false };
  const parts = new Parts(ports);
  const ms = await timed(async () => {
    for (const each of rows) await parts.add("1", each);
    await parts.place();
  });
  return ms / sightings;
}

/** A whole run between two bare loops, all of them warm: what else the machine does meets both. */
async function overBare(): Promise<Record<string, number>> {
  const rows = await rowsByAnswer();
  await bare(rows);
  const before = await bare(rows);
  const written = (await timed(() => stack.datasets.write({ folder: dataset("whole") }))) / ads;
  return { "speed over the same rows handed to the writer": (before + (await bare(rows))) / 2 / written };
}

async function speed(): Promise<Record<string, number>> {
  let bytes = 0;
  let size = 0;
  const text = await timed(async () => (size = await ndjson()));
  const written = await timed(async () => {
    ({ bytes } = await stack.datasets.write({ folder: dataset("set") }));
  });
  return {
    "written, ads a second": (ads / written) * 1000,
    "speed over the NDJSON export of the same pages": text / written,
    "size over NDJSON": bytes / size,
    [`time of an ad, ${ads}, us`]: (written / ads) * 1000,
  };
}

async function memory(): Promise<Record<string, number>> {
  // What is loaded on first use is no growth with the data.
  await stack.datasets.write({ folder: dataset("none"), platforms: ["native"] });
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampled = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  await stack.datasets.write({
    folder: dataset("again"),
    onProgress: () => (peak = Math.max(peak, process.memoryUsage.rss())),
  });
  clearInterval(sampled);
  return { [`memory, ${ads} ads, MB`]: (peak - before) / 2 ** 20 };
}

async function again(): Promise<Record<string, number>> {
  const first = await timed(() => stack.datasets.write({ folder: dataset("all") }));
  await fill(pages + 1, pages + Math.ceil(pages / 100));
  const second = await timed(() => stack.datasets.write({ folder: dataset("all") }));
  return { "second run with 1 % more over the first": second / first };
}

async function main(): Promise<void> {
  let figures: Record<string, number> = {};
  if (what === "fill") await fill(1, pages);
  if (what === "speed") figures = await speed();
  if (what === "bare") figures = await overBare();
  if (what === "memory") figures = await memory();
  if (what === "again") figures = await again();
  await turn();
  console.log(JSON.stringify(figures));
  await stack.close();
}

void main();
