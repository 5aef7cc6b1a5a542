// One process of the benchmark `archive`: `FOLDER ADS fill` fills an archive in the folder, `again` opens and
// searches that archive, and `thread` does what the archive's thread does to store pages.
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { readSearchPage } from "../../src/api/wire/cards";
import type { Archive } from "../../src/features/archive/archive";
import type { SearchAddress } from "../../src/features/archive/searchAddress";
import type { ArchiveCriteria } from "../../src/features/archive/archiveCriteria";
import { ArchiveStore } from "../../src/features/archive/store";
import { defaultSegments } from "../../src/protocol/platforms";
import { benchPage, median, receivedAt, timed } from "./benchPages";
import { openArchive } from "../support/openArchive";

const [folder = "", ads = "", what = ""] = process.argv.slice(2);
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

/** Stores pages in this thread, as the archive's own does. Tidying is awaited, but not counted. */
async function storeHere(): Promise<Readonly<Record<string, number>>> {
  const ignored = () => undefined;
  const store = new ArchiveStore({
    ...{ file: join(folder, "thread.db"), quietMs: undefined, onLog: ignored, onRescued: ignored, onCap: ignored },
    settings: () => ({ maxSizeMb: 1e6, segments: defaultSegments }),
  });
  const ratios: number[] = [];
  for (let page = 1; page <= pages; page++) {
    const text = benchPage(page, true);
    const cards = readSearchPage(text, "mega", numberOf(page), "5").ads;
    const floor = await timed(() => JSON.parse(text));
    const answer = { text, receivedAt };
    ratios.push((await timed(() => store.storePage(0, address(page), "5", numberOf(page), answer, cards))) / floor);
    await store.size();
  }
  store.close();
  return { "store a page, without the way to its thread": median(ratios) };
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
  return {
    "store a page, with the way to its thread": median(all),
    "store a page, words and all": total / floor,
    "store a page, last tenth over first": median(parts.get(9) ?? []) / median(parts.get(0) ?? []),
    "store a page, ms": median(stores),
    "store a page, until the disk has it, ms": median(lastings),
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

const open = () => openArchive(join(folder, "archive.db"), { maxSizeMb: () => 1e6 });

/** How long an archive that was opened early takes to return its first page. */
async function openAndRead(): Promise<number> {
  const archive = open();
  archive.openSoon();
  await delay(1500);
  const time = await timed(() => archive.page(address(1), "5", 1));
  await archive.close();
  return time;
}

/** Opens an archive, reads a page, and searches. */
async function openAndAsk(): Promise<Readonly<Record<string, number>>> {
  const before = process.memoryUsage.rss();
  const archive = open();
  const first = await timed(() => archive.page(address(1), "5", 1));
  await archive.search({ text: "shoes" });
  const more = process.memoryUsage.rss() - before;
  const figures = await ask(archive);
  await archive.close();
  return {
    "read the first page, not open yet, ms": first,
    "read the first page, already open, ms": median([await openAndRead(), await openAndRead(), await openAndRead()]),
    "memory with its thread, MB more": more / 2 ** 20,
    ...figures,
  };
}

async function fillOne(): Promise<Readonly<Record<string, number>>> {
  const archive = open();
  const figures = await fill(archive);
  await archive.close();
  return figures;
}

const works: Readonly<Record<string, () => Promise<Readonly<Record<string, number>>>>> = {
  again: openAndAsk,
  thread: storeHere,
  fill: fillOne,
};

async function main(): Promise<void> {
  console.log(JSON.stringify(await works[what]?.()));
}

void main();
