import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { UnfinishedExport } from "../../features/export/unfinishedExports";
import { FeatureError } from "../../features/failures";
import { prices } from "../../protocol/credits";
import { noIcons } from "../noIcons";
import { pickStep, textStep } from "./steps";

/** How far an export goes: to a page, or to the end for at most some credits. */
export type Extent = { readonly to: number } | { readonly mostCredits: number };

/** Asks how far, with what that costs; `owned` pages are free. */
export async function askExtent(owned: number): Promise<Extent | undefined> {
  const items = [
    {
      label: l10n.t("A number of pages…"),
      description: l10n.t("{0} credits for each one beyond the {1} owned", prices.search, owned),
      ask: () => askPages(owned),
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

async function askPages(owned: number): Promise<Extent | undefined> {
  const price = (text: string) => Math.max(0, Number(text) - owned) * prices.search;
  const promptFor = (text: string) =>
    l10n.t("Pages of 18 ads, from page 1. {0} owned. To fetch: at most {1} credits.", owned, price(text) || 0);
  const value = String(Math.max(owned, 1));
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

/** Lets a person choose an export that was not finished. @throws {FeatureError} `nothingUnfinished` */
export async function askUnfinished(unfinished: readonly UnfinishedExport[]): Promise<UnfinishedExport | undefined> {
  if (unfinished.length === 0) throw new FeatureError("nothingUnfinished");
  const items = unfinished.map((resume) => ({
    resume,
    label: noIcons(vscode.Uri.parse(resume.plan.target).path.split("/").at(-1) ?? resume.plan.target),
    description: l10n.t("{0} pages, {1} ads, {2} credits so far", resume.pages, resume.ads, resume.credits),
  }));
  const chosen = await pickStep({
    title: l10n.t("Resume Export"),
    placeholder: l10n.t("Owned pages are not paid for again"),
    items,
  });
  return typeof chosen === "string" ? undefined : chosen.value.resume;
}

/** Pages whose answers were lost: asks before they are asked for again. */
export async function agreeToLost(pages: readonly number[]): Promise<boolean> {
  if (pages.length === 0) return true;
  const again = l10n.t("Ask Again, {0} Credits", pages.length * prices.search);
  const chosen = await vscode.window.showWarningMessage(
    l10n.t("The answer of page {0} was lost.", pages.join(", ")),
    { modal: true, detail: l10n.t("It may have been charged and is not in the archive. It is needed for the export.") },
    again,
  );
  return chosen === again;
}
