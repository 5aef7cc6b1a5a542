import * as l10n from "@vscode/l10n";
import type { CreditsGroup, CreditsReport, CreditsSide, CreditsSum } from "../features/wallet/creditsReport";
import { platforms } from "../protocol/platforms";

/** What was spent as a page in Markdown: by day, platform and search, with totals. */
export function creditsPage(report: CreditsReport): string {
  return [
    `# ${l10n.t("Credits")}`,
    l10n.t(
      "Counted on this machine, over all windows. The service tells no balance: requests whose answer was lost or refused may have been charged.",
    ),
    ...sideOf(l10n.t("Your library"), report.service),
    ...sideOf(l10n.t("Sample library (not charged)"), report.sample),
    ...(report.corruptLines > 0
      ? [l10n.t("{0} unreadable line(s) of the ledger were left out.", report.corruptLines)]
      : []),
    l10n.t("For a spreadsheet: *Ad Library: Export Credits as CSV…* in the command palette."),
  ].join("\n\n");
}

function sideOf(title: string, { total, today, days, platforms: byPlatform, labels }: CreditsSide): readonly string[] {
  if (total.requests === 0) return [`## ${title}`, l10n.t("Nothing was spent.")];
  const named = byPlatform.map((group) => ({
    ...group,
    name: platforms.find(({ token }) => token === group.name)?.label ?? group.name,
  }));
  return [
    `## ${title}`,
    table(l10n.t("When"), [
      { ...today, name: l10n.t("Today") },
      { ...total, name: l10n.t("In all") },
    ]),
    `### ${l10n.t("By day")}`,
    table(l10n.t("Day"), days),
    `### ${l10n.t("By platform")}`,
    table(l10n.t("Platform"), named),
    `### ${l10n.t("By search and ad")}`,
    table(l10n.t("Search or ad"), labels),
  ];
}

function table(first: string, groups: readonly CreditsGroup[]): string {
  const head = [first, l10n.t("Requests"), l10n.t("Credits"), l10n.t("May have been charged")];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cells = (group: CreditsGroup & CreditsSum) => [
    cell(group.name),
    ...[group.requests, group.spent, group.maybe].map(String),
  ];
  return [row(head), "| --- | ---: | ---: | ---: |", ...groups.map((group) => row(cells(group)))].join("\n");
}

/** Untrusted text as it is: no mark of Markdown or HTML is left to act. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
