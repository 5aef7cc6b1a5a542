import type { AdDetail } from "../../protocol/ads";
import { fieldsOf, isObject, present } from "../wire/fields";
import { countOf } from "../wire/leaves";
import { textsOf } from "../wire/texts";
import { firstOf, spoken, timeText } from "./fieldsV1";
import type { Fields } from "../wire/fields";

type Domain = NonNullable<AdDetail["domain"]>;

/** What only V1 details have (docs/api.md, "Versioning", rows "Detail" and "Domain object"). Expects V2 names. */
export function detailExtras(
  detail: Fields,
  read: AdDetail["domain"],
): Pick<AdDetail, "domain" | "technologies" | "durations"> {
  const domain = { ...read, ...domainExtras(fieldsOf(detail.domain)) };
  const technologies = technologiesIn(detail.technologies);
  const durations = durationsIn(detail.durations);
  return {
    ...(Object.keys(domain).length > 0 && { domain }),
    ...(technologies.length > 0 && { technologies }),
    ...(durations.length > 0 && { durations }),
  };
}

function domainExtras(domain: Fields): Domain {
  return present({
    dailyVisits: countOf(domain.daily_traffic),
    createdAt: dateIn(domain, /^creat/),
    updatedAt: dateIn(domain, /^updat/),
    expiresAt: dateIn(domain, /^expir/),
  });
}

/** The contract describes the dates but does not name their fields. */
function dateIn(domain: Fields, name: RegExp): string | undefined {
  const values = Object.entries(domain).flatMap(([key, value]) => (name.test(key) ? [timeText(value)] : []));
  return values.filter((value) => typeof value === "string").find((value) => value !== "");
}

type Technology = NonNullable<AdDetail["technologies"]>[number];

/** Reads names, objects with a name, or names by category. */
function technologiesIn(value: unknown, category?: string): readonly Technology[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => technologyOf(one, category));
  return Object.entries(fieldsOf(value)).flatMap(([name, ones]) => technologiesIn(ones, spoken(name)));
}

function technologyOf(value: unknown, category: string | undefined): readonly Technology[] {
  const [name] = textsOf(isObject(value) ? firstOf(value, "name", "label", "title", "key") : value);
  if (name === undefined) return [];
  const fields = fieldsOf(value);
  const kinds = textsOf(firstOf(fields, "category", "categories", "group"));
  const icon = typeof fields.icon === "string" ? fields.icon : undefined;
  return [present({ name, category: kinds.length > 0 ? kinds.join(", ") : category, icon })];
}

type Duration = NonNullable<AdDetail["durations"]>[number];

/** Reads a list of times that the ad ran, or named facts. */
function durationsIn(value: unknown): readonly Duration[] {
  if (Array.isArray(value)) return value.flatMap(durationOf);
  if (!isObject(value)) return textsOf(value).map((text) => ({ value: text }));
  return Object.entries(value).flatMap(([name, one]) => {
    const texts = textsOf(timeText(one));
    return texts.length === 0 ? [] : [{ label: spoken(name), value: texts.join(", ") }];
  });
}

/** A time that an ad ran, in words: its label where it has one, and everything else that it says. */
function durationOf(time: unknown): readonly Duration[] {
  if (!isObject(time)) return textsOf(time).map((value) => ({ value }));
  const labeled = ["label", "name", "key"].find((name) => typeof time[name] === "string");
  const parts = Object.entries(time).filter(([name]) => name !== labeled && name !== "icon");
  const told = parts.map(([name, value]) => ({ name, value: timeText(value) }));
  const texts = told.flatMap(({ value }) => (isNumber(value) ? [] : textsOf(value)));
  // "12" says nothing, "12 days" does.
  const counts = told.flatMap(({ name, value }) => (isNumber(value) ? [`${value} ${spoken(name).toLowerCase()}`] : []));
  const words = [texts.join(" – "), ...counts].filter((part) => part !== "").join(", ");
  return words === "" ? [] : [{ value: words, ...(labeled !== undefined && { label: String(time[labeled]) }) }];
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
