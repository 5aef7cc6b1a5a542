import vscode = require("vscode");
import { figure, locale } from "../../features/text";
import { prices } from "../../protocol/credits";
import {
  adsText,
  age,
  libraryLabel,
  moment,
  newAdsText,
  noIcons,
  boughtText,
  pagesText,
  platformLabel,
  watchWords,
} from "../words";
import type {
  BoardRow,
  FilterChangeRow,
  GroupId,
  RecentSearchRow,
  RunRow,
  SavedSearchRow,
  SearchFileRow,
  TouchedSearchRow,
  WatchRow,
} from "./searchNodes";

/** Runs unfold below their search. */
const foldedWith = (runs: number) =>
  runs > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
const newWords = (count: number) => (count === 0 ? [] : [newAdsText(count)]);
const fromText = (library: string) =>
  vscode.l10n.t({ message: "from {0}", args: [library], comment: ["A library, as in: from api.example.com"] });
const fromWords = (library: string | undefined) => (library === undefined ? [] : [fromText(libraryLabel(library))]);
const boughtWords = (bought: SavedSearchRow["bought"]) => (bought ? [boughtText(bought)] : []);
const costWords = (bought: SavedSearchRow["bought"], pages = 1) => [
  bought ? vscode.l10n.t("Open what you bought: 0 credits") : vscode.l10n.t("Open without running: 0 credits"),
  vscode.l10n.t("Run: {0}, {1} credits", pagesText(pages), figure(pages * prices.search)),
];

/** How a search is watched: "every Monday, next Mon". */
const watchFacts = (watch: WatchRow | undefined) => (watch === undefined ? [] : [watchText(watch)]);

function watchText({ every, next, isDue }: WatchRow): string {
  if (isDue) return vscode.l10n.t("{0}, due", watchWords[every]());
  const day = new Date(next).toLocaleDateString(locale(), { weekday: "short" });
  return vscode.l10n.t("{0}, next {1}", watchWords[every](), day);
}

const watchLines = (watch: WatchRow | undefined) =>
  watch === undefined
    ? []
    : [
        vscode.l10n.t("Checked {0}, for at most {1} credits each time", ...watchLimits(watch)),
        watch.isAllowed ? vscode.l10n.t("Allowed without asking") : vscode.l10n.t("Asks before each check"),
      ];
const watchLimits = ({ every, credits }: WatchRow) => [watchWords[every](), figure(credits)];

/** New ads first, then a check that is due. */
function iconOf(newAds: number, watch: WatchRow | undefined, usual: NonNullable<vscode.TreeItem["iconPath"]>) {
  if (newAds > 0) return new vscode.ThemeIcon("sparkle");
  return watch?.isDue === true ? new vscode.ThemeIcon("bell-dot") : usual;
}

/** A saved search: what is bought, or when it ran, and what a click and a run cost. */
export function savedItem(row: SavedSearchRow, icon?: vscode.TreeItem["iconPath"]): vscode.TreeItem {
  const { id, name, platform, lastRunAt, bought, otherLibrary, runs = 0, newAds = 0, watch } = row;
  const item = new vscode.TreeItem({ label: noIcons(name) }, foldedWith(runs));
  const ran = lastRunAt === undefined ? vscode.l10n.t("not run yet") : age(lastRunAt);
  const from = fromWords(otherLibrary);
  const facts = [...newWords(newAds), platformLabel(platform), ...from, ...(bought ? boughtWords(bought) : [ran])];
  facts.splice(watch?.isDue ? 0 : newWords(newAds).length + 1, 0, ...watchFacts(watch));
  item.id = id;
  item.description = noIcons(facts.join(" · "));
  item.tooltip = [
    name,
    platformLabel(platform),
    ...newWords(newAds),
    ...from.map((library) => vscode.l10n.t("Saved {0}, from a different library", library)),
    lastRunAt === undefined ? vscode.l10n.t("Not run yet") : vscode.l10n.t("Last run {0}", moment(lastRunAt)),
    bought ? boughtText(bought) : vscode.l10n.t("Nothing bought"),
    ...watchLines(watch),
    ...costWords(bought),
  ].join("\n");
  item.iconPath = iconOf(newAds, watch, icon ?? new vscode.ThemeIcon("search"));
  item.contextValue = "savedSearch";
  item.command = { command: "adLibrary.runSavedSearch", title: vscode.l10n.t("Open"), arguments: [{ id, run: false }] };
  item.accessibilityInformation = { label: [name, ...facts].join(", ") };
  return item;
}

/** A search that ran recently. */
export function recentItem(row: RecentSearchRow, icon?: vscode.TreeItem["iconPath"]): vscode.TreeItem {
  const { label = vscode.l10n.t("All ads"), platform, at, bought, otherLibrary } = row;
  const item = new vscode.TreeItem({ label: noIcons(label) });
  const from = fromWords(otherLibrary);
  const facts = [platformLabel(platform), ...from, ...(bought ? boughtWords(bought) : [age(at)])];
  item.description = noIcons(facts.join(" · "));
  item.tooltip = [
    label,
    vscode.l10n.t("{0}, {1}", platformLabel(platform), moment(at)),
    ...from,
    ...boughtWords(bought),
    ...costWords(bought),
  ].join("\n");
  item.accessibilityInformation = { label: [label, ...facts].join(", ") };
  item.iconPath = icon ?? new vscode.ThemeIcon("history");
  item.contextValue = "recentSearch";
  item.command = {
    command: "adLibrary.openExplorer",
    title: vscode.l10n.t("Open"),
    arguments: [{ kind: "recent", row: { search: row.search } }],
  };
  return item;
}

const groupWords: Readonly<Record<GroupId, () => readonly [label: string, tooltip: string]>> = {
  recent: () => [vscode.l10n.t("Recent"), vscode.l10n.t("Searches run recently on this machine")],
  files: () => [vscode.l10n.t("In This Workspace"), vscode.l10n.t("Search files (.adsearch.json) of the open folders")],
  boards: () => [vscode.l10n.t("Boards"), vscode.l10n.t("Boards (.adboard.json) of the open folders")],
};

/** Several rows as one, which for recent searches is folded. */
export function groupItem(id: GroupId, count: number): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const [label, tooltip] = groupWords[id]();
  const item = new vscode.TreeItem(label, id === "recent" ? Collapsed : Expanded);
  item.id = id;
  item.description = String(count);
  item.tooltip = tooltip;
  // Without this, screen readers read out the tooltip as the name.
  item.accessibilityInformation = { label: `${label}, ${count}` };
  if (id === "recent") item.contextValue = "recentGroup";
  return item;
}

/** A search file; a broken one says what is wrong first. */
export function fileItem(row: SearchFileRow, icon?: vscode.TreeItem["iconPath"]): vscode.TreeItem {
  const { path, name, platform, problem, target, bought, pages, runs = 0, newAds = 0, watch } = row;
  const item = new vscode.TreeItem({ label: noIcons(name) }, foldedWith(runs));
  const kind = platform === undefined ? vscode.l10n.t("Unknown platform") : platformLabel(platform);
  const facts = [...newWords(newAds), kind, ...boughtWords(bought)];
  facts.splice(watch?.isDue ? 0 : newWords(newAds).length + 1, 0, ...watchFacts(watch));
  item.id = `file ${target.uri.toString()}`;
  item.resourceUri = target.uri;
  item.description = noIcons(problem ?? facts.join(" · "));
  item.tooltip = [
    name,
    path,
    ...facts,
    ...watchLines(watch),
    ...(problem === undefined ? costWords(bought, pages).slice(1) : [problem]),
  ].join("\n");
  const usual = iconOf(newAds, watch, icon ?? new vscode.ThemeIcon("file-code"));
  item.iconPath = problem === undefined ? usual : new vscode.ThemeIcon("warning");
  item.contextValue = "searchFile";
  if (problem !== undefined) item.contextValue = "searchFileBroken";
  item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [target.uri] };
  item.accessibilityInformation = { label: [name, ...(problem === undefined ? facts : [problem])].join(", ") };
  return item;
}

/** A board; a broken one says what is wrong first. */
export function boardItem({ uri, path, name, ads = 0, problem }: BoardRow): vscode.TreeItem {
  const item = new vscode.TreeItem({ label: noIcons(name) });
  const facts = problem ?? adsText(ads);
  item.id = `board ${uri.toString()}`;
  item.resourceUri = uri;
  item.description = noIcons(facts);
  item.tooltip = [name, path, facts].join("\n");
  item.iconPath = new vscode.ThemeIcon(problem === undefined ? "pinned" : "warning");
  item.contextValue = "board";
  if (problem !== undefined) item.contextValue = "boardBroken";
  item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
  item.accessibilityInformation = { label: `${name}, ${facts}` };
  return item;
}

/** Runs of one search as rows; those that share a minute with another are told apart by their seconds. */
export function runRows(runs: readonly RunRow[]): readonly RunRow[] {
  const minutes = runs.map((run) => moment(run.fetchedAt));
  const isShared = (minute?: string) => minutes.filter((other) => other === minute).length > 1;
  return runs.map((run, at) => (isShared(minutes[at]) ? { ...run, toTheSecond: true } : run));
}

/** A run of a search: when, how far, and whether it is complete. Opening it costs nothing. */
export function runItem(run: RunRow): vscode.TreeItem {
  const { fetchedAt, pages, ended, lastHit, toTheSecond, from } = run;
  const whose = from === undefined ? [] : [fromText(from)];
  const at = moment(fetchedAt, toTheSecond ? "medium" : "short");
  const item = new vscode.TreeItem(at);
  const far = pagesText(pages);
  const facts = [age(fetchedAt), far, ...(ended ? [vscode.l10n.t("to the end")] : []), ...whose];
  item.description = facts.join(" · ");
  item.tooltip = [
    at,
    ended ? vscode.l10n.t("{0}, to the end of the results", far) : vscode.l10n.t("{0}; more pages exist", far),
    vscode.l10n.t("Cost {0} credits", figure(pages * prices.search)),
    vscode.l10n.t("Snapshot {0}", lastHit),
    ...whose,
    vscode.l10n.t("Open: 0 credits"),
  ].join("\n");
  item.iconPath = new vscode.ThemeIcon(ended ? "pass" : "circle-outline");
  item.contextValue = "searchRun";
  item.command = { command: "adLibrary.openRun", title: vscode.l10n.t("Open"), arguments: [{ kind: "run", row: run }] };
  item.accessibilityInformation = { label: [vscode.l10n.t("Run of {0}", at), ...facts].join(", ") };
  return item;
}

/** A platform's changed filters; a click shows them side by side and removes the row. */
export function filterChangeItem({ id, label, description, tooltip, touched }: FilterChangeRow): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem({ label }, touched.length > 0 ? Expanded : None);
  item.id = `filters ${id}`;
  item.description = description;
  item.tooltip = noIcons(tooltip);
  item.iconPath = new vscode.ThemeIcon(touched.length > 0 ? "warning" : "info");
  item.contextValue = "filterChange";
  item.command = {
    command: "adLibrary.showFilterChanges",
    title: vscode.l10n.t("Show Filter Changes"),
    arguments: [{ id }],
  };
  item.accessibilityInformation = { label: `${label}, ${description}` };
  return item;
}

/** A search that the new filters break, with its first error. */
export function touchedItem({ name, problem, open }: TouchedSearchRow): vscode.TreeItem {
  const item = new vscode.TreeItem({ label: noIcons(name) });
  item.description = noIcons(problem);
  item.tooltip = noIcons(`${name}\n${problem}`);
  item.iconPath = new vscode.ThemeIcon("search");
  item.contextValue = "touchedSearch";
  item.command = { title: vscode.l10n.t("Open"), command: open.command, arguments: [...open.arguments] };
  item.accessibilityInformation = { label: `${name}, ${problem}` };
  return item;
}
