import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { LostAnswers, UnfinishedExport } from "../../features/export";
import { FeatureError } from "../../features/failures";
import { figure } from "../../features/text";
import { prices } from "../../protocol/credits";
import { noIcons } from "../words";
import { agrees } from "../spending";
import { askText, confirms, pickMany, pickOne } from "./steps";

/** How far an export goes: to a page, or to the end for at most some credits. */
export type Extent = { readonly to: number } | { readonly mostCredits: number };

/** Asks how far to export, with the price; `bought` pages are free. */
export async function askExtent(bought: number, wanted = 1): Promise<Extent | undefined> {
  const items = [
    {
      label: l10n.t("Specific number of pages…"),
      description: l10n.t("{0} credits for each page you haven't bought ({1} bought)", prices.search, figure(bought)),
      ask: () => askPages(bought, wanted),
    },
    {
      label: l10n.t("All pages…"),
      description: l10n.t("up to a limit that you set"),
      ask: askMostCredits,
    },
  ];
  const title = l10n.t("Export Pages");
  return (await pickOne({ title, placeholder: l10n.t("How many pages? Nothing is spent yet"), items }))?.ask();
}

async function askPages(bought: number, wanted: number): Promise<Extent | undefined> {
  const price = (text: string) => Math.max(0, Number(text) - bought) * prices.search;
  const promptFor = (text: string) =>
    l10n.t(
      "Up to 18 ads per page, starting with page 1. Pages you bought: {0}. Cost: at most {1} credits.",
      figure(bought),
      figure(price(text) || 0),
    );
  const value = String(Math.max(bought, wanted));
  const entered = await askText({
    title: l10n.t("Export Pages"),
    placeholder: l10n.t("Number of pages"),
    prompt: promptFor(value),
    promptFor: (text) => Promise.resolve(promptFor(text)),
    value,
    check: (text) => (/^[1-9]\d{0,5}$/.test(text.trim()) ? undefined : l10n.t("Enter a number of pages, at least 1.")),
  });
  return entered === undefined ? undefined : { to: Number(entered) };
}

/** Asks for the most credits to spend if the end is not known. */
export async function askMostCredits(): Promise<Extent | undefined> {
  const entered = await askText({
    title: l10n.t("Export Pages"),
    placeholder: l10n.t("Credits"),
    prompt: l10n.t(
      "Credit limit for this export, at {0} per page. The export stops there and keeps what you paid for.",
      prices.search,
    ),
    value: "1000",
    check: (text) => (/^\d{1,9}$/.test(text.trim()) ? undefined : l10n.t("Enter a number of credits.")),
  });
  return entered === undefined ? undefined : { mostCredits: Number(entered) };
}

interface ExportOptions {
  readonly details: boolean;
  readonly faster: boolean;
}

/** Asks for options that cost more: details, and looking ahead. Choosing none is cheapest. */
export async function askOptions(): Promise<ExportOptions | undefined> {
  const details = {
    label: l10n.t("Include the details of each ad"),
    description: l10n.t("{0} credits for each ad whose details you haven't bought", prices.adDetail),
  };
  const faster = {
    label: l10n.t("Faster: request several pages at once"),
    description: l10n.t("may cost up to {0} credits more", prices.search),
  };
  const placeholder = l10n.t("Optional. Each one can cost more");
  const chosen = await pickMany(l10n.t("Export Pages"), placeholder, [details, faster]);
  return chosen && { details: chosen.includes(details), faster: chosen.includes(faster) };
}

/** What to do with an export that was not finished. */
interface UnfinishedChoice {
  readonly choice: "resume" | "discard";
  readonly unfinished: UnfinishedExport;
}

/** Lets a person choose an export that was not finished, to resume or to discard it. @throws {FeatureError} `nothingUnfinished` */
export async function askUnfinished(unfinished: readonly UnfinishedExport[]): Promise<UnfinishedChoice | undefined> {
  if (unfinished.length === 0) throw new FeatureError("nothingUnfinished");
  const chosen = await pickOne<UnfinishedItem>({
    title: l10n.t("Resume Export"),
    placeholder: l10n.t("{0} credits for each page or detail you haven't bought", prices.search),
    items: [
      ...unfinished.map(itemOf),
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      { label: l10n.t("Discard an Unfinished Export…"), description: l10n.t("what you paid for stays in the archive") },
    ],
  });
  if (chosen?.unfinished) return { choice: "resume", unfinished: chosen.unfinished };
  return chosen && askDiscarded(unfinished);
}

type UnfinishedItem = vscode.QuickPickItem & { readonly unfinished?: UnfinishedExport };

function itemOf(unfinished: UnfinishedExport) {
  const { pages, credits, uncertain } = unfinished;
  const maybe = uncertain === 0 ? "" : l10n.t("{0} more may have been charged", figure(uncertain));
  const soFar = [
    pages === 1 ? l10n.t("1 page bought") : l10n.t("{0} pages bought", figure(pages)),
    l10n.t("{0} credits so far", figure(credits)),
  ].join(", ");
  return { unfinished, label: nameOf(unfinished), description: [soFar, maybe].filter(Boolean).join("; ") };
}

const nameOf = ({ plan: { target } }: UnfinishedExport) =>
  noIcons(vscode.Uri.parse(target).path.split("/").at(-1) ?? target);

async function askDiscarded(unfinished: readonly UnfinishedExport[]): Promise<UnfinishedChoice | undefined> {
  const chosen = await pickOne({
    title: l10n.t("Discard Export"),
    placeholder: l10n.t("Which export do you want to discard?"),
    items: unfinished.map(itemOf),
  });
  if (!chosen) return undefined;
  const detail = l10n.t("You can't resume it afterward. What you paid for stays in the archive.");
  const question = l10n.t("Discard the export to {0}?", nameOf(chosen.unfinished));
  const agreed = await confirms(question, detail, l10n.t("Discard"));
  return agreed ? { choice: "discard", unfinished: chosen.unfinished } : undefined;
}

/** Asks before answers that the archive lacks are requested again. */
export async function agreeToLost({ pages, details, credits }: LostAnswers): Promise<boolean> {
  if (credits === 0) return true;
  const lost = [
    pages.length === 1 && l10n.t("The answer for page {0} isn't in the archive.", pages[0] ?? 0),
    pages.length > 1 && l10n.t("The answers for pages {0} aren't in the archive.", pages.join(", ")),
    details.length === 1 && l10n.t("The details of 1 ad aren't in the archive."),
    details.length > 1 && l10n.t("The details of {0} ads aren't in the archive.", figure(details.length)),
  ];
  return agrees({
    words: lost.filter(Boolean).join(" "),
    detail: l10n.t(
      "{0} credits may already have been charged for these answers. The export needs them.",
      figure(credits),
    ),
    yes: l10n.t("Request Again for {0} Credits", figure(credits)),
    no: l10n.t("Don't Spend"),
  });
}
