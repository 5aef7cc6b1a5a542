import { fieldsOf, isObject } from "../wire/fields";
import { numberOf } from "../wire/leaves";
import { firstOf, mapList, renamed, spoken, timeText, withoutNames } from "./fieldsV1";
import type { Fields } from "../wire/fields";
import { attachmentToV2, ownerToV2 } from "./mediaToV2";
import { parseUrl } from "../parseUrl";

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
    post_url: firstOf(all, "ad_url", "post_url"),
    card: cardOf(all),
    impression: impressionOf(all),
    targeting_detail: all.targeting_detail,
    engagement_data: engagementOf(firstOf(all, "engagements", "engagement_data")),
    url_chain: linksOf(firstOf(all, "url_chains", "url_chain")),
    domain: domainOf(all.domain),
  };
  return renamed(known, all, movedDetailFields);
}

const cardFields = ["title", "subtitle", "description", "cta", "is_bookmarked", "owner", "attachments"];
const replaced = [
  ...["ad_url", "impressions", "active_days", "first_seen_at", "last_seen_at", "publish_at", "devices"],
  ...["engagements", "url_chains"],
];
/** The names of a V1 ad's fields that have another name or place in V2's detail. */
export const movedDetailFields: readonly string[] = [...cardFields, ...replaced];

function cardOf(all: Fields): Fields {
  const { title, subtitle, description, cta, is_bookmarked } = all;
  const { owner, attachments } = all;
  const known = {
    ...{ title, subtitle, description, cta, is_bookmarked },
    owner: ownerToV2(owner),
    attachments: mapList(attachments, attachmentToV2),
  };
  return renamed(known, {}, []);
}

/** V1 put the ad's times in the ad or in `durations`. */
function impressionOf(all: Fields): Fields {
  const told = { ...fieldsOf(all.durations), ...all };
  const known = {
    total: all.impressions,
    days_running: told.active_days,
    devices: all.devices,
    publish_at: timeText(told.publish_at),
    first_seen_at: timeText(told.first_seen_at),
    last_seen_at: timeText(told.last_seen_at),
  };
  return renamed(known, {}, []);
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
  if (Array.isArray(value)) {
    return value.filter(isObject).map((count) => ({ ...count, label: count.label ?? count.tooltip ?? count.key }));
  }
  return Object.entries(fieldsOf(value)).flatMap(([key, count]) =>
    numberOf(count) === undefined ? [] : [{ key, label: spoken(key), value: count }],
  );
}

/** Reduces each link to its first valid URL. */
function linksOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((link: unknown) => {
    if (typeof link === "string") return { url: link };
    if (!isObject(link)) return link;
    const found = [link.url, link.urls].flat().find((url) => typeof url === "string" && parseUrl(url) !== undefined);
    return renamed({ id: link.id, url: found ?? link.url, count: link.count }, link, ["urls"]);
  });
}

function domainOf(value: unknown): unknown {
  if (typeof value === "string") return { name: value };
  if (!isObject(value)) return value;
  const traffic = firstOf(value, "monthly_visit", "monthly_traffic");
  const series = isObject(traffic) ? traffic : undefined;
  const known = {
    name: firstOf(value, "name", "domain"),
    monthly_visit: series ? undefined : traffic,
    timeline: value.timeline ?? series,
  };
  return renamed(known, value, ["domain", "monthly_traffic"]);
}
