import * as l10n from "@vscode/l10n";
import type { AssistantCredits, CreditsGroup, CreditsReport, CreditsSide, CreditsSum } from "../features/wallet";
import { platforms } from "../protocol/platforms";

/**
 * The credits page, as Markdown: what was spent, by day, platform and search, with totals.
 * @param titles of owned ads, by `platform:id`
 * @param remote VS Code's name for the machine that the extension runs on, such as `ssh-remote`; absent if local
 */
export function creditsMarkdown(
  report: CreditsReport,
  assistants: AssistantCredits,
  titles: ReadonlyMap<string, string> = new Map(),
  remote?: string,
): string {
  return [
    `# ${l10n.t("Credits")}`,
    remote === undefined
      ? l10n.t("This page counts all local windows on this machine.")
      : l10n.t("This page counts all windows on this remote machine ({0}).", cell(remote)),
    l10n.t(
      "Local, SSH, WSL, and container windows each have their own credits page, daily budget, and archive. To get your total, add up their credits pages.",
    ),
    l10n.t(
      "The service doesn't report a balance. A request that got no answer, or was refused by the service, may have been charged.",
    ),
    assistantsLine(assistants),
    ...(report.corruptLines > 0
      ? [l10n.t("Ledger lines that can't be read and aren't counted here: {0}.", report.corruptLines)]
      : []),
    ...damageOf(report),
    ...sideOf(l10n.t("Your library"), report.service, titles),
    ...sideOf(l10n.t("Sample library (not charged)"), report.sample, titles),
    l10n.t("To open this in a spreadsheet, run *Ad Library: Export Credits as CSV*."),
  ].join("\n\n");
}

/** What assistants may spend today, and how to change that. */
export function assistantsLine({ spent, allowance, stopped }: AssistantCredits): string {
  if (stopped)
    return l10n.t(
      "Assistants' spending is stopped. To let them spend up to their allowance again, run “Ad Library: Allow Assistants to Spend Again”.",
    );
  if (allowance === 0)
    return l10n.t("Assistants can't spend credits. To let them, raise adLibrary.assistantAllowance in Settings.");
  return l10n.t(
    "Assistants spent {0} of their {1} credits for today. To stop them immediately, run “Ad Library: Stop Assistants' Spending”.",
    spent.toLocaleString(),
    allowance.toLocaleString(),
  );
}

function damageOf({ damaged }: CreditsReport): readonly string[] {
  if (damaged.length === 0) return [];
  const missing = damaged.reduce((sum, file) => sum + file.missing, 0);
  return [
    l10n.t("Ledger entries are missing or were changed in: {0}.", damaged.map(({ file }) => cell(file)).join(", ")),
    ...(missing > 0 ? [l10n.t("At least {0} credits are missing from this page.", missing)] : []),
  ];
}

function sideOf(
  title: string,
  { total, today, days, platforms: byPlatform, assistants, labels }: CreditsSide,
  titles: ReadonlyMap<string, string>,
): readonly string[] {
  if (total.requests === 0) return [`## ${title}`, l10n.t("No credits spent.")];
  const named = byPlatform.map((group) => ({ ...group, name: platformLabel(group.name) }));
  // The platform distinguishes searches for the same words; an ad is named by its title.
  const spendings = labels.map((group) => ({
    ...group,
    name: `${titles.get(group.name) ?? (group.name === "{}" ? l10n.t("All ads") : group.name)} · ${platformLabel(group.platform)}`,
  }));
  return [
    `## ${title}`,
    table(l10n.t("When"), [
      { ...today, name: l10n.t("Today") },
      { ...total, name: l10n.t("Total") },
    ]),
    `### ${l10n.t("By day")}`,
    table(l10n.t("Day"), days),
    `### ${l10n.t("By platform")}`,
    table(l10n.t("Platform"), named),
    ...(assistants.length > 0 ? [`### ${l10n.t("By assistant")}`, table(l10n.t("Client and tool"), assistants)] : []),
    `### ${l10n.t("By search and ad")}`,
    table(l10n.t("Search or ad"), spendings),
  ];
}

const platformLabel = (name: string) => platforms.find(({ token }) => token === name)?.label ?? name;

function table(first: string, groups: readonly CreditsGroup[]): string {
  const head = [first, l10n.t("Requests"), l10n.t("Credits"), l10n.t("May have been charged")];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cells = (group: CreditsGroup & CreditsSum) => [
    cell(group.name),
    ...[group.requests, group.spent, group.maybe].map((count) => count.toLocaleString()),
  ];
  return [row(head), "| --- | ---: | ---: | ---: |", ...groups.map((group) => row(cells(group)))].join("\n");
}

/** Untrusted text shown literally: no Markdown or HTML in it takes effect. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
