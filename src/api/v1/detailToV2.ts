import type { AdDetail } from "../../protocol/ads";
import { parseUrl } from "../route";
import { countOf, elementsOf, type Fields, fieldsOf, isObject, numberOf, present, textsOf } from "../wire/fields";
import {
  changedList,
  detailNames,
  domainNames,
  firstOf,
  mapList,
  renamed,
  sectionOf,
  spoken,
  timeText,
  valueUnder,
  withoutNames,
} from "./namesV1";
import { attachmentToV2, ownerToV2 } from "./cardToV2";

/**
 * A V1 detail's `data` under V2 names (docs/api.md, "V1 detail mapping"); absent if it holds no ad. What has no V2 name
 * (`technologies`, `durations`, the domain's dates) stays unchanged.
 */
export function detailToV2(data: unknown): Fields | undefined {
  const outer = fieldsOf(isObject(data) && isObject(data.data) ? data.data : data);
  if (!isObject(outer.ad)) return undefined;
  // Some sections are next to the ad, others inside it.
  const all: Fields = { ...withoutNames(outer, ["ad"]), ...outer.ad };
  const known = {
    id: all.id,
    post_url: valueUnder(all, detailNames, "post_url"),
    card: cardOf(all),
    impression: impressionOf(all),
    targeting_detail: all.targeting_detail,
    engagement_data: engagementOf(valueUnder(all, detailNames, "engagement_data")),
    url_chain: linksOf(valueUnder(all, detailNames, "url_chain")),
    domain: domainOf(all.domain),
  };
  return renamed(known, all, Object.keys(detailNames));
}

function cardOf(all: Fields): Fields {
  const card = sectionOf(all, detailNames, "card");
  const [owner, attachments] = [ownerToV2(card.owner), mapList(card.attachments, attachmentToV2)];
  return renamed({ ...card, owner, attachments }, {}, []);
}

/** V1 put the ad's times in the ad or in `durations`. */
function impressionOf(all: Fields): Fields {
  const told = sectionOf({ ...fieldsOf(all.durations), ...all }, detailNames, "impression");
  const { first_seen_at, last_seen_at, publish_at } = told;
  const times = { first_seen_at, last_seen_at, publish_at };
  const texts = Object.entries(times).map(([name, time]): [string, unknown] => [name, timeText(time)]);
  return renamed({ ...told, ...Object.fromEntries(texts) }, {}, []);
}

const sections = ["score", "growth_last_month", "lifetime", "last_month"];

/** Engagements in V2's sections stay unchanged; a single number or a set of numbers is the ad's lifetime counts. */
function engagementOf(value: unknown): unknown {
  if (isObject(value) && sections.some((section) => Object.hasOwn(value, section))) return value;
  const datasets = countsIn(value);
  return datasets.length === 0 ? undefined : { lifetime: { breakdown: { value_type: "number", datasets } } };
}

function countsIn(value: unknown): readonly Fields[] {
  if (numberOf(value) !== undefined) return [{ key: "engagements", label: "Engagements", value }];
  const elements = elementsOf(value);
  if (elements) {
    return elements.filter(isObject).map((count) => ({ ...count, label: count.label ?? count.tooltip ?? count.key }));
  }
  return Object.entries(fieldsOf(value)).flatMap(([key, count]) =>
    numberOf(count) === undefined ? [] : [{ key, label: spoken(key), value: count }],
  );
}

/** Reduces each link to its first valid URL. */
function linksOf(value: unknown): unknown {
  return changedList(value, (links) => links.map(linkOf));
}

function linkOf(link: unknown): unknown {
  if (typeof link === "string") return { url: link };
  if (!isObject(link)) return link;
  const found = [link.url, ...(elementsOf(link.urls) ?? [link.urls])].find(
    (url) => typeof url === "string" && parseUrl(url) !== undefined,
  );
  return renamed({ id: link.id, url: found ?? link.url, count: link.count }, link, ["urls"]);
}

function domainOf(value: unknown): unknown {
  if (typeof value === "string") return { name: value };
  if (!isObject(value)) return value;
  const traffic = valueUnder(value, domainNames, "monthly_visit");
  const series = isObject(traffic) ? traffic : undefined;
  const known = {
    name: valueUnder(value, domainNames, "name"),
    monthly_visit: series ? undefined : traffic,
    timeline: value.timeline ?? series,
  };
  return renamed(known, value, Object.keys(domainNames));
}

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
  const elements = elementsOf(value);
  if (elements) return elements.flatMap((one) => technologyOf(one, category));
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
  const elements = elementsOf(value);
  if (elements) return elements.flatMap(durationOf);
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
