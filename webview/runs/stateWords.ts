import * as l10n from "@vscode/l10n";
import type { AdState, StateCounts } from "../../src/protocol/runs";

/** The name of a state. */
export function stateName(state: AdState): string {
  switch (state) {
    case "new":
      return l10n.t("New");
    case "changed":
      return l10n.t("Changed");
    case "seen":
      return l10n.t("Unchanged");
    case "absent":
      return l10n.t("Absent");
    case "notCovered":
      return l10n.t("Not covered");
  }
}

/** What a state means, and what it does not. */
export function meaningOf(state: AdState, { figures, changed, stopped }: StateCounts): string {
  switch (state) {
    case "new":
      return l10n.t("Not in the earlier run, which covered the same pages. Some may be older ads that reappeared.");
    case "changed":
      return figures === 0 || figures > changed
        ? l10n.t("In both runs, but changed.")
        : l10n.t("In both runs, but changed. Only numbers changed in {0} of them.", figures);
    case "seen":
      return l10n.t("In both runs, unchanged.");
    case "absent":
      return stopped === 0
        ? l10n.t("Not in the newer run, which reached the end.")
        : l10n.t(
            "Not in the newer run, which reached the end. Also absent from an earlier complete run: {0}.",
            stopped,
          );
    case "notCovered":
      return l10n.t("One of the runs didn't reach this far, so these ads can't be compared.");
  }
}

const fields: ReadonlyMap<string, () => string> = new Map([
  ["title", () => l10n.t("Title")],
  ["link", () => l10n.t("Link")],
  ["post", () => l10n.t("Post")],
  ["active", () => l10n.t("Active")],
  ["traffic", () => l10n.t("Monthly traffic")],
  ["advertiser", () => l10n.t("Advertiser")],
  ["advertiser.id", () => l10n.t("Advertiser ID")],
  ["advertiser.picture", () => l10n.t("Advertiser image")],
  ["advertiser.verified", () => l10n.t("Advertiser verified")],
]);

/** The readable name of a field: the service's own name of a figure, without our prefix. */
export function fieldName(field: string): string {
  const known = fields.get(field)?.();
  if (known !== undefined) return known;
  const creative = /^creative (\d+)\.(.*)$/.exec(field);
  if (creative) return l10n.t("Creative {0}: {1}", creative[1] ?? "", creative[2] ?? "");
  return field.replace(/^(?:stats|metadata)\./, "");
}
