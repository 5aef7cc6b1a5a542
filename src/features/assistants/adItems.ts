import type { AdCard, AdDetail, AdSighting, Attachment, Stat } from "../../protocol/ads";
import { namedStats } from "../../protocol/adFields";
import type { BoughtDetail } from "../../protocol/panel";
import { timeAgo } from "../text";
import { type AnswerSize, cutText } from "./answer";

/** What stands for a value that the service did not send. */
export const absentWord = "not provided";

const or = (value: unknown) => value ?? absentWord;

/** How long ago an ISO time was: "3 days ago". */
export const ageText = (iso: string, now: Date): string =>
  timeAgo(iso, { language: "en", justNow: "just now", without: ["month", "week"] }, now.getTime());

/** Where the figures come from, and how old they are. */
export function source(from: AdSighting["from"], fetchedAt: string, now: Date) {
  const words = from === "card" ? "search result" : "ad details";
  return { source: words, fetched_at: fetchedAt, age: ageText(fetchedAt, now) };
}

/** A card for a model. Names of figures and remarks are the service's. */
export function cardItem(
  card: AdCard,
  fetchedAt: string,
  size: AnswerSize,
  now: Date,
  from: AdSighting["from"] = "card",
): Readonly<Record<string, unknown>> {
  const platform = card.platform ?? card.platformName;
  return {
    platform,
    id: or(card.id),
    title: or(short(card.title, size)),
    advertiser: or(card.owner?.name),
    active: or(card.active),
    link: or(short(card.displayUrl, size)),
    last_seen_then: or(card.lastSeen),
    figures: figuresOf(card.stats),
    remarks: card.metadata.map(({ tooltip, values }) => `${tooltip ?? "remark"}: ${values.slice(0, 5).join(", ")}`),
    media: mediaOf(card.attachments),
    ...(size === "full" && {
      post: or(card.postUrl),
      monthly_traffic: or(card.monthlyTraffic),
      advertiser_id: or(card.owner?.id),
      advertiser_verified: or(card.owner?.verified),
      attachments: card.attachments.map(attachmentItem),
    }),
    ...source(from, fetchedAt, now),
  };
}

const short = (text: string | undefined, size: AnswerSize) =>
  text === undefined || size === "full" ? text : cutText(text, 240);

function figuresOf(stats: readonly Stat[]) {
  if (stats.length === 0) return absentWord;
  return Object.fromEntries(namedStats(stats));
}

/** "2 image, 1 video" */
function mediaOf(attachments: readonly Attachment[]): string {
  const counts = new Map<string, number>();
  for (const { type } of attachments) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${type}`).join(", ") || absentWord;
}

function attachmentItem({ type, url, thumbnail, subtitle, durationSeconds }: Attachment) {
  return {
    type,
    url: or(url ?? thumbnail),
    ...(subtitle !== undefined && { subtitle }),
    ...(durationSeconds !== undefined && { seconds: durationSeconds }),
  };
}

/** A bought detail for a model. */
export function detailItem({ detail: ad, fetchedAt }: BoughtDetail, size: AnswerSize, now: Date) {
  const { impression, engagement, domain, targeting } = ad;
  return {
    platform: ad.ad.platform,
    id: ad.ad.id,
    title: or(ad.title),
    subtitle: or(ad.subtitle),
    description: or(ad.description),
    call_to_action: or(ad.callToAction),
    advertiser: or(ad.owner?.name),
    post: or(ad.postUrl),
    times_observed: or(impression?.total),
    days_running: or(impression?.daysRunning),
    published: or(impression?.publishedAt),
    first_seen: or(impression?.firstSeenAt),
    last_seen: or(impression?.lastSeenAt),
    targeting: targeting ? targeting.cards.map(({ label, value }) => `${label}: ${value}`) : absentWord,
    engagement_score: or(engagement?.score),
    growth_last_month: or(engagement?.growthLastMonth),
    domain: or(domain?.name),
    domain_monthly_visits: or(domain?.monthlyVisits),
    landing_urls: ad.urlChain.length > 0 ? ad.urlChain.map(({ url }) => or(url)) : absentWord,
    media: mediaOf(ad.attachments),
    ...(size === "full" && rest(ad)),
    ...source("detail", fetchedAt, now),
  };
}

function rest({ owner, attachments, targeting, engagement, impression, domain, technologies, durations }: AdDetail) {
  return {
    advertiser_id: or(owner?.id),
    advertiser_verified: or(owner?.verified),
    attachments: attachments.map(attachmentItem),
    devices: or(impression?.devices),
    targeting_breakdowns: or(targeting?.tabs),
    engagement: or(engagement),
    domain_age: or(domain?.age),
    ...(technologies && { technologies }),
    ...(durations && { durations }),
  };
}
