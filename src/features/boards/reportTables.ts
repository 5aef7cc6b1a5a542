import { countValue } from "../../protocol/ads";
import type { Point } from "../text";
import { figureOf, type ReportFacts } from "./reportFacts";
// prettier-ignore
import {
  columnName, dayText, libraryText, notes, timeText,
} from "./reportText";
import { sampleUrl } from "../../protocol/ads";

/** What a figure stands on: the number of a source, or the letter of a remark. */
export type Mark = number | "a" | "b" | "c";

/** Texts in a cell, and what they stand on. Without texts, the value was not provided. */
export interface Cell {
  readonly texts: readonly string[];
  readonly marks?: readonly Mark[];
}

/** A number of an ad over its sightings, drawn as a line. */
export interface ReportChart {
  readonly name: string;
  readonly about: string;
  readonly points: readonly Point[];
  /** What the line shows first and last. */
  readonly words: string;
  readonly marks: readonly Mark[];
}

export interface ReportTable {
  readonly level?: 2 | 3;
  readonly charts?: readonly ReportChart[];
  readonly title: string;
  readonly about: string;
  readonly intro?: string;
  /** From this column on, all are numbers. */
  readonly numbersFrom: number;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly about: string; readonly cells: readonly Cell[] }[];
}

/** How many numbers a table of ads has columns for. */
const tableFigures = 5;

/** The tables of a report. */
export const tablesOf = (facts: ReportFacts): readonly ReportTable[] => [
  allAds(facts),
  ...overSightings(facts),
  notProvided(facts),
  coverage(facts),
];

const cell = (text: string, ...marks: readonly Mark[]): Cell => ({ texts: text === "" ? [] : [text], marks });

function allAds({ ads, figureNames }: ReportFacts): ReportTable {
  const names = figureNames.slice(0, tableFigures);
  const rows = ads.map((ad) => ({
    about: `the ad “${ad.name}” in the table`,
    cells: [
      ...[ad.name, ad.advertiser, ad.platform, columnName(ad.entry.column)].map((text) => cell(text)),
      ...names.map((name) => cell(figureOf(ad, name), ad.source)),
    ],
  }));
  const heads = ["Ad", "Advertiser", "Platform", "Column", ...names];
  return { title: "All ads", about: "the table of ads", numbersFrom: 4, heads, rows };
}

/** How the numbers of ads with several sightings moved: lines, and the table of the same figures. */
function overSightings({ ads, figureNames }: ReportFacts): readonly ReportTable[] {
  const moved = ads.flatMap((ad): readonly ReportTable[] => {
    const seen = ad.sightings.filter(({ figures }) => figures.size > 0);
    const provided = (name: string) => seen.filter((one) => figureOf(one, name) !== "");
    const names = figureNames.filter((name) => provided(name).length > 1).slice(0, tableFigures);
    if (names.length === 0) return [];
    const about = `the numbers of the ad “${ad.name}” over its sightings`;
    const rows = seen.map((one) => ({
      about,
      cells: [cell(timeText(one.received)), ...names.map((name) => cell(figureOf(one, name), one.source))],
    }));
    const charts = names.map((name): ReportChart => {
      const points = seen.map((one) => ({ at: Date.parse(one.received), value: numberOf(figureOf(one, name)) }));
      const ends = [provided(name)[0], provided(name).at(-1)].flatMap((one) => one ?? []);
      const words = ends.map((one) => `${figureOf(one, name)} on ${dayText(one.received)}`).join(" → ");
      const marks = [...new Set(provided(name).map(({ source }) => source))];
      return { name, about: `“${name}” of the ad “${ad.name}”`, points, words, marks };
    });
    return [{ level: 3, title: ad.name, about, numbersFrom: 1, heads: ["Received", ...names], rows, charts }];
  });
  const about = "the numbers over sightings";
  const head = { title: "Numbers over sightings", about, intro: notes.sightings, numbersFrom: 0, heads: [], rows: [] };
  return moved.length === 0 ? [] : [head, ...moved];
}

const numberOf = (figure: string) => countValue(figure.replaceAll(",", ""));

function notProvided({ notProvided: fields, ads }: ReportFacts): ReportTable {
  const about = "what is not provided";
  const rows = fields.map(({ field, ads: lacking }) => {
    const whose = lacking.length < ads.length ? lacking.map(({ name }) => name) : ["All"];
    const marks = [...new Set(lacking.map(({ source }) => source))];
    return { about, cells: [cell(field), { texts: whose }, cell(`${lacking.length} of ${ads.length}`, ...marks)] };
  });
  const intro =
    rows.length > 0
      ? "The service sent no value. That is not zero."
      : "Nothing: the stored answers have these facts and figures of every ad.";
  return { title: "Not provided", about, intro, numbersFrom: 2, heads: ["Value", "Ads", "Not provided"], rows };
}

function coverage(facts: ReportFacts): ReportTable {
  const about = "the coverage";
  const rows = facts.searches.map((search) => {
    const { words, library, from, to, ads, pages, sources, credits } = search;
    const times = from === to ? timeText(from) : `${timeText(from)} – ${timeText(to)}`;
    const plain = [words, libraryText(library)].map((text) => cell(text));
    const counts = [cell(String(ads), "a"), cell(library === sampleUrl ? "0 (sample)" : String(credits), "b")];
    const cells = [
      ...plain,
      cell(pages.length === 0 ? "details" : pages.join(", "), ...sources),
      cell(times),
      ...counts,
    ];
    return { about: `${about} of “${words}”`, cells };
  });
  const total = ["Total", "–", "–", "–"].map((text) => cell(text));
  const totals = [...total, cell(String(facts.ads.length), "a"), cell(String(facts.credits), "b")];
  const heads = ["Search", "Library", "Pages", "Received", "Ads here", "Credits"];
  return {
    title: "Coverage",
    about,
    intro: notes.limits,
    numbersFrom: 4,
    heads,
    rows: [...rows, { about, cells: totals }],
  };
}
