import * as l10n from "@vscode/l10n";
import { figure, labelText, locale, timeAgo, unreadable } from "../features/text";
import type { SpendingAct } from "../features/wallet";
import type { Interval } from "../features/watches";
import { sampleUrl } from "../protocol/ads";
import { labelOfPlatform, type PlatformToken } from "../protocol/platforms";

/** How long ago an ISO time was, in words. */
export const age = (iso: string) => timeAgo(iso, { language: locale() ?? "en", justNow: l10n.t("just now") });

/** An ISO time on this machine's clock; `medium` shows its seconds. */
export const moment = (iso: string, timeStyle: "short" | "medium" = "short") =>
  new Date(iso).toLocaleString(locale(), { dateStyle: "medium", timeStyle });

/**
 * Pick lists, trees and the status bar draw `$(name)` as an icon, and let a direction mark reverse what follows: foreign
 * texts must do neither. Their line breaks stay.
 */
export function noIcons(text: string): string {
  const readable = text.replace(unreadable, (one) => (one === "\n" ? one : /\s/.test(one) ? " " : ""));
  return readable.replace(/\$+\(/g, "(");
}

/** Notifications also turn brackets into links: foreign texts must become neither links nor icons. */
export const plain = (text: string): string => noIcons(text.replace(/[[\]]/g, ""));

/** A platform's label; an unknown platform keeps its name. */
export const platformLabel = (name: string): string =>
  name === "mega" ? l10n.t("All platforms") : labelOfPlatform(name);

export const pagesText = (count: number) => (count === 1 ? l10n.t("1 page") : l10n.t("{0} pages", figure(count)));
/** What a person agrees to: a search, with its pages if they are several. */
export const searchWords = ({ words }: Pick<SpendingAct, "words">, pages: number) =>
  [labelText(words), ...(pages > 1 ? [pagesText(pages)] : [])].join(", ");
export const adsText = (count: number) => (count === 1 ? l10n.t("1 ad") : l10n.t("{0} ads", figure(count)));
/** Launched or merely first seen: both are new to whoever checks. */
export const newAdsText = (count: number) =>
  count === 1 ? l10n.t("1 ad new to you") : l10n.t("{0} ads new to you", figure(count));

/** A library's name as a person knows it. */
export const libraryLabel = (name: string) =>
  name === sampleUrl ? l10n.t("Sample library") : name.replace(/^https?:\/\//, "");

/** What is bought of a search: how much, and from when. */
export const boughtText = ({ pages, fetchedAt }: { readonly pages: number; readonly fetchedAt: string }) =>
  l10n.t("bought, {0}, {1}", pagesText(pages), age(fetchedAt));

/** What the contract says about each platform. */
export const platformKinds: Readonly<Record<PlatformToken, () => string>> = {
  facebook: () => l10n.t("Social network"),
  meta: () => l10n.t("Social network family"),
  native: () => l10n.t("Native ad networks"),
  display: () => l10n.t("Display ad networks"),
  pinterest: () => l10n.t("Image pinboard"),
  reddit: () => l10n.t("Community forum"),
  tiktok: () => l10n.t("Short-video platform"),
  twitter: () => l10n.t("Microblog platform"),
  youtube: () => l10n.t("Video platform"),
  mega: () => l10n.t("Searches all nine at once"),
};

/** How often a search is checked. */
export const watchWords: Readonly<Record<Interval, () => string>> = {
  day: () => l10n.t("every day"),
  week: () => l10n.t("every week"),
  monday: () => l10n.t("every Monday"),
};
