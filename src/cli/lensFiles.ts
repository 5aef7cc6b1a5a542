import type { LensSet, LensView } from "../features/lens";
import { type Clicks, type Coverage, type CreativeGroup, creativeTable, type Share } from "../protocol/lens";
import { prices } from "../protocol/credits";
import type { Action, ActionContext } from "./session";
import { boughtRunOf } from "./compareRuns";
import { exitCodes, UsageError } from "./exitCodes";
import { counted, dataText, printable } from "./screen";
import { atLeastOne } from "./session";
import { csvFile } from "../protocol/csv";

const views = ["groups", "share", "chains"] as const;
type View = (typeof views)[number];

/** `lens`: looks at bought ads of search files' runs, or of a search of the archive. Free, offline. */
export const lookAtAds: Action = async (context, { json, csv, archive, limit = "10", sort }, [view = "", ...names]) => {
  const { screen, session, signal } = context;
  const chosen = views.find((one) => one === view);
  if (!chosen) throw new UsageError(`There is no view ${printable(view)}. Use ${views.join(", ")}.`);
  if ((archive === undefined) === (names.length === 0))
    throw new UsageError("Name search files, or search what you bought with --archive QUERY.");
  if (sort !== undefined && chosen !== "groups") throw new UsageError("--sort is for lens groups.");
  const found = await session.engine.lens.look(await setOf(context, names, archive), signal);
  const seen = sort === "longest" ? { ...found, groups: found.groups.toSorted(byFirstSeen) } : found;
  const all = rowsOf(chosen, seen);
  if (json) screen.json({ view: chosen, coverage: seen.coverage, ...contentOf(chosen, seen) });
  else if (csv) process.stdout.write(dataText(csvFile([all.head, ...all.rows], session.settings.csvSeparator)));
  else {
    const most = limit === "all" ? all.rows.length : atLeastOne("--limit", limit);
    const rows = chosen === "share" ? all.rows.filter(firstOfEach(most)) : all.rows.slice(0, most);
    const columns = all.shown.map((name) => all.head.indexOf(name));
    const line = (row: readonly Cell[]) => columns.map((at) => printable(fewOf(String(row[at] ?? ""))));
    screen.table([all.head, ...rows].map(line));
    if (all.rows.length > rows.length) screen.note(`${all.rows.length - rows.length} more rows with --limit all.`);
    screen.note(coverageWords(seen.coverage));
    if (chosen === "chains") screen.note(detailWords(seen));
  }
  return seen.coverage.ads === 0 ? exitCodes.problems : exitCodes.done;
};

async function setOf(context: ActionContext, names: readonly string[], archive?: string): Promise<LensSet> {
  if (archive !== undefined) return { criteria: archive === "" ? {} : { text: archive } };
  const runs = [];
  for (const name of names) {
    const { address, run } = await boughtRunOf(context, name, 0);
    runs.push({ address, lastHit: run.lastHit });
  }
  return { runs };
}

function contentOf(view: View, { groups, shares, clicks }: LensView) {
  if (view === "groups") return { groups };
  return view === "share" ? { shares: shares() } : clicks;
}

type Cell = string | number;
interface Rows {
  /** The columns that fit a terminal; CSV has all. */
  readonly shown: readonly string[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const rowsOf = (view: View, { groups, shares, clicks }: LensView): Rows =>
  view === "groups" ? groupRows(groups) : view === "share" ? shareRows(shares()) : chainRows(clicks);

/** Lets the first rows of each field pass. */
function firstOfEach(most: number): (row: readonly Cell[]) => boolean {
  const seen = new Map<Cell | undefined, number>();
  return ([field]) => {
    seen.set(field, (seen.get(field) ?? 0) + 1);
    return (seen.get(field) ?? 0) <= most;
  };
}

const list = (texts: readonly string[]) => texts.join(" · ");
const percent = (part: number) => `${(part * 100).toFixed(1)} %`;

/** A list that is too long for a terminal: its first two texts, and how many more there are. */
function fewOf(cell: string): string {
  const texts = cell.split(" · ");
  return texts.length > 3
    ? `${list(texts.slice(0, 2))} · +${texts.length - 2}`
    : cell.replace(/^(\d{4}-\d\d-\d\d)T.*Z$/, "$1");
}

/** Those of which nothing is known come last. */
const byFirstSeen = (one: CreativeGroup, other: CreativeGroup) =>
  (one.firstSeen || "9").localeCompare(other.firstSeen || "9");

const groupRows = (groups: readonly CreativeGroup[]): Rows => ({
  shown: ["creative", "ads", "first_seen", "platforms", "advertisers", "title"],
  ...creativeTable(groups),
});

const shareHead = ["field", "value", "ads", "of_ads", "creatives", "of_creatives"];
const shareRows = (shares: readonly Share[]): Rows => ({
  ...{ shown: shareHead, head: shareHead },
  rows: shares.map((one) => [one.field, one.value, one.ads, percent(one.ofAds), one.groups, percent(one.ofGroups)]),
});

const chainHead = ["landing", "ads", "advertisers", "via", "trackers", "networks"];
const chainRows = ({ domains }: Clicks): Rows => ({
  ...{ shown: chainHead, head: chainHead },
  rows: domains.map((one) => [
    ...[one.landing, one.ads, list(one.advertisers), list(one.via), list(one.trackers), list(one.networks)],
  ]),
});

/** What the figures stand on: "Of 1284 ads on 72 pages of 3 searches, 2026-11-03 to 2026-11-20; 2 searches …". */
function coverageWords({ ads, pages, searches, unfinished = 0, from, to }: Coverage): string {
  const where =
    pages === undefined || searches === undefined
      ? ""
      : ` on ${counted(pages, "page")} of ${counted(searches, "search").replace("searchs", "searches")}`;
  const when = from === "" ? "" : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  const open = unfinished === 0 ? "" : `; ${unfinished} stopped before the end`;
  return `Observed: ${counted(ads, "ad")}${where}${when}${open}.`;
}

function detailWords({ coverage: { ads, details }, clicks: { wanted } }: LensView): string {
  const more = wanted.map(({ platform, id }) => `${platform} ${id}`).join(", ");
  const price = wanted.length * prices.adDetail;
  const offer = wanted.length === 0 ? "" : ` These would tell most, for ${price} credits: ${more}.`;
  return `${details} of ${counted(ads, "ad")} have bought details.${offer}`;
}
