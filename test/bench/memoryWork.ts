// One process of the benchmark `memory`: `FORMAT ADS` exports that many ads and prints how its memory grew.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { exportPages } from "../../src/features/export/exportPages";
import type { ExportFormat } from "../../src/features/export/exportTypes";
import { localTarget } from "../../src/features/export/targets";
import { type PagePorts, pagesToExport } from "../../src/features/export/pagesToExport";
import { benchPage, median, receivedAt } from "./benchPages";

const [format = "", ads = "1000000"] = process.argv.slice(2);
const pages = Math.ceil(Number(ads) / 18);
const isFormat = (name: string): name is ExportFormat => ["json", "ndjson", "csv"].includes(name);

async function main(): Promise<void> {
  if (!isFormat(format)) throw new Error(`${format} is no format.`);
  const folder = await mkdtemp(join(tmpdir(), "bench-memory-"));
  const texts = Array.from({ length: 100 }, (_, index) => benchPage(index, true));
  const [early, late]: [number[], number[]] = [[], []];
  const begin = performance.now();
  let peak = 0;
  const ports: PagePorts = {
    bought: () => Promise.resolve(undefined),
    fetchPage: async (cursor) => {
      const page = cursor?.page ?? 1;
      const rss = process.memoryUsage.rss();
      // During the first 80,000 ads, the memory may grow to what it needs.
      if (page * 18 > 80_000 && page * 18 <= 100_000) early.push(rss);
      if ((pages - page) * 18 < 20_000) late.push(rss);
      peak = Math.max(peak, rss);
      await nextTurn();
      const text = texts[page % texts.length]!.replace(/"current_page":\d+/, `"current_page":${page}`);
      return { text: page < pages ? text : text.replace('"has_next_page":true', '"has_next_page":false'), receivedAt };
    },
  };
  const about = {
    version: "v2",
    platform: "mega",
    origin: "https://ads.example",
    body: "{}",
    startedAt: receivedAt,
  } as const;
  try {
    const source = pagesToExport(ports, { version: "v2", platform: "mega" }, undefined, 4);
    const done = await exportPages(localTarget(join(folder, "file")), format, about, source);
    if (!done.complete || done.pages !== pages) throw new Error(`${done.pages} of ${pages} pages`);
  } finally {
    await rm(folder, { recursive: true });
  }
  const grown = median(late) / median(early);
  const figures = {
    ...(Number(ads) > 100_000 && { [`${format}: at the end over after 100k ads`]: grown }),
    [`${format}: highest, MB`]: peak / 2 ** 20,
    [`${format}: a page, ms`]: (performance.now() - begin) / pages,
  };
  console.log(JSON.stringify(figures));
}

void main();
