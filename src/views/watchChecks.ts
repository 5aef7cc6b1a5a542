import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { Engine } from "../features/engine";
import { toFailure } from "../features/failures";
import { checkStopWords, spentWords, usualKnownPages } from "../features/runs";
import { figure } from "../features/text";
import type { CheckedWatch, Watched } from "../features/watches";
import { newAdsText, plain } from "./words";

/** A click on the price of due searches. Other extensions can't make one. */
export class DueClick {
  readonly total: number;
  readonly owners: ReadonlySet<string>;

  constructor(due: readonly Watched[]) {
    this.total = creditsOf(due);
    this.owners = new Set(due.map(({ owner }) => owner));
  }
}

export const creditsOf = (due: readonly Watched[]) => due.reduce((sum, { credits }) => sum + credits, 0);

/** What a click costs at most: "Check 4 Searches, Up to 900 Credits". */
export function checkLabel(due: readonly Watched[]): string {
  const credits = figure(creditsOf(due));
  return due.length === 1
    ? l10n.t("Check 1 Search, Up to {0} Credits", credits)
    : l10n.t("Check {0} Searches, Up to {1} Credits", due.length, credits);
}

/**
 * Tells how checks went, once for all of them, each kind of failure in its own words.
 * @param left the searches that were to be checked as well, had a failure or a cancel not come first
 */
export async function tellChecked(
  checked: readonly CheckedWatch[] | undefined,
  left: readonly Pick<CheckedWatch, "name">[] = [],
): Promise<void> {
  if (!checked) {
    void vscode.window.showInformationMessage(l10n.t("Another window is checking the watched searches."));
    return;
  }
  if (checked.length === 0) return;
  const paged = checked.filter(({ result }) => result && result.pages > 0);
  const results = paged.flatMap(({ result }) => result ?? []);
  const sum = (of: "newAds" | "credits") => results.reduce((total, result) => total + result[of], 0);
  const messages = checked.flatMap((one) => stoppedWords(one) ?? []);
  const failed = checked.filter((one) => stoppedWords(one) !== undefined);
  const first = paged.filter(({ result }) => result?.first);
  const anew = paged.filter(({ result }) => result?.startedOver);
  const words = [
    ...(results.length > 0
      ? [
          results.length === 1
            ? l10n.t("1 watched search checked: {0}, {1} credits.", newAdsText(sum("newAds")), figure(sum("credits")))
            : l10n.t(
                "{0} watched searches checked: {1}, {2} credits.",
                results.length,
                newAdsText(sum("newAds")),
                figure(sum("credits")),
              ),
        ]
      : []),
    ...(first.length > 0 ? [l10n.t("First run, which the next check compares against: {0}.", namesOf(first))] : []),
    ...(anew.length > 0
      ? [l10n.t("Started over with a new result, because a stored page can't be read: {0}.", namesOf(anew))]
      : []),
    ...(failed.length > 0 ? [l10n.t("Not checked to the end: {0}.", namesOf(failed)), ...new Set(messages)] : []),
    ...(left.length > 0 ? [l10n.t("Not started: {0}.", namesOf(left))] : []),
  ];
  const show = l10n.t("What's New");
  const tell = failed.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const chosen = await tell(plain(words.join(" ")), ...(results.length > 0 ? [show] : []));
  if (chosen === show) await vscode.commands.executeCommand("adLibrary.showNews");
}

const namesOf = (some: readonly Pick<CheckedWatch, "name">[]) => some.map(({ name }) => `“${name}”`).join(", ");

/** Why a check did not go to its end, or has no page; undefined for any other. */
function stoppedWords({ result, failure }: CheckedWatch): string | undefined {
  if (failure !== undefined) return toFailure(failure).message;
  if (!result || result.pages > 0) return undefined;
  return `${checkStopWords(result, usualKnownPages, figure)} ${spentWords(result, figure)}`;
}

interface ReminderPorts extends Pick<Engine, "watches" | "connection"> {
  readonly run: (command: "checkDue", args: readonly unknown[]) => Promise<unknown>;
  readonly onFailure: (what: string, error: unknown) => void;
}

const lookEachMs = 5 * 60_000;

/**
 * Looks from time to time whether watched searches are due: checks those that a person allowed, and offers the others
 * with their price. Nothing else here spends.
 */
export class WatchReminder {
  private looking = false;
  private known = "";
  private readonly never = new AbortController();
  private readonly subscriptions: readonly { dispose(): unknown }[];

  constructor(private readonly ports: ReminderPorts) {
    // A timer that comes late, as after sleep, compares with the clock.
    const timer = setInterval(this.look, lookEachMs).unref();
    this.subscriptions = [
      { dispose: () => clearInterval(timer) },
      { dispose: () => this.never.abort() },
      ports.watches.onChanged(this.look),
      ports.connection.onChanged(this.look),
      vscode.window.onDidChangeWindowState(this.look),
    ];
    this.look();
  }

  readonly look = (): void => {
    if (this.looking) return;
    this.looking = true;
    void this.lookNow()
      .catch((error: unknown) => this.ports.onFailure("watches", error))
      .finally(() => (this.looking = false));
  };

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }

  private async lookNow(): Promise<void> {
    const { watches, run } = this.ports;
    const before = await watches.due();
    if (before.some(({ isAllowed }) => isAllowed)) await this.checkAllowed();
    const due = await watches.due();
    const names = due.map(({ owner }) => owner).join("\n");
    if (names !== this.known) {
      this.known = names;
      watches.changed();
    }
    const asked = due.filter(({ isAllowed }) => !isAllowed);
    if (asked.length === 0 || !(await watches.tells(asked))) return;
    const label = checkLabel(asked);
    const words =
      asked.length === 1 ? l10n.t("1 watched search is due.") : l10n.t("{0} watched searches are due.", asked.length);
    void vscode.window.showInformationMessage(words, label).then(async (chosen) => {
      if (chosen === label) await run("checkDue", [new DueClick(asked)]);
    });
  }

  private async checkAllowed(): Promise<void> {
    const { signal } = this.never;
    const location = vscode.ProgressLocation.Window;
    const checked = await vscode.window.withProgress({ location, title: l10n.t("Checking for new ads") }, () =>
      this.ports.watches.check(undefined, { agreed: "allowed", signal }),
    );
    // Another window tells what it did itself.
    if (checked) void tellChecked(checked);
  }
}
