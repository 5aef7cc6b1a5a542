import * as l10n from "@vscode/l10n";
import { everything } from "../features/search";
import { figure, locale, markdownTable } from "../features/text";
import type { AssistantCredits, CreditsGroup, CreditsReport, CreditsSide } from "../features/wallet";
import type { Watched } from "../features/watches";
import { libraryLabel, platformLabel, watchWords } from "./words";

/**
 * The credits page, as Markdown: first today's figures and what may have been charged, which a click on uncertain credits
 * shows, then this month and all spending by search, day, and platform, and at the end what the figures mean.
 * @param titles of bought ads, by `platform:id`
 * @param allowed watched searches that are checked without asking
 * @param remote VS Code's name for the machine that the extension runs on, such as `ssh-remote`; absent if local
 */
export function creditsMarkdown(
  report: CreditsReport,
  assistants: AssistantCredits,
  titles: ReadonlyMap<string, string> = new Map(),
  remote?: string,
  allowed: readonly AllowedWatch[] = [],
): string {
  return [
    `# ${l10n.t("Credits")}`,
    todayLine(report),
    ...damageOf(report),
    ...uncertainOf(report, titles),
    ...monthOf(report),
    ...sideOf(
      report.service.libraries.length > 1 ? l10n.t("Your libraries") : l10n.t("Your library"),
      report.service,
      titles,
    ),
    ...(report.sample.total.requests > 0 ? sideOf(l10n.t("Sample library (not charged)"), report.sample, titles) : []),
    ...allowedPart(allowed),
    `## ${l10n.t("About these figures")}`,
    remote === undefined
      ? l10n.t("This page counts all local windows on this machine.")
      : l10n.t("This page counts all windows on this remote machine ({0}).", cell(remote)),
    l10n.t(
      "Local, SSH, WSL, and container windows each have their own credits page, daily budget, and archive. To get your total, add up their credits pages.",
    ),
    l10n.t("The service doesn't report a balance."),
    assistantsLine(assistants),
    l10n.t("To open this in a spreadsheet, run *Ad Library: Export Credits as CSV*."),
  ].join("\n\n");
}

/** `**Today: 300 credits**, 800 uncertain. 200 of your daily budget of 1,300 are left.` */
function todayLine({ service: { today }, budget }: CreditsReport): string {
  const spent = `**${l10n.t("Today: {0} credits", figure(today.spent))}**`;
  const uncertain = today.maybe > 0 ? l10n.t(", {0} uncertain", figure(today.maybe)) : "";
  const left = budget
    ? l10n.t("{0} of your daily budget of {1} are left.", figure(budget.left), figure(budget.of))
    : l10n.t("You have no daily budget. To set one, change adLibrary.dailyBudget in Settings.");
  return l10n.t("{0}. {1}", `${spent}${uncertain}`, left);
}

/** Characters of the longest bar. */
const longestBar = 30;

/** This month, a bar per day. */
function monthOf({ month }: CreditsReport): readonly string[] {
  const highest = Math.max(...month.map(({ spent, maybe }) => spent + maybe));
  if (highest <= 0) return [];
  const total = (field: "spent" | "maybe") => figure(month.reduce((sum, day) => sum + day[field], 0));
  const bar = ({ spent, maybe }: (typeof month)[number]) => {
    const length = (credits: number) => Math.ceil((credits / highest) * longestBar);
    return "█".repeat(length(spent)) + "░".repeat(length(spent + maybe) - length(spent));
  };
  const rows = month.map((day) => `| ${day.day} | ${figure(day.spent + day.maybe)} | ${bar(day)} |`);
  return [
    `## ${l10n.t("This month")}`,
    l10n.t("{0} credits, {1} uncertain (░)", total("spent"), total("maybe")),
    [`| ${l10n.t("Day")} | ${l10n.t("Credits")} | |`, "| --- | ---: | --- |", ...rows].join("\n"),
  ];
}

/** The most requests that are listed as uncertain. */
const mostUncertain = 200;

/** The requests that may have been charged. */
function uncertainOf({ uncertain }: CreditsReport, titles: ReadonlyMap<string, string>): readonly string[] {
  if (uncertain.length === 0) return [];
  const credits = uncertain.reduce((sum, each) => sum + each.credits, 0);
  const rows = uncertain
    .slice(0, mostUncertain)
    .map((each) => [
      new Date(each.at).toLocaleString(locale()),
      nameOf({ ...each, name: each.label }, titles),
      figure(each.credits),
      each.refused ? l10n.t("Refused by the service") : l10n.t("No answer"),
    ])
    .map((cells) => cells.map(cell));
  const heads = [l10n.t("When"), l10n.t("Search or ad"), l10n.t("Credits"), l10n.t("Why")];
  return [
    `## ${l10n.t("{0} uncertain credits", figure(credits))}`,
    l10n.t(
      "These requests got no answer, or were refused, and may have been charged. They count toward your daily budget.",
    ),
    markdownTable(heads, rows, (column) => column === 2),
    ...(uncertain.length > mostUncertain ? [l10n.t("… and {0} older ones", uncertain.length - mostUncertain)] : []),
  ];
}

type AllowedWatch = Pick<Watched, "name" | "every" | "credits">;

/** What may be spent without a click. */
function allowedPart(allowed: readonly AllowedWatch[]): readonly string[] {
  if (allowed.length === 0) return [];
  const rows = allowed.map((one) => [cell(one.name), watchWords[one.every](), figure(one.credits)]);
  const heads = [l10n.t("Search"), l10n.t("How often"), l10n.t("Credits at most")];
  return [
    `## ${l10n.t("Checks that you allowed without asking")}`,
    markdownTable(heads, rows, (column) => column === 2),
    l10n.t("To be asked again, run *Ad Library: Revoke Allowed Searches*."),
  ];
}

/** What assistants may spend today, and how to change that. */
function assistantsLine({ spent, allowance, stopped }: AssistantCredits): string {
  if (stopped)
    return l10n.t(
      "Assistants' spending is stopped. To let them spend up to their allowance again, run “Ad Library: Allow Assistants to Spend Again”.",
    );
  if (allowance === 0)
    return l10n.t("Assistants can't spend credits. To let them, raise adLibrary.assistantAllowance in Settings.");
  return l10n.t(
    "Assistants spent {0} of their {1} credits for today. To stop them immediately, run “Ad Library: Stop Assistants' Spending”.",
    figure(spent),
    figure(allowance),
  );
}

function damageOf({ damaged, corruptLines }: CreditsReport): readonly string[] {
  const corrupt =
    corruptLines > 0 ? [l10n.t("Ledger lines that can't be read and aren't counted here: {0}.", corruptLines)] : [];
  if (damaged.length === 0) return corrupt;
  const missing = damaged.reduce((sum, file) => sum + file.missing, 0);
  return [
    ...corrupt,
    l10n.t("Ledger entries are missing or were changed in: {0}.", damaged.map(({ file }) => cell(file)).join(", ")),
    ...(missing > 0 ? [l10n.t("At least {0} credits are missing from this page.", missing)] : []),
  ];
}

function sideOf(
  title: string,
  { total, today, libraries, days, platforms: byPlatform, assistants, labels }: CreditsSide,
  titles: ReadonlyMap<string, string>,
): readonly string[] {
  if (total.requests === 0) return [`## ${title}`, l10n.t("No credits spent.")];
  const named = byPlatform.map((group) => ({ ...group, name: platformLabel(group.name) }));
  const spendings = labels.map((group) => ({ ...group, name: nameOf(group, titles) }));
  return [
    `## ${title}`,
    ...(libraries.length > 1 ? [byLibrary(libraries)] : []),
    table(l10n.t("When"), [
      { ...today, name: l10n.t("Today") },
      { ...total, name: l10n.t("Total") },
    ]),
    `### ${l10n.t("By search and ad")}`,
    table(l10n.t("Search or ad"), spendings),
    `### ${l10n.t("By day")}`,
    table(l10n.t("Day"), days),
    `### ${l10n.t("By platform")}`,
    table(l10n.t("Platform"), named),
    ...(assistants.length > 0 ? [`### ${l10n.t("By assistant")}`, table(l10n.t("Client and tool"), assistants)] : []),
  ];
}

/** The status bar counts only one of these libraries. */
function byLibrary(libraries: CreditsSide["libraries"]): string {
  const heads = [l10n.t("Library"), l10n.t("Today"), l10n.t("Credits"), l10n.t("Uncertain")];
  const rows = libraries.map(({ name, today, spent, maybe }) => [
    cell(libraryLabel(name)),
    ...[today.spent, spent, maybe].map(figure),
  ]);
  return markdownTable(heads, rows, (column) => column > 0);
}

/** The platform distinguishes searches for the same words; an ad is named by its title. */
function nameOf(
  { name, platform }: { readonly name: string; readonly platform: string },
  titles: ReadonlyMap<string, string>,
): string {
  return `${titles.get(name) ?? (name === everything ? l10n.t("All ads") : name)} · ${platformLabel(platform)}`;
}

function table(first: string, groups: readonly CreditsGroup[]): string {
  const heads = [first, l10n.t("Requests"), l10n.t("Credits"), l10n.t("Uncertain")];
  const rows = groups.map(({ name, requests, spent, maybe }) => [cell(name), ...[requests, spent, maybe].map(figure)]);
  return markdownTable(heads, rows, (column) => column > 0);
}

/** Untrusted text shown literally: no Markdown or HTML in it takes effect. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
