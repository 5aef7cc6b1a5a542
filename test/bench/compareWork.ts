// One process of the benchmark `compare`: reads two runs of 20,000 ads each from an archive, compares them, and prints
// the figures.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "../support/openArchive";
import { comparedAds, type RunAds } from "../../src/features/runs/compareRuns";
import { readRun } from "../../src/features/runs/readRuns";
import { defaultSegments } from "../../src/protocol/platforms";
import { benchPage, receivedAtOf, timed } from "./benchPages";

const pages = 1112;
const address = { origin: "https://ads.example", version: "v2", platform: "facebook", body: "{}" } as const;

/**
 * A page of the newer run: every tenth ad has another title, and every hundredth page has other ads than the earlier
 * run.
 */
const newerPage = (page: number) =>
  benchPage(page % 100 === 0 ? page + 10_000 : page, page < pages).replace(/"title":"([a-z]+0)/g, '"title":"New $1');

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-compare-"));
  const archive = openArchive(join(folder, "archive"), { maxSizeMb: () => 10_000 });
  try {
    for (const [lastHit, text] of [
      ["1", (page: number) => benchPage(page, page < pages)] as const,
      ["2", newerPage] as const,
    ])
      for (let page = 1; page <= pages; page += 1)
        await archive.storePage(address, lastHit, page, { text: text(page), receivedAt: receivedAtOf(page) });
    const sources = { archive, segments: () => defaultSegments, readable: <T>(stored: T) => Promise.resolve(stored) };
    global.gc?.();
    const held = () => {
      global.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const start = held();
    const runs: RunAds[] = [];
    const reading = await timed(async () => {
      for (const lastHit of ["1", "2"]) runs.push(await readRun(sources, address, lastHit, runs[0]));
    });
    const [earlier, newer] = runs as [RunAds, RunAds];
    const comparing = await timed(() => [...comparedAds(earlier, newer, { sameSearch: true })].length);
    const kept = (held() - start) / 1_000_000;
    let floor = 0;
    for (let page = 1; page <= pages; page += 1)
      for (const text of [benchPage(page, true), newerPage(page)])
        floor += await timed(() => JSON.parse(text) as unknown);
    console.log(
      JSON.stringify({
        "comparing 20,000 with 20,000 ads (ms)": comparing,
        "reading both runs out of the archive": reading / floor,
        "memory held by both runs and the comparison (MB)": kept,
      }),
    );
  } finally {
    await archive.close();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
