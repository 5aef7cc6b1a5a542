import vscode = require("vscode");
import { prices } from "../../protocol/credits";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { age, moment } from "../age";
import { noIcons } from "../noIcons";
import type { RecentSearchRow, SavedSearchRow, SearchFileRow } from "./searchNodes";

const { t } = vscode.l10n;
const labelOf = (token: PlatformToken) => platforms.find((platform) => platform.token === token)?.label ?? token;
const pages = (count: number) => (count === 1 ? t("1 page owned") : t("{0} pages owned", count.toLocaleString()));

/** A library's name as a person knows it. */
const libraryLabel = (name: string) => (name === "sample:" ? t("Sample library") : name.replace(/^https?:\/\//, ""));

/** Runs unfold below their search. */
const foldedWith = (runs: number) =>
  runs > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
const newWords = (count: number) =>
  count === 0 ? [] : [count === 1 ? t("1 new ad") : t("{0} new ads", count.toLocaleString())];

/** A saved search: when it ran, what is owned of that run, and what a click and a run cost. */
export function savedItem({
  id,
  name,
  platform,
  lastRunAt,
  ownedPages,
  otherLibrary,
  runs = 0,
  newAds = 0,
}: SavedSearchRow): vscode.TreeItem {
  const item = new vscode.TreeItem({ label: noIcons(name) }, foldedWith(runs));
  const ran = lastRunAt === undefined ? t("not run yet") : age(lastRunAt);
  const from = otherLibrary === undefined ? [] : [t("from {0}", libraryLabel(otherLibrary))];
  const facts = [...newWords(newAds), labelOf(platform), ...from, ...(ownedPages > 0 ? [pages(ownedPages)] : []), ran];
  item.id = id;
  item.description = noIcons(facts.join(" · "));
  item.tooltip = [
    name,
    labelOf(platform),
    ...newWords(newAds),
    ...from.map((library) => t("Saved {0}, from a different library", library)),
    lastRunAt === undefined ? t("Not run yet") : t("Last run {0}", moment(lastRunAt)),
    ownedPages > 0 ? pages(ownedPages) : t("Nothing owned"),
    ownedPages > 0 ? t("Open what you own: 0 credits") : t("Open without running: 0 credits"),
    t("Run: {0} credits per page", prices.search),
  ].join("\n");
  item.iconPath = new vscode.ThemeIcon(newAds > 0 ? "sparkle" : "search");
  item.contextValue = "savedSearch";
  item.command = { command: "adLibrary.runSavedSearch", title: t("Open"), arguments: [{ id, run: false }] };
  item.accessibilityInformation = { label: [name, ...facts].join(", ") };
  return item;
}

/** A search that ran recently. */
export function recentItem({ label, platform, at, search }: RecentSearchRow): vscode.TreeItem {
  const item = new vscode.TreeItem({ label: noIcons(label ?? t("All ads")) });
  item.description = `${labelOf(platform)} · ${age(at)}`;
  item.tooltip = [
    label ?? t("All ads"),
    t("{0}, {1}", labelOf(platform), moment(at)),
    t("Open without running: 0 credits"),
    t("Run: {0} credits per page", prices.search),
  ].join("\n");
  item.accessibilityInformation = { label: `${label ?? t("All ads")}, ${item.description}` };
  item.iconPath = new vscode.ThemeIcon("history");
  item.contextValue = "recentSearch";
  item.command = { command: "adLibrary.openExplorer", title: t("Open"), arguments: [search] };
  return item;
}

/** The recent searches as one folded row. */
export function groupItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(t("Recent"), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = "recent";
  item.description = String(count);
  item.tooltip = t("Searches run recently on this machine");
  // Without this, screen readers read out the tooltip as the name.
  item.accessibilityInformation = { label: `${t("Recent")}, ${count}` };
  item.contextValue = "recentGroup";
  return item;
}

/** A search file; a broken one says what is wrong first. */
export function fileItem(row: SearchFileRow): vscode.TreeItem {
  const { path, name, platform, problem, target, runs = 0, newAds = 0 } = row;
  const item = new vscode.TreeItem({ label: noIcons(name) }, foldedWith(runs));
  const kind = platform === undefined ? t("Unknown platform") : labelOf(platform);
  const label = [...newWords(newAds), kind].join(" · ");
  item.id = `file ${target.uri.toString()}`;
  item.resourceUri = target.uri;
  item.description = noIcons(problem ?? label);
  item.tooltip = [
    ...[name, path, label],
    ...(problem === undefined ? [t("Run: {0} credits per page", prices.search)] : [problem]),
  ].join("\n");
  item.iconPath = new vscode.ThemeIcon(problem === undefined ? "file-code" : "warning");
  item.contextValue = "searchFile";
  if (problem !== undefined) item.contextValue = "searchFileBroken";
  item.command = { command: "vscode.open", title: t("Open"), arguments: [target.uri] };
  item.accessibilityInformation = { label: `${name}, ${problem ?? label}` };
  return item;
}

/** The search files of the open folders as one row. */
export function fileGroupItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(t("In This Workspace"), vscode.TreeItemCollapsibleState.Expanded);
  item.id = "files";
  item.description = String(count);
  item.tooltip = t("Search files (.adsearch.json) of the open folders");
  item.accessibilityInformation = { label: `${t("In This Workspace")}, ${count}` };
  item.contextValue = "searchFileGroup";
  return item;
}
