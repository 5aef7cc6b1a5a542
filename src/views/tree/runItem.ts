import * as vscode from "vscode";
import { age } from "../age";
import type { RunRow } from "./searchNodes";

const { t } = vscode.l10n;

/** A run of a search: when, how far, and whether it is complete. Opening it costs nothing. */
export function runItem(run: RunRow): vscode.TreeItem {
  const { fetchedAt, pages, ended, credits, lastHit } = run;
  const at = new Date(fetchedAt).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const item = new vscode.TreeItem(at);
  const far = pages === 1 ? t("1 page") : t("{0} pages", pages);
  const facts = [age(fetchedAt), far, ...(ended ? [t("to the end")] : [])];
  item.description = facts.join(" · ");
  item.tooltip = [
    at,
    ended ? t("{0}, to the end of the results", far) : t("{0}; more pages exist", far),
    t("Cost {0} credits", credits),
    t("Snapshot {0}", lastHit),
    t("Open: 0 credits"),
  ].join("\n");
  item.iconPath = new vscode.ThemeIcon(ended ? "pass" : "circle-outline");
  item.contextValue = "searchRun";
  item.command = { command: "adLibrary.openRun", title: t("Open"), arguments: [{ kind: "run", row: run }] };
  item.accessibilityInformation = { label: [t("Run of {0}", at), ...facts].join(", ") };
  return item;
}
