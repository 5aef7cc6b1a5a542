// One process of the benchmark `parse`: prints its figures as JSON. With `cold`, those of the first pages of a process.
import { parseExact } from "../../src/api/integers";
import { readSearchPage } from "../../src/api/wire/cards";
import { adSlices } from "../../src/api/wire/slices";
import { startSampleLibrary } from "../../src/sample/index";
import { median } from "./benchPages";
import { variedPage } from "./parsePages";

type Work = (text: string) => unknown;

const floor: Work = (text) => JSON.parse(text);
const nouns: Work = (text) => readSearchPage(text, "mega", 1);

/** How long a work takes for some texts, in ms. */
function time(work: Work, texts: readonly string[]): number {
  const from = performance.now();
  for (const text of texts) work(text);
  return performance.now() - from;
}

/** The median of a work's time divided by the floor's. Each pair is measured back to back. */
function ratio(work: Work, texts: readonly string[]): number {
  const ratios = Array.from({ length: 300 }, () => time(work, texts) / time(floor, texts));
  return median(ratios.slice(100));
}

const varied = (long: "none" | "snapshot" | "ids") => Array.from({ length: 10 }, (_, page) => variedPage(page, long));

/** Pages of the sample library. Their URLs and texts are short, so they have many values in few bytes. */
async function densePages(): Promise<readonly string[]> {
  const sample = await startSampleLibrary({ adsPerPlatform: 200 });
  const pages: string[] = [];
  for (let page = 1; page <= 10; page += 1) {
    const headers = { "x-api-key": sample.key, "content-type": "application/json" };
    const body = JSON.stringify(page === 1 ? { page } : { page, last_hit: 1_700_000_000 });
    const answer = await fetch(`${sample.url}/v2/ads/mega/search`, { method: "POST", headers, body });
    pages.push(await answer.text());
  }
  await sample.close();
  return pages;
}

/** The figures once everything is compiled. */
async function warm(): Promise<Readonly<Record<string, number>>> {
  const [plain, dense] = [varied("none"), await densePages()];
  return {
    "exact integers, none long": ratio(parseExact, plain),
    "exact integers, long snapshot": ratio(parseExact, varied("snapshot")),
    "exact integers, all ids long": ratio(parseExact, varied("ids")),
    "page to nouns, 43 kB": ratio(nouns, plain),
    "page to nouns, all ids long": ratio(nouns, varied("ids")),
    "page to nouns, 16 kB of the sample": ratio(nouns, dense),
    "exact text of each ad, 43 kB": ratio(adSlices, plain),
    "exact text of each ad, 16 kB of the sample": ratio(adSlices, dense),
  };
}

/** The figures of a process that has read nothing before. */
function cold(): Readonly<Record<string, number>> {
  const [first, ...others] = varied("none");
  const one = [first ?? ""];
  const parsed = time(floor, one);
  const read = time(nouns, one);
  const pages = others.map((text) => time(nouns, [text]) / time(floor, [text]));
  return {
    "first page of a process, ms": read,
    "first page, JSON.parse, ms": parsed,
    "pages 2 to 10": median(pages),
  };
}

async function main(): Promise<void> {
  console.log(JSON.stringify(process.argv[2] === "cold" ? cold() : await warm()));
}

void main();
