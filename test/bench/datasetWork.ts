// One process of the benchmark `dataset`: `WHAT FOLDER ADS` prints its figures. `fill` makes an archive of that many
// ads, `speed` writes it as a dataset and as NDJSON, `bare` compares a run with the writer alone, `memory` writes the
// dataset once more, `again` adds 1 % and writes that, and `sample` writes ads of the sample library.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { readManifest } from "../../src/features/dataset/manifest";
import * as parquet from "../../src/features/dataset/parquet";
import { Parts } from "../../src/features/dataset/parts";
import type { PlacedRow } from "../../src/features/dataset/tables";
import { localTarget } from "../../src/features/export/targets";
import { startSampleLibrary } from "../../src/sample";
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
    // No ads are recorded, because nobody searches this archive. The answers are spread over three months.
    const answer = { text: benchPage(page, true), receivedAt: at(Math.floor(((page - 1) / pages) * 90)) };
    await stack.archive.storePage(address, "1700000000", page, answer);
  }
}

const dataset = (name: string) => join(folder, name);

async function ndjson(): Promise<number> {
  const file = join(folder, "all.ndjson");
  const request = { platform: "mega", body: address.body } as never;
  const frozen = {
    query: { platform: "mega", choices: [] },
    request,
    address,
    segments: defaultSegments,
    since: "",
    label: "",
  } as const;
  const wish = { format: "ndjson", target: localTarget(file), place: file, lastHit: "1700000000", to: pages } as const;
  const done = await stack.exports.run(frozen, wish, () => undefined, new AbortController().signal);
  if (done.pages !== pages) throw new Error(`${done.pages} of ${pages} pages`, { cause: done.failure });
  return (await stat(file)).size;
}

const bareAnswers = 1000;

/** The rows of a dataset's first answers, in all tables, grouped by answer as a run adds them. */
async function rowsByAnswer(): Promise<readonly (readonly PlacedRow[])[]> {
  const { files } = (await readManifest(dataset("set")))!;
  const byAnswer = new Map<unknown, PlacedRow[]>();
  for (const table of ["pages", "sightings", "stats", "attachments"] as const) {
    const { path, platform, month, rows: count } = files.find((part) => part.table === table && part.rows > 0)!;
    const most = table === "pages" ? bareAnswers : bareAnswers * 18 * 4;
    const file = new Uint8Array(await readFile(dataset(`set/${path}`))).buffer;
    const rows = await parquet.readRows(file, 0, Math.min(count, most));
    for (const row of rows) {
      if (table === "pages") byAnswer.set(row.answer, []);
      byAnswer.get(row.answer)?.push({ table, platform, month, row });
    }
  }
  return [...byAnswer.values()];
}

/** The time for an ad, in ms, when the rows are already in memory and handed to the same writer. */
async function bare(rows: readonly (readonly PlacedRow[])[]): Promise<number> {
  const sightings = rows.flat().filter(({ table }) => table === "sightings").length;
  const ports = { folder: dataset("bare"), tool: "bench", parquet, present: [] };
  const parts = new Parts(ports);
  const ms = await timed(async () => {
    for (const each of rows) await parts.add(each);
    await parts.place();
  });
  return ms / sightings;
}

/**
 * The speed of a whole run compared with two bare loops, one before and one after it, so that other load on the machine
 * affects both. Everything is warm.
 */
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
    "speed over the NDJSON export of the same pages": text / written,
    "size over NDJSON": bytes / size,
  };
}

async function memory(): Promise<Record<string, number>> {
  // What is loaded on first use does not count as growth with the data.
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

/** The size of a dataset of the sample library's ads, whose texts repeat; those of `benchPage` are half random tokens. */
async function sampleSize(): Promise<Record<string, number>> {
  const library = await startSampleLibrary({ adsPerPlatform: 10_000 });
  const owner = openStack(dataset("sample"), library.url, library.key, { archiveMaxSizeMb: 1000 });
  try {
    const file = dataset("sample.ndjson");
    const frozen = await owner.search.freeze({ platform: "facebook", choices: [] });
    const gate = (await owner.wallet.plan(30_000, "bench"))!;
    const wish = { format: "ndjson", target: localTarget(file), place: file, to: 300, gate } as const;
    const done = await owner.exports.run(frozen, wish, () => undefined, new AbortController().signal);
    if (done.pages !== 300) throw new Error(`${done.pages} of 300 pages`, { cause: done.failure });
    const { bytes } = await owner.datasets.write({ folder: dataset("sample-set") });
    return { "size over NDJSON, the sample library's ads": bytes / (await stat(file)).size };
  } finally {
    await owner.close();
    await library.close();
  }
}

async function main(): Promise<void> {
  let figures: Record<string, number> = {};
  if (what === "fill") await fill(1, pages);
  if (what === "speed") figures = await speed();
  if (what === "bare") figures = await overBare();
  if (what === "memory") figures = await memory();
  if (what === "sample") figures = await sampleSize();
  if (what === "again") figures = await again();
  await turn();
  console.log(JSON.stringify(figures));
  await stack.close();
}

void main();
