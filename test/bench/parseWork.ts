// One process of the benchmark `parse`: prints its figures as JSON. With `cold`, that of the first pages of a process.
import { parseExact } from "../../src/api/integers";
import { readSearchPage } from "../../src/api/wire/cards";
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

/** The figures once everything is compiled. */
function warm(): Readonly<Record<string, number>> {
  return {
    "exact integers, none long": ratio(parseExact, varied("none")),
    "exact integers, long snapshot": ratio(parseExact, varied("snapshot")),
    "exact integers, all ids long": ratio(parseExact, varied("ids")),
    "page to nouns, 43 kB": ratio(nouns, varied("none")),
  };
}

/** The figure of a process that has read nothing before. */
function cold(): Readonly<Record<string, number>> {
  const [first = "", ...others] = varied("none");
  for (const work of [floor, nouns]) work(first);
  const pages = others.map((text) => time(nouns, [text]) / time(floor, [text]));
  return { "pages 2 to 10": median(pages) };
}

console.log(JSON.stringify(process.argv[2] === "cold" ? cold() : warm()));
