import { fieldsOf, isObject } from "../wire/fields";
import { numberOf } from "../wire/leaves";
import { mapList, renamed, spoken, timeText, withoutNames } from "./fieldsV1";
import type { Fields } from "../wire/fields";
import { attachmentToV2, ownerToV2 } from "./mediaToV2";
import { detailNames, domainNames, sectionOf, valueUnder } from "./namesV1";
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
  const traffic = valueUnder(value, domainNames, "monthly_visit");
  const series = isObject(traffic) ? traffic : undefined;
  const known = {
    name: valueUnder(value, domainNames, "name"),
    monthly_visit: series ? undefined : traffic,
    timeline: value.timeline ?? series,
  };
  return renamed(known, value, Object.keys(domainNames));
}
