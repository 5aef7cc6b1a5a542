import type { AdDetail, AdRef, Breakdown, DataPoint, EngagementPeriod, Timeline } from "../../protocol/ads";
import { digitsOf } from "../integers";
import { attachmentOf, ownerOf } from "./cards";
import { badAnswer, readEnvelope } from "./envelope";
import { FieldReader, isFigure, isObject, present, readable, unlessEmpty } from "./fields";

/**
 * Reads a detail answer's text (docs/api.md, "Ad detail"); a section that was not sent is absent.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readAdDetail(answer: string, ad: AdRef): AdDetail {
  return adDetailOf(readEnvelope(answer), ad);
}

/** The same from an answer's `data`. @throws {AdLibraryError} `badAnswer`, also if it is another ad's */
export function adDetailOf(data: unknown, ad: AdRef): AdDetail {
  if (!isObject(data)) throw badAnswer("data is not an object");
  const id = digitsOf(data.id);
  if (id !== undefined && id !== ad.id) throw badAnswer("the details of another ad", id);
  const from = new FieldReader();
  const card = from.object(data.card);
  const detail = present({
    ad,
    postUrl: from.text(data.post_url),
    title: from.text(card.title),
    subtitle: from.text(card.subtitle),
    description: from.text(card.description),
    callToAction: from.text(card.cta),
    bookmarked: from.truth(card.is_bookmarked),
    owner: ownerOf(card.owner, from),
    attachments: from.objects(card.attachments, (one) => attachmentOf(one, from)),
    impression: impressionOf(data.impression, from),
    targeting: targetingOf(data.targeting_detail, from),
    engagement: engagementOf(data.engagement_data, from),
    urlChain: from.objects(data.url_chain, ({ id, url, count }) =>
      present({ id: from.digits(id), url: from.text(url), count: from.count(count) }),
    ),
    domain: domainOf(data.domain, from),
  });
  return { ...detail, repairs: from.repairs };
}

function impressionOf(value: unknown, from: FieldReader): AdDetail["impression"] {
  const wire = from.object(value);
  return unlessEmpty(
    present({
      total: from.count(wire.total),
      daysRunning: from.count(wire.days_running),
      devices: breakdownOf(wire.devices, from),
      publishedAt: from.words(wire.publish_at),
      firstSeenAt: from.words(wire.first_seen_at),
      lastSeenAt: from.words(wire.last_seen_at),
    }),
  );
}

/** A card needs a value, a tab needs points. One without a label is named by its key. */
function targetingOf(value: unknown, from: FieldReader): AdDetail["targeting"] {
  const wire = from.object(value);
  const cards = from.objects(wire.cards, (one) => {
    const [key, label, content] = [from.words(one.key), from.words(one.label), from.words(one.value)];
    const card = present({ key, label: label ?? key ?? "", value: content ?? "", icon: from.text(one.icon) });
    return content === undefined ? undefined : card;
  });
  let index = -1;
  const tabs = from.objects(wire.tabs, (one) => {
    index += 1;
    const [key, label] = [from.words(one.key) ?? String(index), from.words(one.label)];
    const breakdown = breakdownOf(one.breakdown, from);
    return breakdown && { key, label: label ?? key, breakdown };
  });
  return cards.length + tabs.length === 0 ? undefined : { cards, tabs };
}

/** The engagement; absent if none of it was sent. */
function engagementOf(value: unknown, from: FieldReader): AdDetail["engagement"] {
  const wire = from.object(value);
  return unlessEmpty(
    present({
      score: from.count(wire.score),
      growthLastMonth: percent(from.words(wire.growth_last_month)),
      lifetime: periodOf(wire.lifetime, from),
      lastMonth: periodOf(wire.last_month, from),
    }),
  );
}

function periodOf(value: unknown, from: FieldReader): EngagementPeriod | undefined {
  const wire = from.object(value);
  const growth = from.object(wire.growth);
  return unlessEmpty(
    present({
      growth: percent(from.words(growth.value)),
      growthTimeline: breakdownOf(growth.timeline, from),
      timeline: timelineOf(wire.timeline, from),
      breakdown: breakdownOf(wire.breakdown, from),
    }),
  );
}

/** Some platforms send the percentage as a number, some as text with or without a percent sign. */
function percent(words = ""): string | undefined {
  const text = words.trim();
  if (text === "") return undefined;
  return /\d$/.test(text) ? `${text}%` : text;
}

function domainOf(value: unknown, from: FieldReader): AdDetail["domain"] {
  const wire = from.object(value);
  return unlessEmpty(
    present({
      name: from.text(wire.name),
      monthlyVisits: from.count(wire.monthly_visit),
      age: from.words(wire.age),
      timeline: breakdownOf(wire.timeline, from),
    }),
  );
}

/**
 * One metric: the points that have a value; absent if there are none. A point without a label is named by its key.
 */
function breakdownOf(value: unknown, from: FieldReader): Breakdown | undefined {
  const wire = from.object(value);
  const unit = from.text(wire.value_type);
  const points = from.objects(wire.datasets, (one): DataPoint | undefined => {
    const [count, key, label] = [from.count(one.value), from.words(one.key), from.words(one.label)];
    const icon = from.text(one.icon);
    return count === undefined ? undefined : present({ label: label ?? key ?? "", value: count, key, icon });
  });
  return points.length === 0 ? undefined : present({ unit, points });
}

/** Several metrics over their dates; absent if there is no date. Figures of a metric that no list names have its key. */
function timelineOf(value: unknown, from: FieldReader): Timeline | undefined {
  const wire = from.object(value);
  const unit = from.text(wire.value_type);
  const labels = new Map<string, string>();
  from.objects(wire.metrics, (one) => {
    const [key, label] = [from.words(one.key), from.words(one.label)];
    if (key !== undefined) labels.set(key, label ?? key);
    return undefined;
  });
  const dated = from.objects(wire.datasets, (one) => {
    const [date, label] = [from.words(one.key), from.words(one.label)];
    if (date === undefined) return undefined;
    const values = new Map(Object.entries(from.object(one.values)).map(([name, value]) => [readable(name), value]));
    for (const [key, value] of values) if (!labels.has(key) && isFigure(value)) labels.set(key, key);
    return { date, label, values };
  });
  const metrics = [...labels].map(([key, label]) => ({ key, label }));
  const points = dated.map(({ date, label, values }) => {
    for (const [key, value] of values) if (!labels.has(key) && value !== null) from.repairs += 1;
    return present({ date, label, values: metrics.map(({ key }) => from.count(values.get(key))) });
  });
  return points.length === 0 ? undefined : present({ unit, metrics, points });
}
