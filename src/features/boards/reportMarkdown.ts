import { markdownText, markdownUrl } from "../text";
import type { Pen } from "./reportHtml";
import { pictureFolder } from "./reportText";

/** How the first line of every report in Markdown begins. */
export const markdownMark = "<!-- Report of Ad Library Explorer, format ";

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The same report as Markdown, with a footnote for each figure. A chart is only the table that it is made of. */
export const markdownPen = (format: number): Pen => ({
  begin: [{ text: `${markdownMark}${format} -->\n`, about: "the page" }],
  end: (words) => `\n${words}`,
  text: markdownText,
  mark: (to) => `[^${to}]`,
  absent: "*not provided*",
  title: (foreign) => `# ${markdownText(foreign)}\n`,
  lead: (words) => words,
  figures: () => ["", undefined],
  figure: (name, words) => `- ${name}: ${words}`,
  section: (level, words, intro) => [
    `\n${"#".repeat(level)} ${words}${intro === undefined ? "" : `\n\n${intro}`}`,
    undefined,
  ],
  cards: [undefined, undefined],
  card: [undefined, undefined],
  cardTitle: (foreign) => `\n### ${markdownText(foreign)}\n`,
  picture: ({ name }) => `![Picture of the ad](${pictureFolder}/${name})\n`,
  facts: (words, isProblem) => (isProblem ? `${words}\n` : words),
  note: (lines) => `\n${lines.map((text) => `> ${markdownText(text)}`.trim()).join("\n")}`,
  tags: (foreign) => `\nTags: ${foreign.map(markdownText).join(", ")}`,
  link: (url) => `\n[View the ad](<${markdownUrl(url)}>)`,
  charts: [undefined, undefined],
  chart: () => undefined,
  table: (heads, from) => [`\n${row(heads)}\n${row(heads.map((_, at) => (at < from ? "---" : "---:")))}`, undefined],
  row,
  sources: () => ["", undefined],
  source: (mark, words) => `[^${mark}]: ${words}`,
});
