import { detailSlice, versions } from "../../api";
import {
  type AdCard,
  type AdDetail,
  type AdRef,
  type Attachment,
  type Breakdown,
  type Count,
  type Digits,
  type EngagementPeriod,
  type Timeline,
  adKey,
  cardKey,
  countValue,
  isDigits,
  timeOf,
} from "../../protocol/ads";
import { isPlatformToken, type PlatformSegments } from "../../protocol/platforms";
import { daysRunning, domainOf, targetOf } from "../../protocol/adFields";
import { type ArchivedAnswer, factsOfDetail } from "../archive";
import { exportRows } from "../export";
import type { ToldAd } from "../runs";
import type { GroupedAd } from "./groupedAds";
import { answerCredits } from "./searches";
import { nothingLeftOut, sentCard, sentDetail, type SentValues } from "./sentValues";
import type { DatasetRow, PlacedRow, Table } from "./tables";

/** What reading an answer needs, apart from the answer. */
export interface PageReading {
  readonly origin: string;
  readonly segments: PlatformSegments;
}

/** What a page contains: its rows, and whether it said that no other follows. */
export interface PageRows {
  readonly rows: readonly PlacedRow[];
  readonly ads: number;
  readonly isLast: boolean;
}

/** The rows of one bought page. @throws {AdLibraryError} if this version cannot read it */
export async function rowsOfPage(answer: ArchivedAnswer, text: string, reading: PageReading): Promise<PageRows> {
  const { version, platform, page, lastHit, receivedAt } = answer;
  const { origin, segments } = reading;
  const content = versions[version].readSearchPage(text, platform, page, lastHit, segments);
  const exported = { page, text, fetchedAt: receivedAt, lastHit, content };
  const ads = await exportRows(exported, { version, platform, segments });
  const month = monthOfTime(receivedAt);
  const head = headOf(answer);
  const rows = ads.flatMap(({ card, slice, position }) =>
    rowsOfCard(card, slice, position + 1, answer, { origin, month, head }),
  );
  const clear = !content.doubts.includes("unclearNextPage");
  const own: DatasetRow = {
    ...head,
    ...{ ...sourceOf(answer, origin), body: answer.body, ...idCells("last_hit", snapshotOf(answer)) },
    ...{
      search_platform: folderOf(platform),
      page,
      ads: ads.length,
      has_next_page: clear ? content.hasNextPage : undefined,
    },
    credits: answerCredits(answer, origin),
    imported_from: answer.from,
  };
  rows.push({ table: "pages", platform: folderOf(platform), month, row: own });
  return { rows, ads: ads.length, isLast: clear && !content.hasNextPage && content.doubts.length === 0 };
}

const headOf = ({ key, receivedAt }: ArchivedAnswer): DatasetRow => ({
  answer: key,
  ...receivedCells(receivedAt),
});

/** The snapshot's ID; undefined if the service returned none, so that the answer has a name of the archive's own. */
const snapshotOf = ({ lastHit }: ArchivedAnswer) => (isDigits(lastHit) ? lastHit : undefined);

const sourceOf = ({ version }: ArchivedAnswer, origin: string): DatasetRow => ({ origin, api_version: version });

function rowsOfCard(
  card: AdCard,
  slice: string,
  position: number,
  answer: ArchivedAnswer,
  { origin, month, head }: { readonly origin: string; readonly month: string; readonly head: DatasetRow },
): readonly PlacedRow[] {
  const sent = card.repairs > 0 ? sentCard(slice, answer.version) : nothingLeftOut;
  const platform = folderOf(card.platform);
  const key = card.id === undefined ? `?${answer.key}:${position}` : cardKey(card, card.id);
  const common: DatasetRow = { ...head, position, ad_key: key, ad_platform: platform, ...idCells("ad_id", card.id) };
  const place = { platform, month };
  return [
    ...placed("sightings", place, common, [cardSighting(card, slice, answer, origin)]),
    ...placed("stats", place, common, statsOf(card, sent)),
    ...placed("attachments", place, common, attachmentRows(card.attachments, sent.list("attachments"))),
  ];
}

function cardSighting(card: AdCard, slice: string, answer: ArchivedAnswer, origin: string): DatasetRow {
  return {
    seen_in: "search",
    ...sourceOf(answer, origin),
    search_platform: folderOf(answer.platform),
    page: answer.page,
    ...idCells("last_hit", snapshotOf(answer)),
    platform_sent: card.platformName,
    display_url: card.displayUrl,
    domain: domainOf(card.displayUrl) || undefined,
    ...countCells("monthly_traffic", card.monthlyTraffic),
    last_seen: card.lastSeen,
    ...countCells("days_running", daysRunning(card)),
    active: card.active,
    ...nounCells(card),
    raw: slice,
  };
}

/** The columns that a card and a detail have in common. */
function nounCells({ title, postUrl, bookmarked, owner }: AdCard | AdDetail): DatasetRow {
  return {
    ...{ title, post_url: postUrl, bookmarked, ...idCells("owner_id", owner?.id) },
    ...{ owner_name: owner?.name, owner_avatar_url: owner?.avatarUrl, owner_verified: owner?.verified },
  };
}

/** The numbers of a card; if not all could be read, each as it was sent. */
function statsOf(card: AdCard, sent: SentValues): readonly DatasetRow[] {
  const asSent = sent.list("stats");
  if (asSent.length === 0)
    return card.stats.map(({ tooltip, icon, value }, place) => statCells(place, tooltip ?? icon, value));
  const values = [...card.stats];
  return asSent.map((stat, place) => {
    const name = stat.text("tooltip") ?? stat.text("icon");
    const at = values.findIndex((each) => (each.tooltip ?? each.icon) === name);
    const [read] = at === -1 ? [] : values.splice(at, 1);
    return statCells(place, name, read?.value, stat.text("value"));
  });
}

/** One number of a sighting; one without a name is identified by its place. */
function statCells(place: number, name: string | undefined, value: Count | undefined, sent?: string): DatasetRow {
  return { place: place + 1, name: name ?? `#${place + 1}`, value: int64Of(value), value_text: countText(value, sent) };
}

function attachmentRows(attachments: readonly Attachment[], sent: readonly SentValues[]): readonly DatasetRow[] {
  return attachments.map(({ id, type, url, thumbnail, youtubeId, subtitle, durationSeconds }, place) => ({
    place: place + 1,
    ...idCells("attachment_id", id),
    media_type: type,
    url,
    thumbnail,
    youtube_id: youtubeId,
    subtitle,
    ...countCells("duration_seconds", durationSeconds, sent[place]?.text("duration")),
  }));
}

/** The rows of one bought detail. @throws {AdLibraryError} if this version cannot read it */
export function rowsOfDetail(answer: ArchivedAnswer, text: string, { origin }: PageReading): readonly PlacedRow[] {
  const ad: AdRef = { platform: answer.platform, id: answer.adId };
  const detail = versions[answer.version].readAdDetail(text, ad);
  const raw = detailSlice(text);
  const sent = detail.repairs > 0 ? sentDetail(raw, answer.version) : nothingLeftOut;
  const platform = folderOf(ad.platform);
  const place = { platform, month: monthOfTime(answer.receivedAt) };
  const common: DatasetRow = {
    ...headOf(answer),
    ad_key: adKey(ad),
    ad_platform: platform,
    ...idCells("ad_id", ad.id),
  };
  const seen: DatasetRow = { ...common, position: 1 };
  const source = sourceOf(answer, origin);
  const stats = [...factsOfDetail(ad, detail).stats].map(([name, value], at) => statCells(at, name, value));
  return [
    ...placed("sightings", place, seen, [{ ...source, ...detailSighting(detail, raw) }]),
    ...placed("stats", place, seen, stats),
    ...placed("attachments", place, seen, attachmentRows(detail.attachments, sent.list("card", "attachments"))),
    ...placed("details", place, common, [{ ...source, ...detailOf(detail, sent), raw, imported_from: answer.from }]),
    ...placed("breakdowns", place, common, breakdownsOf(detail)),
    ...placed("url_chain", place, common, chainOf(detail, sent.list("url_chain"))),
  ];
}

/** The rows of one ad in a table. */
function placed(
  table: Table,
  place: Pick<PlacedRow, "platform" | "month">,
  common: DatasetRow,
  rows: readonly DatasetRow[],
): readonly PlacedRow[] {
  return rows.map((row) => ({ table, ...place, row: { ...common, ...row } }));
}

function detailSighting(detail: AdDetail, raw: string): DatasetRow {
  const { url, host } = targetOf(detail);
  return {
    ...{
      seen_in: "detail",
      search_platform: folderOf(detail.ad.platform),
      platform_sent: folderOf(detail.ad.platform),
    },
    ...{ display_url: url, domain: host || undefined },
    ...countCells("monthly_traffic", detail.domain?.monthlyVisits),
    ...countCells("days_running", detail.impression?.daysRunning),
    ...{ ...nounCells(detail), raw },
  };
}

function detailOf(detail: AdDetail, sent: SentValues): DatasetRow {
  const { impression, engagement, domain } = detail;
  return {
    ...{ ...nounCells(detail), subtitle: detail.subtitle, description: detail.description },
    call_to_action: detail.callToAction,
    ...countCells("times_observed", impression?.total, sent.text("impression", "total")),
    ...countCells("days_running", impression?.daysRunning, sent.text("impression", "days_running")),
    ...timeCells("published_at", impression?.publishedAt ?? sent.text("impression", "publish_at")),
    ...timeCells("first_seen_at", impression?.firstSeenAt ?? sent.text("impression", "first_seen_at")),
    ...timeCells("last_seen_at", impression?.lastSeenAt ?? sent.text("impression", "last_seen_at")),
    ...countCells("engagement_score", engagement?.score, sent.text("engagement_data", "score")),
    ...{ growth_last_month: engagement?.growthLastMonth, domain: targetOf(detail).host || undefined },
    ...countCells("monthly_visits", domain?.monthlyVisits, sent.text("domain", "monthly_visit")),
    domain_age: domain?.age,
  };
}

function breakdownsOf({ impression, targeting, engagement, domain }: AdDetail): readonly DatasetRow[] {
  const tabs = targeting?.tabs ?? [];
  return [
    ...pointsOf("devices", impression?.devices),
    ...tabs.flatMap(({ key, breakdown }) => pointsOf(`targeting/${key}`, breakdown)),
    ...periodOf("lifetime", engagement?.lifetime),
    ...periodOf("last_month", engagement?.lastMonth),
    ...pointsOf("domain/timeline", domain?.timeline),
  ];
}

function periodOf(name: string, period: EngagementPeriod | undefined): readonly DatasetRow[] {
  return [
    ...pointsOf(`${name}/growth`, period?.growthTimeline),
    ...timelineRows(`${name}/timeline`, period?.timeline),
    ...pointsOf(`${name}/breakdown`, period?.breakdown),
  ];
}

function pointsOf(section: string, breakdown: Breakdown | undefined): readonly DatasetRow[] {
  const { unit, points = [] } = breakdown ?? {};
  return points.map(({ key, label, icon, value }, place) => ({
    ...{ section, unit, place: place + 1, point: key, label, icon, ...valueCells(value) },
  }));
}

function timelineRows(section: string, timeline: Timeline | undefined): readonly DatasetRow[] {
  const { unit, metrics = [], points = [] } = timeline ?? {};
  return points.flatMap(({ date, label, values }, place) =>
    metrics.flatMap(({ key }, index) => {
      const value = values[index];
      if (value === undefined) return [];
      return [{ section, unit, metric: key, place: place + 1, point: date, label, ...valueCells(value) }];
    }),
  );
}

const valueCells = (value: Count): DatasetRow => ({ value: countValue(value), value_int64: int64Of(value) });

function chainOf({ urlChain }: AdDetail, sent: readonly SentValues[]): readonly DatasetRow[] {
  return urlChain.map(({ id, url, count }, place) => ({
    ...{ place: place + 1, ...idCells("link_id", id), url, domain: domainOf(url) || undefined },
    ...countCells("times_seen", count, sent[place]?.text("count")),
  }));
}

/** The row of an ad in its creative group. */
export function rowOfGrouped(one: GroupedAd, origin: string): PlacedRow {
  const { ad, group, advertiser, firstSeen, lastSeen, fetchedAt } = one;
  const platform = folderOf(one.platform);
  const row: DatasetRow = {
    ...{ ...receivedCells(fetchedAt), origin, ...namedCells(ad, platform) },
    ...{ creative: group.id, reasons: group.reasons.join(",") || undefined },
    ...{ title: group.title || undefined, advertiser: advertiser || undefined },
    ...timeCells("first_seen_at", firstSeen || undefined),
    ...timeCells("last_seen_at", lastSeen || undefined),
  };
  return { table: "creative_group", platform, month: monthOfTime(fetchedAt), row };
}

/** A search whose last two runs were compared. */
export interface ComparedSearch extends Pick<ArchivedAnswer, "version" | "platform" | "body"> {
  /** ISO times of the newest run, and of the one before. */
  readonly checked: string;
  readonly before: string;
  /** All but the unchanged ones, with what comparisons note beside their state. */
  readonly ads: readonly (ToldAd & { readonly note: string })[];
}

/** The row of an ad that was compared. */
export function rowOfCompared(one: ComparedSearch["ads"][number], of: ComparedSearch, origin: string): PlacedRow {
  const { ad, state, note, daysRunning, changes = [], title, advertiser } = one;
  const platform = folderOf(/^\w+(?=:)/.exec(ad)?.[0]);
  const row: DatasetRow = {
    ...{ ...receivedCells(of.checked), compared_with: Date.parse(of.before), origin, api_version: of.version },
    ...{ body: of.body, search_platform: folderOf(of.platform), ...namedCells(ad, platform), state },
    ...{ note: note || undefined, days_running: int64Of(daysRunning), title, advertiser },
    changed_fields: changes.map(({ field }) => field).join(", ") || undefined,
  };
  return { table: "changes", platform, month: monthOfTime(of.checked), row };
}

/** The columns of an ad that is known by its name only. */
function namedCells(ad: string, platform: string): DatasetRow {
  const id = ad.startsWith("?") ? "" : ad.slice(ad.lastIndexOf(":") + 1);
  return { ad_key: ad, ad_platform: platform, ...idCells("ad_id", isDigits(id) ? id : undefined) };
}

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

/** A whole number that 64 bits hold; as a number, which costs less than a bigint, if that holds it. */
function int64Of(value: Count | undefined): number | bigint | undefined {
  const number = countValue(value);
  if (value === undefined || number === undefined) return undefined;
  if (typeof value === "number" || Number.isSafeInteger(number))
    return Number.isSafeInteger(number) ? number : undefined;
  const integer = BigInt(value);
  return integer >= least && integer <= most ? integer : undefined;
}

/** An identifier's two columns. */
function idCells(name: string, digits: Digits | undefined): DatasetRow {
  return { [name]: digits, [`${name}_int64`]: int64Of(digits) };
}

/** A count's two columns: from the noun, or from the service's own text if the noun has nothing. */
function countCells(name: string, count: Count | undefined, sent?: string): DatasetRow {
  return { [name]: int64Of(count), [`${name}_text`]: countText(count, sent) };
}

/** What the service sent for a count that is no 64-bit integer. */
function countText(count: Count | undefined, sent?: string): string | undefined {
  if (int64Of(count) !== undefined) return undefined;
  return sent ?? (count === undefined ? undefined : String(count).replace(/^“(.*)”$/, "$1"));
}

/** The two columns of a time that the service sent. */
function timeCells(name: string, sent: string | undefined): DatasetRow {
  const ms = timeOf(sent);
  if (ms === undefined) return { [name]: undefined, [`${name}_text`]: sent };
  const isWhole = /:\d\d(?:\.\d{0,3}0*)?(?:Z|[+-]\d\d:?\d\d)$/.test(sent ?? "");
  return { [name]: ms, [`${name}_text`]: isWhole ? undefined : sent };
}

const dayMs = 86_400_000;

/** The columns of the time at which an answer was received. */
function receivedCells(receivedAt: string): DatasetRow {
  const ms = Date.parse(receivedAt);
  return { received_at: ms, received_day: Math.floor(ms / dayMs) };
}

/** `2026-11`, in UTC. */
function monthOfTime(receivedAt: string): string {
  return new Date(receivedAt).toISOString().slice(0, 7);
}

/** The name of a platform's folder; independent of the operator's path segment. */
export function folderOf(token: string | undefined): string {
  return token !== undefined && isPlatformToken(token) ? token : "unknown";
}
