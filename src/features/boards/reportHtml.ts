import { htmlText, lineChart } from "../text";
import type { ReportAd, ReportFacts } from "./reportFacts";
import { reportStyle } from "./reportStyle";
import type { Mark, ReportChart } from "./reportTables";
import { type ReportLine, sha256 } from "./reportText";

/** The policy of the page: nothing is loaded, sent, or run, and only pictures in the page are shown. The one style is the report's own. */
const policyOf = (pictured: boolean) =>
  `default-src 'none'; ${pictured ? "img-src data:; " : ""}style-src 'sha256-${sha256(reportStyle, "base64")}'; base-uri 'none'; form-action 'none'`;

const cellsOf = (tag: "th" | "td", words: readonly string[], from: number) =>
  words.map((word, at) => `<${tag}${at < from ? "" : ' class="number"'}>${word}</${tag}>`).join("");
const around = (...both: Around) => both;
const paragraph = (kind: string, words: string) => `<p class="${kind}">${words}</p>`;

/** What comes before and after some lines. */
export type Around = readonly [open: string | undefined, close: string | undefined];

/** Writes the parts of a report in a format. What is called foreign is not in it yet. */
export type Pen = ReturnType<typeof htmlPen>;

/** A report as one HTML page without scripts. `claims` is what it is made of, as JSON. */
export const htmlPen = (facts: ReportFacts, claims: string) => ({
  begin: beginOf(facts, claims),
  end: (words: string) => `<footer>${words}</footer>\n</main>\n</body>\n</html>`,
  text: (foreign: string) => `<bdi>${htmlText(foreign)}</bdi>`,
  mark: (to: Mark) => `<sup><a href="#source-${to}">${to}</a></sup>`,
  absent: '<i class="absent">not provided</i>',
  title: (foreign: string) => `<h1 dir="auto">${htmlText(foreign)}</h1>`,
  lead: (words: string) => paragraph("lead", words),
  figures: (kind: "tiles" | "figures"): Around => [`<dl class="${kind}">`, "</dl>"],
  figure: (name: string, words: string) => `<div><dt>${name}</dt><dd>${words}</dd></div>`,
  section: (level: 2 | 3, words: string, intro?: string): Around => [
    `<section>\n<h${level}>${words}</h${level}>${intro === undefined ? "" : `\n${paragraph("by", intro)}`}`,
    "</section>",
  ],
  cards: around('<div class="ads">', "</div>"),
  card: around('<article class="ad">', "</article>"),
  cardTitle: (foreign: string) => `<h3 dir="auto">${htmlText(foreign)}</h3>`,
  picture: ({ mimeType, bytes }: NonNullable<ReportAd["picture"]>) =>
    `<img src="data:${mimeType};base64,${bytes.toString("base64")}" alt="Picture of the ad">`,
  facts: (words: string, isProblem: boolean) => paragraph(isProblem ? "problem" : "by", words),
  note: (lines: readonly string[]) =>
    `<div class="note" dir="auto">${lines.map((text) => `<p>${htmlText(text)}</p>`).join("")}</div>`,
  tags: (foreign: readonly string[]) =>
    `<ul class="tags">${foreign.map((tag) => `<li><bdi>${htmlText(tag)}</bdi></li>`).join("")}</ul>`,
  link: (url: string) => paragraph("more", `<a href="${htmlText(url)}" rel="noreferrer noopener">View the ad</a>`),
  charts: around('<div class="charts">', "</div>"),
  chart: ({ name, points, words }: ReportChart, marks: string): string | undefined =>
    `<figure><figcaption><bdi>${htmlText(name)}</bdi>${marks}</figcaption>${lineChart(points, htmlText(`${name}: ${words}`))}${paragraph("by", htmlText(words))}</figure>`,
  table: (heads: readonly string[], from: number): Around => [
    `<div class="wide">\n<table>\n<thead><tr>${cellsOf("th", heads, from)}</tr></thead>\n<tbody>`,
    "</tbody>\n</table>\n</div>",
  ],
  row: (cells: readonly string[], from: number) => `<tr>${cellsOf("td", cells, from)}</tr>`,
  sources: (kind: "1" | "a"): Around => [`<ol class="sources" type="${kind}">`, "</ol>"],
  source: (mark: Mark, words: string) => `<li id="source-${mark}">${words}</li>`,
});

function beginOf({ title, pictured }: ReportFacts, claims: string): readonly ReportLine[] {
  const meta = (attributes: string) => `<meta ${attributes}>`;
  const viewport = 'name="viewport" content="width=device-width, initial-scale=1"';
  return [
    { text: `<!doctype html>\n<html lang="en">\n<head>\n${meta('charset="utf-8"')}`, about: "the page" },
    { text: meta(`http-equiv="Content-Security-Policy" content="${policyOf(pictured)}"`), about: "the page's policy" },
    { text: `${meta(viewport)}\n${meta('name="referrer" content="no-referrer"')}`, about: "the page" },
    { text: meta(`name="ad-library-board" content="${htmlText(claims)}"`), about: "the board" },
    { text: `<title>${htmlText(title)}</title>`, about: "the title" },
    { text: `<style>${reportStyle}</style>\n</head>`, about: "the style" },
    { text: `<body>\n<main>\n${paragraph("kicker", "Ad research report")}`, about: "the page" },
  ];
}
