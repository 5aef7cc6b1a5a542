import * as l10n from "@vscode/l10n";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import {
  cardToV2,
  changedList,
  detailToV2,
  elementsOf,
  isObject,
  exactIfJson,
  cardNames,
  detailNames,
  domainNames,
  fileNames,
  movedFields,
  ownerNames,
} from "../../api";
import { isModest } from "../forms";
import type { Change } from "./change";

type Fields = Readonly<Record<string, unknown>>;

/** V1 cards or details under V2 names, in their original arrangement. */
export interface ConvertedResponse {
  /** JSON, or NDJSON if the input was NDJSON; all digits unchanged. */
  readonly text: string;
  /** Whether the text is NDJSON. */
  readonly lines: boolean;
  readonly cards: number;
  readonly details: number;
  /** Which fields were renamed, and how often. */
  readonly changes: readonly Change[];
}

/** What a person is told about a text that can't be converted. */
export const responseProblems = {
  notJson: () => l10n.t("This text is not JSON."),
  notV1: () => l10n.t("This JSON contains no V1 cards or details."),
} as const;

/**
 * Maps an exported V1 answer to V2 field names (docs/api.md, "Versioning"): a card or detail, a list or page of them, a
 * whole answer, or one of these per line. Fields without a V2 name stay.
 */
export function convertResponse(text: string): ConvertedResponse | keyof typeof responseProblems {
  const documents = readDocuments(text);
  if (!documents) return "notJson";
  const conversion = new Conversion();
  const converted = documents.map((document) => conversion.document(document));
  if (conversion.cards.length + conversion.details.length === 0) return "notV1";
  const [only] = converted;
  return {
    text: `${converted.length === 1 ? prettyJson(writeExact(only)) : converted.map(writeExact).join("\n")}\n`,
    lines: converted.length > 1,
    cards: conversion.cards.length,
    details: conversion.details.length,
    changes: countRenames(conversion.cards, conversion.details),
  };
}

/** One document, or one per line; undefined if one is too deep to come from the service. */
function readDocuments(text: string): readonly unknown[] | undefined {
  const whole = exactIfJson(text);
  if (whole !== undefined) return isModest(whole, deepest) ? [whole] : undefined;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const documents = lines.map(exactIfJson);
  return lines.length > 1 && documents.every((one) => one !== undefined && isModest(one, deepest))
    ? documents
    : undefined;
}

/** Deeper ones are not from the service. */
const deepest = 64;

/** Goes through the documents once; remembers the original ads that it met. */
class Conversion {
  readonly cards: Fields[] = [];
  readonly details: Fields[] = [];

  document(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => this.ad(one));
    if (!isObject(value)) return value;
    // A whole answer keeps its envelope, a page its paging.
    if ("status" in value && "meta" in value && "data" in value) return { ...value, data: this.payload(value.data) };
    return this.payload(value);
  }

  private payload(value: unknown): unknown {
    if (isObject(value) && elementsOf(value.ads))
      return { ...value, ads: changedList(value.ads, (ads) => ads.map((one) => this.ad(one))) };
    return Array.isArray(value) ? value.map((one: unknown) => this.ad(one)) : this.ad(value);
  }

  private ad(value: unknown): unknown {
    if (!isObject(value)) return value;
    const detail = detailToV2(value);
    if (detail) this.details.push(value);
    else if (isCardV1(value)) this.cards.push(value);
    else return value;
    return detail ?? cardToV2(value);
  }
}

/** A card is recognized by its ID and a field that V2 lacks. */
function isCardV1(value: Fields): boolean {
  const { id, attachments, owner } = value;
  if (id === undefined) return false;
  const own = ["updated_at", "is_active", "display_site_url", "ad_url", "engagements", "locations", "placements"];
  if (own.some((name) => name in value)) return true;
  const files = elementsOf(attachments)?.some((one) => isObject(one) && "files" in one) ?? false;
  return files || (isObject(owner) && !("name" in owner) && ("title" in owner || "domain" in owner));
}

/** A V1 path (`[]` for each element) and its V2 path. */
type Rename = readonly [from: string, to: string];

/** What the conversion renames, with where the fields are. */
const inside = (names: Readonly<Record<string, string>>, from: string, to: string): readonly Rename[] =>
  Object.entries(names).map(([name, renamed]) => [from + name, to + renamed]);

const ofMedia = inside(fileNames, "attachments[].files.", "attachments[].");
const ofOwner = inside(ownerNames, "owner.", "owner.").map(([from, to]): Rename => [
  from,
  from === "owner.domain" ? `${to}, metadata` : to,
]);
const ofCards: readonly Rename[] = [...inside(cardNames, "", ""), ...ofOwner, ...ofMedia];

const ofDetails: readonly Rename[] = [
  ["ad", "data"],
  ...inside(detailNames, "", "").flatMap((rename): readonly Rename[] =>
    rename[0] === "attachments" ? ofMedia.map(([from, to]) => [from, `card.${to}`]) : [rename],
  ),
  ...inside(domainNames, "domain.", "domain."),
];

/** How often each V1 field occurs in the ads (docs/api.md, "Versioning"), with its V2 name. */
function countRenames(cards: readonly Fields[], details: readonly Fields[]): readonly Change[] {
  return [...counted(cards, [...ofCards, ...movedIn(cards)]), ...counted(details.map(flat), ofDetails)];
}

/** The fields that the conversion of these cards puts into a list. */
function movedIn(cards: readonly Fields[]): readonly Rename[] {
  const moved = cards.map(movedFields);
  const all = (to: "stats" | "metadata") => [...new Set(moved.flatMap((card) => card[to]))];
  return (["stats", "metadata"] as const).flatMap((to) => all(to).map((from): Rename => [from, to]));
}

function counted(ads: readonly Fields[], renames: readonly Rename[]): readonly Change[] {
  return renames.flatMap(([field, to]): readonly Change[] => {
    const times = ads.filter((ad) => has(ad, field.split("."))).length;
    return times === 0 ? [] : [{ field, code: "renamed", from: String(times), to }];
  });
}

/** A detail's sections and the ad's fields on one level, wherever they were nested. */
function flat(detail: Fields): Fields {
  const outer = isObject(detail.data) ? detail.data : detail;
  return { ...outer, ...(isObject(outer.ad) ? outer.ad : {}) };
}

function has(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== null && value !== undefined;
  if (!isObject(value)) return false;
  const name = step.replace("[]", "");
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  if (!step.endsWith("[]")) return has(inner, rest);
  return elementsOf(inner)?.some((one) => has(one, rest)) ?? false;
}
