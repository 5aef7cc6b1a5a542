// One process of the benchmark `archive`: `FOLDER ADS fill` fills an archive in the folder, `again` opens and searches
// it, and `rebuild` builds its index from nothing.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Archive } from "../../src/features/archive/archive";
import type { ArchiveCriteria } from "../../src/features/archive/findAds";
import { addressOf, benchPage, lateness, median, numberOf, receivedAtOf, timed } from "./benchPages";
import { openArchive } from "../support/openArchive";

const [folder = "", ads = "", what = ""] = process.argv.slice(2);
const pages = Math.ceil(Number(ads) / 18);

const criteria: Readonly<Record<string, ArchiveCriteria>> = {
  newest: {},
  "commonest word": { text: "shoes" },
  "rare word": { text: "shoes2999" },
  "two words": { text: "summer12 travel3" },
  "prefix of 3 letters": { text: "cam" },
  phrase: { text: '"bike1 lamp2"' },
  "word and stat": { text: "coffee", stats: [{ name: "Likes", min: 500_000 }] },
  advertiser: { advertiser: "yoga1" },
  domain: { domain: "shop777.example.com" },
  "stat alone, rare": { stats: [{ name: "Likes", min: 999_990 }] },
  "no hit": { text: "nothing-of-this" },
};

/** The median time of a work in ms, after two runs to warm up. */
async function usual(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 9; run++) times.push(await timed(work));
  return median(times.slice(2));
}

/** Stores page after page, with their words. */
async function fill(archive: Archive): Promise<Readonly<Record<string, number>>> {
  const parts = new Map<number, number[]>();
  const stores: number[] = [];
  const begin = performance.now();
  let making = 0;
  for (let page = 1; page <= pages; page++) {
    const made = performance.now();
    const text = benchPage(page, true);
    making += performance.now() - made;
    const answer = { text, receivedAt: receivedAtOf(page) };
    const store = await timed(() => archive.storePage(addressOf(page), "5", numberOf(page), answer));
    stores.push(store);
    await nextTurn();
    const tenth = Math.floor(((page - 1) / pages) * 10);
    parts.set(tenth, [...(parts.get(tenth) ?? []), store]);
  }
  await archive.tidied();
  const { bytes, ads: stored } = await archive.size();
  const total = performance.now() - begin - making;
  return {
    "store a page, last tenth over first": median(parts.get(9) ?? []) / median(parts.get(0) ?? []),
    "store a page, ms": median(stores),
    "store a page, words and all, ms": total / pages,
    "MB per 10,000 ads": bytes / 2 ** 20 / (stored / 10_000),
  };
}

async function ask(archive: Archive): Promise<Readonly<Record<string, number>>> {
  const figures: Record<string, number> = {};
  for (const [name, asked] of Object.entries(criteria)) {
    figures[`search: ${name}, ms`] = await usual(() => archive.search(asked));
  }
  return figures;
}

const open = () => openArchive(join(folder, "archive"), { maxSizeMb: () => 1e6 });

/** Opens an archive, reads a page, and searches. */
async function openAndAsk(): Promise<Readonly<Record<string, number>>> {
  const before = process.memoryUsage.rss();
  const archive = open();
  const first = await timed(() => archive.page(addressOf(1), "5", 1));
  const listed = await timed(() => archive.snapshots(addressOf(1)));
  const walked = await timed(() => archive.search({}));
  await archive.search({ text: "shoes" });
  const more = process.memoryUsage.rss() - before;
  const figures = await ask(archive);
  await archive.close();
  return {
    "read the first page in a cold window, ms": first,
    "list what is bought of a search, ms": listed,
    "start the thread and search, ms": walked,
    "memory with its thread, MB more": more / 2 ** 20,
    ...figures,
  };
}

/** Deletes the index and builds it again, while pages are read. */
async function rebuild(): Promise<Readonly<Record<string, number>>> {
  for (const ending of ["", "-wal", "-shm"]) rmSync(join(folder, "archive", `index.db${ending}`), { force: true });
  const archive = open();
  const idle = await lateness(() => delay(2000));
  let built = false;
  const building = timed(() => archive.tidied()).finally(() => (built = true));
  const busy = await lateness(() => delay(2000));
  const reads: number[] = [];
  for (let page = 1; page <= Math.min(pages, 100) && !built; page += 1)
    reads.push(await timed(() => archive.page(addressOf(page), "5", numberOf(page))));
  const seconds = (await building) / 1000;
  await archive.close();
  return {
    "rebuild the index, s": seconds,
    "event loop during a rebuild, p99 ms more": busy - idle,
    ...(reads.length > 0 && { "read a page during a rebuild, ms": median(reads) }),
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
  fill: fillOne,
  rebuild,
};

async function main(): Promise<void> {
  const figures = Object.entries((await works[what]?.()) ?? {});
  console.log(
    JSON.stringify(Object.fromEntries(figures.map(([name, value]) => [`${name}, ${Number(ads) / 1000}k ads`, value]))),
  );
}

void main();
