import { isDigits, versions } from "../../api";
import type { AdCard, Attachment, Count, Owner } from "../../protocol/ads";
import type { PlatformSegments } from "../../protocol/platforms";
import { type ArchivedAnswer, domainOf } from "../archive";
import { exportRows } from "../export";
import { countText, folderOf, idCells, int64Of, monthOfTime, receivedCells } from "./cells";
import { answerCredits } from "./searches";
import { nothingLeftOut, sentCard, type SentValues } from "./sentValues";
import type { DatasetRow, PlacedRow } from "./tables";

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

/** The rows of one owned page. @throws {AdLibraryError} if this version cannot read it */
export async function rowsOfPage(answer: ArchivedAnswer, text: string, reading: PageReading): Promise<PageRows> {
  const { version, platform, page, lastHit, receivedAt } = answer;
  const { origin, segments } = reading;
  const content = await versions[version].readPageInSteps(text, platform, page, lastHit, segments);
  const exported = { page, text, fetchedAt: receivedAt, lastHit, content };
  const about = { platform, origin, version, body: answer.body, startedAt: receivedAt, segments };
  const ads = await exportRows(exported, about, { needsCards: true }, undefined);
  const month = monthOfTime(receivedAt);
  const head = headOf(answer);
  const rows = ads.flatMap(({ card, slice, position }) =>
    card === undefined ? [] : rowsOfCard(card, slice, position, answer, { origin, month, head }),
  );
  const clear = !content.doubts.includes("unclearNextPage");
  const own: DatasetRow = {
    ...{ ...sourceOf(answer, origin), body: answer.body, ...idCells("last_hit", snapshotOf(answer)) },
    ...{ page, ads: ads.length, has_next_page: clear ? content.hasNextPage : undefined },
    credits: answerCredits(answer, origin),
  };
  rows.push({ table: "pages", platform: folderOf(platform), month, row: own, common: head });
  return { rows, ads: ads.length, isLast: clear && !content.hasNextPage && content.doubts.length === 0 };
}

export const headOf = ({ key, receivedAt }: ArchivedAnswer): DatasetRow => ({
  answer: key,
  ...receivedCells(receivedAt),
});

/** The snapshot's ID; undefined if the service returned none, so that the answer has a name of the archive's own. */
const snapshotOf = ({ lastHit }: ArchivedAnswer) => (isDigits(lastHit) ? lastHit : undefined);

export const sourceOf = ({ version }: ArchivedAnswer, origin: string): DatasetRow => ({ origin, api_version: version });

function rowsOfCard(
  card: AdCard,
  slice: string,
  position: number,
  answer: ArchivedAnswer,
  { origin, month, head }: { readonly origin: string; readonly month: string; readonly head: DatasetRow },
): readonly PlacedRow[] {
  const sent = card.repairs > 0 ? sentCard(slice, answer.version) : nothingLeftOut;
  const platform = folderOf(card.platform);
  const key = card.id === undefined ? `?${answer.key}:${position}` : `${nameOf(card)}:${card.id}`;
  const common: DatasetRow = { ...head, position, ad_key: key, ad_id: card.id, ad_id_int64: int64Of(card.id) };
  const seen = sightingOf(card, slice, answer, origin);
  const rows: PlacedRow[] = [{ table: "sightings", platform, month, row: seen, common }];
  for (const row of statsOf(card, sent)) rows.push({ table: "stats", platform, month, row, common });
  for (const row of attachmentRows(card.attachments, sent.list("attachments")))
    rows.push({ table: "attachments", platform, month, row, common });
  return rows;
}

const nameOf = ({ platform, platformName }: AdCard) => (platform ? folderOf(platform) : platformName.toLowerCase());

function sightingOf(card: AdCard, slice: string, answer: ArchivedAnswer, origin: string): DatasetRow {
  const { owner, monthlyTraffic } = card;
  const lastHit = snapshotOf(answer);
  return {
    seen_in: "search",
    origin,
    api_version: answer.version,
    search_platform: folderOf(answer.platform),
    page: answer.page,
    last_hit: lastHit,
    last_hit_int64: int64Of(lastHit),
    platform_name: card.platformName,
    title: card.title,
    display_url: card.displayUrl,
    domain: domainOf(card.displayUrl) || undefined,
    monthly_traffic: int64Of(monthlyTraffic),
    monthly_traffic_text: countText(monthlyTraffic),
    last_seen: card.lastSeen,
    post_url: card.postUrl,
    active: card.active,
    bookmarked: card.bookmarked,
    owner_id: owner?.id,
    owner_id_int64: int64Of(owner?.id),
    owner_name: owner?.name,
    owner_avatar_url: owner?.avatarUrl,
    owner_verified: owner?.verified,
    raw: slice,
  };
}

export function ownerCells(owner: Owner | undefined): DatasetRow {
  return {
    ...idCells("owner_id", owner?.id),
    ...{ owner_name: owner?.name, owner_avatar_url: owner?.avatarUrl, owner_verified: owner?.verified },
  };
}

/** The numbers of a card; if not all could be read, each as it was sent. */
function statsOf(card: AdCard, sent: SentValues): readonly DatasetRow[] {
  const asSent = sent.list("stats");
  if (asSent.length <= card.stats.length)
    return card.stats.map(({ tooltip, icon, value }, place) => statCells(place, tooltip ?? icon, value));
  const values = [...card.stats];
  return asSent.map((stat, place) => {
    const name = stat.text("tooltip") ?? stat.text("icon");
    const at = values.findIndex((each) => (each.tooltip ?? each.icon) === name);
    const [read] = at === -1 ? [] : values.splice(at, 1);
    return statCells(place, name, read?.value, read ? undefined : stat.text("value"));
  });
}

/** One number of a sighting; one without a name is identified by its place. */
export function statCells(
  place: number,
  name: string | undefined,
  value: Count | undefined,
  sent?: string,
): DatasetRow {
  return { place, name: name ?? `#${place + 1}`, value: int64Of(value), value_text: countText(value, sent) };
}

export function attachmentRows(attachments: readonly Attachment[], sent: readonly SentValues[]): readonly DatasetRow[] {
  return attachments.map(({ id, type, url, thumbnail, youtubeId, subtitle, durationSeconds }, place) => ({
    place,
    attachment_id: id,
    attachment_id_int64: int64Of(id),
    media_type: type,
    url,
    thumbnail,
    youtube_id: youtubeId,
    subtitle,
    duration_seconds: int64Of(durationSeconds),
    duration_seconds_text: countText(durationSeconds, sent[place]?.text("duration")),
  }));
}
