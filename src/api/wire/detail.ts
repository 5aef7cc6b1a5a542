import * as z from "zod";
import type { AdDetail, AdRef } from "../../protocol/ads";
import { digitsOf } from "../integers";
import { once } from "../once";
import { accept } from "./accept";
import { breakdownOf, breakdownSchema } from "./breakdown";
import { engagementOf, engagementSchema } from "./engagement";
import { badAnswer, readEnvelope } from "./envelope";
import { isObject, present, unlessEmpty } from "./fields";
import { amount, countOf, integer, numberOf, text, truth, words, wordsOf } from "./leaves";
import { attachmentOf, attachmentSchema, ownerOf, ownerSchema } from "./media";

/**
 * Reads a detail answer's text (docs/api.md, "Ad detail"); a section that was not sent is absent.
 * @throws {AdLibraryError} `rejected` or `badAnswer`
 */
export function readAdDetail(answer: string, ad: AdRef): AdDetail {
  return adDetailOf(readEnvelope(answer), ad);
}

/** The same from an answer's `data`. @throws {AdLibraryError} `badAnswer` */
export function adDetailOf(data: unknown, ad: AdRef): AdDetail {
  if (!isObject(data)) throw badAnswer("data is not an object");
  const { value: wire, repairs } = accept(detailSchema(), data);
  const { card } = wire;
  return present({
    ad,
    postUrl: wire.post_url,
    title: card.title,
    subtitle: card.subtitle,
    description: card.description,
    callToAction: card.cta,
    bookmarked: card.is_bookmarked,
    owner: ownerOf(card.owner),
    attachments: card.attachments.map(attachmentOf),
    impression: impressionOf(wire.impression),
    targeting: targetingOf(wire.targeting_detail),
    engagement: engagementOf(wire.engagement_data),
    urlChain: wire.url_chain.map(({ id, url, count }) => present({ id: digitsOf(id), url, count: countOf(count) })),
    domain: domainOf(wire.domain),
    repairs,
  });
}

const detailSchema = once(() =>
  z.object({
    post_url: text(),
    card: z.object({
      title: text(),
      subtitle: text(),
      description: text(),
      cta: text(),
      is_bookmarked: truth(),
      owner: ownerSchema(),
      attachments: z.array(attachmentSchema()),
    }),
    impression: impressionSchema(),
    targeting_detail: targetingSchema(),
    engagement_data: engagementSchema(),
    url_chain: z.array(z.object({ id: integer(), url: text(), count: amount() })),
    domain: domainSchema(),
  }),
);

const impressionSchema = () =>
  z.object({
    total: amount(),
    days_running: amount(),
    devices: breakdownSchema(),
    publish_at: text(),
    first_seen_at: text(),
    last_seen_at: text(),
  });

function impressionOf(wire: z.input<ReturnType<typeof impressionSchema>>) {
  return unlessEmpty(
    present({
      total: countOf(wire.total),
      daysRunning: numberOf(wire.days_running),
      devices: breakdownOf(wire.devices),
      publishedAt: wire.publish_at,
      firstSeenAt: wire.first_seen_at,
      lastSeenAt: wire.last_seen_at,
    }),
  );
}

const targetingSchema = () =>
  z.object({
    cards: z.array(z.object({ label: words(), value: words(), key: words(), icon: text() })),
    tabs: z.array(z.object({ key: words(), label: words(), breakdown: breakdownSchema() })),
  });

/** A card needs a value, a tab needs points. One without a label is named by its key. */
function targetingOf(wire: z.input<ReturnType<typeof targetingSchema>>): AdDetail["targeting"] {
  const cards = wire.cards.flatMap(({ label, value, key, icon }) => {
    const [name, content] = [wordsOf(key), wordsOf(value)];
    if (content === undefined) return [];
    return [present({ key: name, label: wordsOf(label) ?? name ?? "", value: content, icon })];
  });
  const tabs = wire.tabs.flatMap(({ key, label, breakdown }, index) => {
    const [name, points] = [wordsOf(key) ?? String(index), breakdownOf(breakdown)];
    return points ? [{ key: name, label: wordsOf(label) ?? name, breakdown: points }] : [];
  });
  return cards.length + tabs.length === 0 ? undefined : { cards, tabs };
}

const domainSchema = () =>
  z.object({ name: text(), monthly_visit: amount(), age: words(), timeline: breakdownSchema() });

function domainOf(wire: z.input<ReturnType<typeof domainSchema>>) {
  return unlessEmpty(
    present({
      name: wire.name,
      monthlyVisits: countOf(wire.monthly_visit),
      age: wordsOf(wire.age),
      timeline: breakdownOf(wire.timeline),
    }),
  );
}
