import * as l10n from "@vscode/l10n";

const labels: ReadonlyMap<string, () => string> = new Map([
  ["impressions", () => l10n.t("Impressions")],
  ["daysRunning", () => l10n.t("Days running")],
  ["engagementScore", () => l10n.t("Engagement score")],
  ["monthlyVisits", () => l10n.t("Monthly visits to the domain")],
]);

/** The name of a number: those of details have ours, those of cards the service's own. */
export function labelOfStat(name: string): string {
  return labels.get(name)?.() ?? name;
}
