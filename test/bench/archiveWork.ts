// One process of the benchmark `archive`: `FOLDER ADS` fills an archive in the folder; with `again`, it opens and
// searches that archive.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readSearchPage } from "../../src/api/wire/cards";
import type { Archive } from "../../src/features/archive/archive";
import type { SearchAddress } from "../../src/features/archive/searchAddress";
import type { ArchiveCriteria } from "../../src/features/archive/archiveCriteria";
import { benchPage, median, receivedAt, timed } from "./benchPages";
import { openArchive } from "../support/openArchive";

const [folder = "", ads = "100000", again] = process.argv.slice(2);
const pages = Math.ceil(Number(ads) / 18);
const origin = "https://ads.example";
/** Addresses of searches with 50 pages each, as deep searches have. */
const address = (page: number): SearchAddress => ({
  ...{ origin, version: "v2", platform: "mega" },
  body: `{"n":${Math.floor((page - 1) / 50)}}`,
});
const numberOf = (page: number) => ((page - 1) % 50) + 1;

const criteria: Readonly<Record<string, ArchiveCriteria>> = {
  newest: {},
  "commonest word": { text: "shoes" },
  "rare word": { text: "shoes2999" },
  "two words": { text: "summer12 travel3" },
  "prefix of 3 letters": { text: "cam" },
  phrase: { text: '"bike1 lamp2"' },
  "word and traffic": { text: "coffee", monthlyTraffic: { min: 900_000 } },
  "word and stat": { text: "coffee", stats: [{ name: "Likes", min: 500_000 }] },
  advertiser: { advertiser: "yoga1" },
  domain: { domain: "shop777.example.com" },
  "stat alone, rare": { stats: [{ name: "Likes", min: 999_990 }] },
  "no hit": { text: "nothing-of-this" },
};

/** The median time of a work in ms, after two runs to warm up. */
async function usual(work: () => unknown, runs = 9): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timed(work));
  return median(times.slice(2));
}

const parse = () => {
  const text = benchPage(1, true);
  return usual(() => JSON.parse(text), 300);
};

/**
 * The 99th percentile of the event loop's delay, in ms, while this many pages are made and read, and stored if an
 * archive is given.
 */
async function loopDelay(count: number, archive?: Archive): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let page = 1; page <= count; page++) {
    const text = benchPage(page + 1e6, true);
    const cards = readSearchPage(text, "mega", numberOf(page), "6").ads;
    const stored = await archive?.storePage(address(page), "6", numberOf(page), { text, receivedAt }, cards);
    await stored?.lasting;
    await nextTurn();
  }
  delay.disable();
  return delay.percentile(99) / 1e6;
}

/** Stores page after page, with their words. The floor is measured beside each page. */
async function fill(archive: Archive): Promise<Readonly<Record<string, number>>> {
  const parts = new Map<number, number[]>();
  const all: number[] = [];
  const stores: number[] = [];
  const lastings: number[] = [];
  const begin = performance.now();
  let making = 0;
  for (let page = 1; page <= pages; page++) {
    const made = performance.now();
    const text = benchPage(page, true);
    const cards = readSearchPage(text, "mega", numberOf(page), "5").ads;
    making += performance.now() - made;
    const floor = await timed(() => JSON.parse(text));
    const answer = { text, receivedAt };
    const began = performance.now();
    const { lasting } = await archive.storePage(address(page), "5", numberOf(page), answer, cards);
    const store = performance.now() - began;
    await lasting;
    lastings.push(performance.now() - began);
    stores.push(store);
    all.push(store / floor);
    await nextTurn();
    const tenth = Math.floor(((page - 1) / pages) * 10);
    parts.set(tenth, [...(parts.get(tenth) ?? []), store]);
  }
  const { bytes, ads: stored } = await archive.size();
  const total = (performance.now() - begin - making) / pages;
  const floor = await parse();
  const idle = await loopDelay(300);
  const busy = await loopDelay(300, archive);
  await archive.size();
  return {
    "store a page": median(all),
    "store a page, words and all": total / floor,
    "store a page, last tenth over first": median(parts.get(9) ?? []) / median(parts.get(0) ?? []),
    "store a page, ms": median(stores),
    "store a page, until the disk has it, ms": median(lastings),
    "event loop while pages are stored and indexed, p99 ms": busy,
    "event loop while pages are only made and read, p99 ms": idle,
    "MB per 10,000 ads": bytes / 2 ** 20 / (stored / 10_000),
  };
}

async function ask(archive: Archive): Promise<Readonly<Record<string, number>>> {
  const figures: Record<string, number> = {};
  for (const [name, asked] of Object.entries(criteria)) {
    figures[`search: ${name}, ms`] = await usual(() => archive.search(asked));
  }
  figures["read 50 pages, each"] = (await usual(() => archive.pages(address(1), "5"))) / 50 / (await parse());
  return figures;
}

async function main(): Promise<void> {
  const file = join(folder, "archive.db");
  const full = (await stat(file).catch(() => undefined)) !== undefined;
  const archive = openArchive(file, { maxSizeMb: () => 1e6 });
  const figures: Record<string, number> = {};
  if (again === "again" && full) {
    figures["open and read a page, first of a process, ms"] = await timed(() => archive.page(address(1), "5", 1));
    await archive.close();
    figures["open and read a page, ms"] = await usual(async () => {
      await archive.page(address(1), "5", 1);
      await archive.close();
    });
    Object.assign(figures, await ask(archive));
  } else Object.assign(figures, await fill(archive));
  await archive.close();
  console.log(JSON.stringify(figures));
}

void main();
