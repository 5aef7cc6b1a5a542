import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { LostAnswers } from "../../features/export/restOfExport";
import type { UnfinishedExport } from "../../features/export/unfinishedExports";
import { FeatureError } from "../../features/failures";
import { prices } from "../../protocol/credits";
import { noIcons } from "../noIcons";
import { pickStep, textStep } from "./steps";

/** How far an export goes: to a page, or to the end for at most some credits. */
export type Extent = { readonly to: number } | { readonly mostCredits: number };

/** Asks how far, with what that costs; `owned` pages are free. */
export async function askExtent(owned: number, wanted = 1): Promise<Extent | undefined> {
  const items = [
    {
      label: l10n.t("A number of pages…"),
      description: l10n.t("{0} credits for each one beyond the {1} owned", prices.search, owned),
      ask: () => askPages(owned, wanted),
    },
    {
      label: l10n.t("To the end…"),
      description: l10n.t("for at most as many credits as you say"),
      ask: askMostCredits,
    },
  ];
  const title = l10n.t("Export Pages");
  const chosen = await pickStep({ title, placeholder: l10n.t("How far? Choosing is free"), items });
  return typeof chosen === "string" ? undefined : chosen.value.ask();
}

async function askPages(owned: number, wanted: number): Promise<Extent | undefined> {
  const price = (text: string) => Math.max(0, Number(text) - owned) * prices.search;
  const promptFor = (text: string) =>
    l10n.t("Pages of 18 ads, from page 1. {0} owned. To fetch: at most {1} credits.", owned, price(text) || 0);
  const value = String(Math.max(owned, wanted));
  const entered = await textStep({
    title: l10n.t("Export Pages"),
    placeholder: l10n.t("Number of pages"),
    prompt: promptFor(value),
    promptFor: (text) => Promise.resolve(promptFor(text)),
    value,
    check: (text) => (/^[1-9]\d{0,5}$/.test(text.trim()) ? undefined : l10n.t("Enter a number of pages, from 1.")),
  });
  return typeof entered === "string" ? undefined : { to: Number(entered.value.trim()) };
}

/** Asks what may be spent at most where the end is not known. */
export async function askMostCredits(): Promise<Extent | undefined> {
  const entered = await textStep({
    title: l10n.t("Export Pages"),
    placeholder: l10n.t("Credits"),
    prompt: l10n.t(
      "The most credits to spend, {0} a page. The export stops there; what was paid for is kept.",
      prices.search,
    ),
    value: "1000",
    check: (text) => (/^\d{1,9}$/.test(text.trim()) ? undefined : l10n.t("Enter a number of credits.")),
  });
  return typeof entered === "string" ? undefined : { mostCredits: Number(entered.value.trim()) };
}

export interface ExportOptions {
  readonly details: boolean;
  readonly faster: boolean;
}

/** Asks for what costs more: details, and looking ahead. Nothing chosen is the cheapest. */
export async function askOptions(): Promise<ExportOptions | undefined> {
  const details = {
    label: l10n.t("With the details of each ad"),
    description: l10n.t("{0} credits for each ad whose details are not owned", prices.adDetail),
  };
  const faster = {
    label: l10n.t("Faster: several pages at once"),
    description: l10n.t("may spend up to {0} credits more", prices.search),
  };
  const chosen = await vscode.window.showQuickPick([details, faster], {
    title: l10n.t("Export Pages"),
    placeHolder: l10n.t("Options that may cost more; none is needed"),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return chosen && { details: chosen.includes(details), faster: chosen.includes(faster) };
}

/** What to do with an export that was not finished. */
export interface UnfinishedChoice {
  readonly act: "resume" | "discard";
  readonly unfinished: UnfinishedExport;
}

/** Lets a person choose an export that was not finished, to resume or to discard it. @throws {FeatureError} `nothingUnfinished` */
export async function askUnfinished(unfinished: readonly UnfinishedExport[]): Promise<UnfinishedChoice | undefined> {
  if (unfinished.length === 0) throw new FeatureError("nothingUnfinished");
  const chosen = await pickStep<UnfinishedItem>({
    title: l10n.t("Resume Export"),
    placeholder: l10n.t("Pages and details that you own are not paid for again"),
    items: [
      ...unfinished.map(itemOf),
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      { label: l10n.t("Discard an Unfinished Export…"), description: l10n.t("what was paid for stays in the archive") },
    ],
  });
  if (typeof chosen === "string") return undefined;
  if (chosen.value.unfinished) return { act: "resume", unfinished: chosen.value.unfinished };
  return askDiscarded(unfinished);
}

type UnfinishedItem = vscode.QuickPickItem & { readonly unfinished?: UnfinishedExport };

function itemOf(unfinished: UnfinishedExport) {
  const { pages, ads, credits, uncertain } = unfinished;
  const maybe = uncertain === 0 ? "" : l10n.t("{0} more may have been charged", uncertain.toLocaleString());
  const soFar = l10n.t("{0} pages, {1} ads, {2} credits so far", pages, ads, credits.toLocaleString());
  return { unfinished, label: nameOf(unfinished), description: [soFar, maybe].filter(Boolean).join("; ") };
}

const nameOf = ({ plan: { target } }: UnfinishedExport) =>
  noIcons(vscode.Uri.parse(target).path.split("/").at(-1) ?? target);

async function askDiscarded(unfinished: readonly UnfinishedExport[]): Promise<UnfinishedChoice | undefined> {
  const chosen = await pickStep({
    title: l10n.t("Discard Export"),
    placeholder: l10n.t("Which one should not be resumed?"),
    items: unfinished.map(itemOf),
  });
  if (typeof chosen === "string") return undefined;
  const discard = l10n.t("Discard");
  const detail = l10n.t("It can no longer be resumed. What was paid for stays in the archive.");
  const question = l10n.t("Discard the export to {0}?", nameOf(chosen.value.unfinished));
  const agreed = await vscode.window.showWarningMessage(question, { modal: true, detail }, discard);
  return agreed === discard ? { act: "discard", unfinished: chosen.value.unfinished } : undefined;
}

/** What was lost on its way: asks before it is requested again. */
export async function agreeToLost({ pages, details, credits }: LostAnswers): Promise<boolean> {
  if (credits === 0) return true;
  const again = l10n.t("Request Again, {0} Credits", credits.toLocaleString());
  const lost = [
    pages.length === 1 && l10n.t("The answer for page {0} was lost.", pages[0] ?? 0),
    pages.length > 1 && l10n.t("The answers for pages {0} were lost.", pages.join(", ")),
    details.length === 1 && l10n.t("The details of one ad were lost."),
    details.length > 1 && l10n.t("The details of {0} ads were lost.", details.length),
  ];
  const chosen = await vscode.window.showWarningMessage(
    lost.filter(Boolean).join(" "),
    {
      modal: true,
      detail: l10n.t("{0} credits may have been charged for what is not in the archive. The export needs it.", credits),
    },
    again,
  );
  return chosen === again;
}
