// Fills an archive and asks it. `BENCH_ADS` says with how many ads (100,000 where absent).
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSearchPage } from "../../src/api/wire/cards";
import { Archive, type SearchAddress } from "../../src/features/archive/archive";
import type { ArchiveQuery } from "../../src/features/archive/archiveQuery";
import { benchPage, median, receivedAt, timed, unit } from "./benchPages";

const pages = Math.ceil(Number(process.env.BENCH_ADS ?? 100_000) / 18);
const address = (page: number): SearchAddress => ({
  origin: "https://ads.example",
  version: "v2",
  platform: "mega",
  body: `{"n":${Math.floor(page / 500)}}`,
});

const queries: readonly (readonly [string, ArchiveQuery])[] = [
  ["newest", {}],
  ["common word", { text: "shoes" }],
  ["rare word", { text: "shoes2999" }],
  ["two words", { text: "summer12 travel3" }],
  ["prefix of 3 letters", { text: "cam" }],
  ["phrase", { text: '"bike1 lamp2"' }],
  ["word and traffic", { text: "coffee", monthlyTraffic: { min: 900_000 } }],
  ["word and stat", { text: "coffee", stats: [{ name: "Likes", min: 500_000 }] }],
  ["advertiser", { advertiser: "yoga1" }],
  ["domain", { domain: "shop777.example.com" }],
  ["stat alone, rare", { stats: [{ name: "Likes", min: 999_990 }] }],
  ["no hit", { text: "nothing-of-this" }],
];

describe("bench: archive", function () {
  this.timeout(0);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "bench-"));
  });
  after(() => rm(folder, { recursive: true }));

  it("stores pages and finds ads", async () => {
    const parse = await unit();
    const archive = new Archive({ file: join(folder, "archive.db"), maxSizeMb: () => 1e6 });
    const stores: number[] = [];
    for (let page = 1; page <= pages; page++) {
      const text = benchPage(page, true);
      const { ads } = readSearchPage(text, "mega", page, "5");
      stores.push(await timed(() => archive.storePage(address(page), "5", page, { text, receivedAt }, ads)));
    }
    const sorted = [...stores].sort((a, b) => a - b);
    const size = await archive.size();
    console.log(
      `JSON.parse of a page ${parse.toFixed(2)} ms = 1. Store a page: median ${(median(stores) / parse).toFixed(1)}, p99 ${(sorted[Math.floor(sorted.length * 0.99)]! / parse).toFixed(1)} (${median(stores).toFixed(1)} ms, max ${sorted.at(-1)!.toFixed(0)} ms)`,
    );
    console.log(
      `${size.ads} ads, ${(size.bytes / 1024 / 1024 / (size.ads / 10_000)).toFixed(1)} MB per 10,000 (raw ${(((benchPage(1, true).length / 18) * 10_000) / 1024 / 1024).toFixed(1)})`,
    );
    archive.close();
    const opened = await timed(() => archive.page(address(1), "5", 1));
    const rows: object[] = [{ query: "open and read a page", hits: 1, ms: opened.toFixed(1) }];
    for (const [name, query] of queries) {
      const times: number[] = [];
      let hits = 0;
      for (let run = 0; run < 7; run++)
        times.push(await timed(async () => (hits = (await archive.search(query)).hits.length)));
      rows.push({ query: name, hits, ms: median(times).toFixed(1), "x parse": (median(times) / parse).toFixed(1) });
    }
    console.table(rows);
    archive.close();
  });
});
