import vscode = require("vscode");
import { age, moment } from "../age";
import type { RunRow } from "./searchNodes";

const { t } = vscode.l10n;

/** Runs of one search as rows; those that share a minute with another are told apart by their seconds. */
export function runRows(runs: readonly RunRow[]): readonly RunRow[] {
  const minutes = runs.map((run) => moment(run.fetchedAt));
  const isShared = (minute?: string) => minutes.filter((other) => other === minute).length > 1;
  return runs.map((run, at) => (isShared(minutes[at]) ? { ...run, toTheSecond: true } : run));
}

/** A run of a search: when, how far, and whether it is complete. Opening it costs nothing. */
export function runItem(run: RunRow): vscode.TreeItem {
  const { fetchedAt, pages, ended, credits, lastHit, toTheSecond } = run;
  const at = moment(fetchedAt, toTheSecond ? "medium" : "short");
  const item = new vscode.TreeItem(at);
  const far = pages === 1 ? t("1 page") : t("{0} pages", pages.toLocaleString());
  const facts = [age(fetchedAt), far, ...(ended ? [t("to the end")] : [])];
  item.description = facts.join(" · ");
  item.tooltip = [
    at,
    ended ? t("{0}, to the end of the results", far) : t("{0}; more pages exist", far),
    t("Cost {0} credits", credits.toLocaleString()),
    t("Snapshot {0}", lastHit),
    t("Open: 0 credits"),
  ].join("\n");
  item.iconPath = new vscode.ThemeIcon(ended ? "pass" : "circle-outline");
  item.contextValue = "searchRun";
  item.command = { command: "adLibrary.openRun", title: t("Open"), arguments: [{ kind: "run", row: run }] };
  item.accessibilityInformation = { label: [t("Run of {0}", at), ...facts].join(", ") };
  return item;
}
