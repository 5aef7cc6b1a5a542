import * as l10n from "@vscode/l10n";
import type { Spent } from "../../protocol/credits";
import type { AdState, Comparison, ComparedAd, ComparedRun } from "../../protocol/runs";
import { stopWords } from "../export";
import type { CheckResult } from "./checkForNew";
import { differenceWords } from "./compareRuns";

export const stateNames: Readonly<Record<AdState, () => string>> = {
  launched: () => l10n.t("Launched"),
  firstSeen: () => l10n.t("First seen"),
  changed: () => l10n.t("Changed"),
  seen: () => l10n.t("Unchanged"),
  absent: () => l10n.t("Absent"),
  notCovered: () => l10n.t("Not covered"),
};

/** What is known of an ad that no run before has; undefined for any other. */
export function newWords({ state, daysRunning }: Pick<ComparedAd, "state" | "daysRunning">): string | undefined {
  if (state === "launched")
    return daysRunning === 1
      ? l10n.t("launched, running 1 day")
      : l10n.t("launched, running {0} days", daysRunning ?? 0);
  if (state !== "firstSeen") return undefined;
  if (daysRunning === undefined) return l10n.t("first seen, running time not provided");
  return daysRunning === 1 ? l10n.t("first seen, running 1 day") : l10n.t("first seen, running {0} days", daysRunning);
}

/** A number as text: with separators for a person, in digits alone for a file or a terminal. */
type CountText = (count: number) => string;

/** How a check went: what it found, and which of its limits stopped it. */
export function checkStopWords(result: CheckResult, knownPages: number, countText: CountText = String): string {
  const { first, ads, beyond, pages, startedOver, notKept = 0 } = result;
  if (pages === 0) return uncheckedWords(result, knownPages, countText);
  return [
    ...(startedOver
      ? [l10n.t("A stored page of an unfinished check can't be read, so this check bought a new result.")]
      : []),
    first
      ? ads === 1
        ? l10n.t("First run: 1 ad. The next check compares against it.")
        : l10n.t("First run: {0} ads. The next check compares against it.", countText(ads))
      : foundWords(result, countText),
    ...(beyond === 1 ? [l10n.t("1 more is on a page that no earlier run covered and may be older.")] : []),
    ...(beyond > 1
      ? [l10n.t("{0} more are on pages that no earlier run covered and may be older.", countText(beyond))]
      : []),
    checkedWords(result, knownPages, countText),
    ...(notKept > 0 ? [notKeptWords(notKept, countText), l10n.t("The next check may buy them again.")] : []),
  ].join(" ");
}

/** @param credits what the answers cost */
export const notKeptWords = (credits: number, countText: CountText = String): string =>
  l10n.t("Answers worth {0} credits couldn't be stored in the archive.", countText(credits));

/** What a check spent, certainly and perhaps. */
export function spentWords({ credits, uncertain }: Spent, countText: CountText = String): string {
  const spent = l10n.t("Spent {0} credits.", countText(credits));
  return uncertain === 0 ? spent : `${spent} ${l10n.t("{0} more may have been charged.", countText(uncertain))}`;
}

function foundWords({ found, ads: count, beyond, stopped }: CheckResult, countText: CountText): string {
  const ads = countText(count);
  if (count === 0) return l10n.t("No ads match this search.");
  // Of those on pages that no earlier run covered, nobody knows.
  const noneIsNew = found.length === 0 && beyond === 0;
  if (noneIsNew && stopped === "noId") return l10n.t("None of the ads that have an ID are new.");
  if (noneIsNew) return count === 1 ? l10n.t("The only ad isn't new.") : l10n.t("None of the {0} ads are new.", ads);
  const launched = found.filter(({ state }) => state === "launched").length;
  const untimed = found.filter(({ daysRunning }) => daysRunning === undefined).length;
  const [some, others] = [countText(launched), countText(found.length - launched)];
  return [
    count === 1
      ? l10n.t("Of 1 ad: {0} launched since the last run, {1} first seen.", some, others)
      : l10n.t("Of {0} ads: {1} launched since the last run, {2} first seen.", ads, some, others),
    ...(untimed > 0 ? [l10n.t("Running time not provided: {0}.", countText(untimed))] : []),
  ].join(" ");
}

/** Without a page, nothing is known of the search's ads. */
function uncheckedWords(result: CheckResult, knownPages: number, countText: CountText): string {
  switch (result.stopped) {
    case "cancelled":
      return l10n.t("Canceled before the first page.");
    case "failed":
      return l10n.t("Stopped before the first page.");
    case "cap":
      return l10n.t("Not checked, because the credits you agreed to are used up.");
    default:
      return checkedWords(result, knownPages, countText);
  }
}

function checkedWords({ stopped, pages, notKept = 0 }: CheckResult, knownPages: number, countText: CountText): string {
  const checked = pages === 1 ? l10n.t("1 page") : l10n.t("{0} pages", countText(pages));
  const goesOn = notKept > 0 ? "" : ` ${l10n.t("The next check continues there.")}`;
  switch (stopped) {
    case "known":
      return knownPages === 1
        ? l10n.t("Checked {0}; the last one had only known ads.", checked)
        : l10n.t("Checked {0}; the last {1} had only known ads.", checked, knownPages);
    case "empty":
      return knownPages === 1
        ? l10n.t("Checked {0}; the last one had no new ads.", checked)
        : l10n.t("Checked {0}; the last {1} had no new ads.", checked, knownPages);
    case "noId":
      return knownPages === 1
        ? l10n.t("Checked {0}; the last one had no new ads, except perhaps those without an ID.", checked)
        : l10n.t("Checked {0}; the last {1} had no new ads, except perhaps those without an ID.", checked, knownPages);
    case "cap":
      return l10n.t("Checked {0}, up to the limit you agreed to.", checked);
    case "asked":
      return l10n.t("Checked {0}, as many as the search file asks for.", checked);
    case "end":
      return l10n.t("Checked {0}, to the end of the results.", checked);
    case "cancelled":
      return l10n.t("Canceled after {0}.", checked) + goesOn;
    case "failed":
      return l10n.t("Stopped after {0}.", checked) + goesOn;
    default:
      return `${l10n.t("Checked {0}.", checked)} ${stopWords[stopped]()}`;
  }
}

/** A time as text, if need be to the second. */
type TimeText = (iso: string, toTheSecond: boolean) => string;

/** What two runs covered, and what can therefore not be said. */
export function coverageWords(
  compared: Pick<Comparison, "earlier" | "newer" | "differs">,
  timeText: TimeText = utcText,
  countText: CountText = String,
): readonly string[] {
  const { earlier, newer, differs } = compared;
  const sameMinute = timeText(earlier.fetchedAt, false) === timeText(newer.fetchedAt, false);
  const differ = differs.map(differenceWords);
  return [
    ...(differ.length > 0
      ? [[l10n.t("These are different searches, so no ad can be called new or absent."), ...differ].join(" ")]
      : []),
    l10n.t("Earlier run, {0}", depth(earlier, timeText(earlier.fetchedAt, sameMinute), countText)),
    l10n.t("Newer run, {0}", depth(newer, timeText(newer.fetchedAt, sameMinute), countText)),
    ...(newer.ended || differs.length > 0
      ? []
      : [l10n.t("The newer run stopped before the end, so no ad can be called absent.")]),
  ];
}

function depth({ pages, ended, ads: count }: ComparedRun, at: string, countText: CountText): string {
  const ads = count === 1 ? l10n.t("1 ad") : l10n.t("{0} ads", countText(count));
  if (ended) return l10n.t("{0}: {1}, complete.", at, ads);
  return pages === 1
    ? l10n.t("{0}: {1} on the first page; more pages exist.", at, ads)
    : l10n.t("{0}: {1} on the first {2} pages; more pages exist.", at, ads, countText(pages));
}

/** A time in a form that is the same on every machine. */
export function utcText(iso: string, toTheSecond = false): string {
  return iso === "" ? "–" : `${iso.slice(0, toTheSecond ? 19 : 16).replace("T", " ")} UTC`;
}
