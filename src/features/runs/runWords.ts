import * as l10n from "@vscode/l10n";
import type { AdState, Comparison, ComparedRun } from "../../protocol/runs";
import type { CheckResult } from "./checkForNew";
import { differenceWords } from "./differences";

export const stateNames: Readonly<Record<AdState, () => string>> = {
  new: () => l10n.t("New"),
  changed: () => l10n.t("Changed"),
  seen: () => l10n.t("Seen, unchanged"),
  absent: () => l10n.t("Absent"),
  notCovered: () => l10n.t("Not covered"),
};

/** How a check went: what it found, and which of its limits stopped it. */
export function stopWords(result: CheckResult, knownPages: number): string {
  const { first, newAds, ads, pages, beyond } = result;
  const found = first
    ? l10n.t("First run: {0} ads. The next check compares against it.", ads)
    : newAds === 0
      ? l10n.t("No new ads among {0}.", ads)
      : newAds === 1
        ? l10n.t("1 new ad among {0}.", ads)
        : l10n.t("{0} new ads among {1}.", newAds, ads);
  const looked = pages === 1 ? l10n.t("Checked 1 page.") : l10n.t("Checked {0} pages.", pages);
  const further =
    beyond === 0 ? [] : [l10n.t("{0} more are on pages that no earlier run covered, so they may be old.", beyond)];
  return [found, ...further, looked, stopReason(result, knownPages)].join(" ");
}

function stopReason({ stopped }: CheckResult, knownPages: number): string {
  switch (stopped) {
    case "known":
      return knownPages === 1
        ? l10n.t("Stopped at a page with only known ads.")
        : l10n.t("Stopped after {0} pages in a row with only known ads.", knownPages);
    case "cap":
      return l10n.t("Stopped at the limit you agreed to. Later pages were not checked.");
    case "end":
      return l10n.t("Stopped at the end of the results.");
    case "cancelled":
      return l10n.t("Canceled. The next check continues here.");
    case "failed":
      return l10n.t("Stopped by an error. The next check continues here.");
    case "unclear":
      return l10n.t("Stopped because the library did not say whether there are more pages.");
  }
}

/** What two runs covered, and what can therefore not be said. */
export function coverageWords(compared: Pick<Comparison, "earlier" | "newer" | "differs">): readonly string[] {
  const { earlier, newer, differs } = compared;
  const depth = ({ pages, ended, ads, fetchedAt }: ComparedRun) =>
    ended
      ? l10n.t("{0}: {1} ads, complete.", timeText(fetchedAt), ads)
      : l10n.t("{0}: {1} ads on the first {2} pages; more pages exist.", timeText(fetchedAt), ads, pages);
  const differ = differs.map(differenceWords);
  return [
    ...(differ.length > 0
      ? [[l10n.t("These are different searches, so no ad can be called new or absent."), ...differ].join(" ")]
      : []),
    l10n.t("Earlier run, {0}", depth(earlier)),
    l10n.t("Newer run, {0}", depth(newer)),
    ...(newer.ended || differs.length > 0
      ? []
      : [l10n.t("The newer run stopped before the end, so no ad can be called absent.")]),
  ];
}

/** A time in a form that is the same on every machine. */
const timeText = (iso: string) => (iso === "" ? "–" : iso.slice(0, 16).replace("T", " ") + " UTC");
