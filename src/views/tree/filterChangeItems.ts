import vscode = require("vscode");
import { noIcons } from "../noIcons";
import type { FilterChangeRow, TouchedSearchRow } from "./searchNodes";

const { t } = vscode.l10n;

/** A platform's changed filters; a click shows them side by side and removes the row. */
export function filterChangeItem({ id, label, description, tooltip, touched }: FilterChangeRow): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem({ label }, touched.length > 0 ? Expanded : None);
  item.id = `filters ${id}`;
  item.description = description;
  item.tooltip = noIcons(tooltip);
  item.iconPath = new vscode.ThemeIcon(touched.length > 0 ? "warning" : "info");
  item.contextValue = "filterChange";
  item.command = { command: "adLibrary.showFilterChanges", title: t("Show Filter Changes"), arguments: [{ id }] };
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
  item.command = { title: t("Open"), command: open.command, arguments: [...open.arguments] };
  item.accessibilityInformation = { label: `${name}, ${problem}` };
  return item;
}
