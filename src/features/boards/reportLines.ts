import { labelText, plainLines } from "../text";
import { figureOf, type ReportAd, type ReportFacts } from "./reportFacts";
import type { Around, Pen } from "./reportHtml";
import { type Cell, type Mark, type ReportTable, tablesOf } from "./reportTables";
// prettier-ignore
import {
  byline, columnName, counted, daysText, headFigures, notes, type ReportLine, sourceWords,
} from "./reportText";

type Part = Omit<ReportLine, "text"> & { readonly text: string | undefined };

const line = (text: string | undefined, about = "the page"): Part => ({ text, about });
const within = ([open, close]: Around, parts: readonly Part[], about: string): readonly Part[] => [
  ...[line(open, about), ...parts, line(close, about)],
];
const list = (around: Around, parts: readonly Part[], about: string) =>
  parts.length === 0 ? [] : within(around, parts, about);
const marked = (pen: Pen, marks: readonly Mark[]) => marks.map(pen.mark).join(" ");

/** A report as lines in the format of a pen. */
export function reportLines(facts: ReportFacts, pen: Pen): readonly ReportLine[] {
  const { title, ads, from, to, columns, sources, pictured } = facts;
  const about = "the sources";
  const remarks = [["a", notes.counted], ["b", notes.credits], ["c", notes.pictures]] as const; // prettier-ignore
  const tiles = headFigures(facts).map(([name, count]) =>
    line(pen.figure(name, `${count}${pen.mark("a")}`), `the figure “${name}”`),
  );
  const stored = sources.map((each) =>
    line(pen.source(each.number, `${pen.text(each.words)}: ${pen.text(sourceWords(each))}`), `source ${each.number}`),
  );
  const own = remarks.slice(0, pictured ? 3 : 2).map(([mark, words]) => line(pen.source(mark, words), about));
  const parts = [
    ...pen.begin,
    line(pen.title(title), "the title"),
    line(pen.lead(`${counted(ads.length, "ad")}, observed ${daysText(from, to)} (UTC)`), "the number of ads and the days"), // prettier-ignore
    ...within(pen.figures("tiles"), tiles, "the page"),
    ...columns.flatMap(({ name, ads: some }) => {
      const section = pen.section(2, pen.text(columnName(name)), counted(some.length, "ad") + pen.mark("a"));
      const cards = some.flatMap((ad) => cardParts(ad, facts.figureNames, pen));
      const column = `the column “${columnName(name)}”`;
      return within(section, list(pen.cards, cards, column), column);
    }),
    ...tablesOf(facts).flatMap((table) => tableParts(table, pen)),
    ...within(pen.section(2, "Sources"), [...within(pen.sources("1"), stored, about), ...within(pen.sources("a"), own, about)], about), // prettier-ignore
    line(pen.end(notes.check)),
  ];
  return parts.flatMap(({ text, about: what }) => (text === undefined ? [] : [{ text, about: what }]));
}

function cardParts(ad: ReportAd, names: readonly string[], pen: Pen): readonly Part[] {
  const { entry, name, link, source, problem, picture } = ad;
  const [of, mark] = [`of the ad “${name}”`, pen.mark(source)];
  const own = names.filter((one) => ad.figures.has(one));
  const figures = own.map((one) =>
    line(pen.figure(pen.text(one), pen.text(figureOf(ad, one)) + mark), `the figure “${one}” ${of}`),
  );
  const shown = picture && (picture.leftOut ? pen.facts(notes.leftOut, true) : pen.picture(picture));
  const words = problem === undefined ? byline(ad).map(pen.text).join(" · ") : pen.text(problem);
  const marks = mark + (picture ? ` ${pen.mark("c")}` : "");
  const tags = entry.tags.map(labelText).filter(Boolean);
  const parts = [
    line(pen.cardTitle(name), `the title ${of}`),
    line(shown, `the picture ${of}`),
    line(pen.facts(words + marks, problem !== undefined), `the facts ${of}`),
    ...list(pen.figures("figures"), figures, `the figures ${of}`),
    line(entry.note === "" ? undefined : pen.note(plainLines(entry.note)), `the note ${of}`),
    line(tags.length === 0 ? undefined : pen.tags(tags), `the tags ${of}`),
    line(link === undefined ? undefined : pen.link(link), `the link ${of}`),
  ];
  return within(pen.card, parts, `the ad “${name}”`);
}

function tableParts({ level = 2, title, about, intro, charts = [], numbersFrom, heads, rows }: ReportTable, pen: Pen) {
  const cellWords = ({ texts, marks = [] }: Cell) =>
    texts.length === 0 ? pen.absent : texts.map(pen.text).join(" · ") + marked(pen, marks);
  const drawn = charts.map((chart) => line(pen.chart(chart, marked(pen, chart.marks)), `the chart of ${chart.about}`));
  const told = rows.map((row) => line(pen.row(row.cells.map(cellWords), numbersFrom), row.about));
  const parts = [...list(pen.charts, drawn, about), ...list(pen.table(heads.map(pen.text), numbersFrom), told, about)];
  return within(pen.section(level, pen.text(title), intro), parts, about);
}
