import { versions } from "../../api";
import type { AdCard, Attachment, Owner } from "../../protocol/ads";
import type { PlatformSegments } from "../../protocol/platforms";
import { type ArchivedAnswer, domainOf } from "../archive";
import { exportRows } from "../export";
import { countCells, folderOf, idCells, monthOfTime, receivedCells } from "./cells";
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
    ...{
      ...head,
      ...sourceOf(answer, origin),
      body: answer.body,
      ...idCells("last_hit", lastHit || undefined),
    },
    ...{ page: BigInt(page), ads: BigInt(ads.length), has_next_page: clear ? content.hasNextPage : undefined },
    credits: BigInt(answerCredits(answer, origin)),
  };
  rows.push({ table: "pages", platform: folderOf(platform), month, row: own });
  return { rows, ads: ads.length, isLast: clear && !content.hasNextPage && content.doubts.length === 0 };
}

export const headOf = ({ key, receivedAt }: ArchivedAnswer): DatasetRow => ({
  answer: key,
  ...receivedCells(receivedAt),
});

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
  const common: DatasetRow = {
    ...{ ...head, position: BigInt(position), ad_key: key, ...idCells("ad_id", card.id) },
  };
  const seen = sightingOf(card, slice, answer, origin);
  return [
    { table: "sightings", platform, month, row: { ...common, ...seen } },
    ...statsOf(card, sent).map((row) => ({ table: "stats" as const, platform, month, row: { ...common, ...row } })),
    ...attachmentRows(card.attachments, sent.list("attachments")).map((row) => ({
      ...{ table: "attachments" as const, platform, month, row: { ...common, ...row } },
    })),
  ];
}

const nameOf = ({ platform, platformName }: AdCard) => (platform ? folderOf(platform) : platformName.toLowerCase());

function sightingOf(card: AdCard, slice: string, answer: ArchivedAnswer, origin: string): DatasetRow {
  return {
    ...{ seen_in: "search", ...sourceOf(answer, origin), search_platform: folderOf(answer.platform) },
    ...{ page: BigInt(answer.page), ...idCells("last_hit", answer.lastHit || undefined) },
    ...{ platform_name: card.platformName, title: card.title, display_url: card.displayUrl },
    ...{ domain: domainOf(card.displayUrl) || undefined, ...countCells("monthly_traffic", card.monthlyTraffic) },
    ...{ last_seen: card.lastSeen, post_url: card.postUrl, active: card.active, bookmarked: card.bookmarked },
    ...{ ...ownerCells(card.owner), raw: slice },
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
    return card.stats.map(({ tooltip, icon, value }, place) =>
      statCells(place, tooltip ?? icon, countCells("value", value)),
    );
  const values = [...card.stats];
  return asSent.map((stat, place) => {
    const name = stat.text("tooltip") ?? stat.text("icon");
    const at = values.findIndex((each) => (each.tooltip ?? each.icon) === name);
    const [read] = at === -1 ? [] : values.splice(at, 1);
    return statCells(place, name, countCells("value", read?.value, read ? undefined : stat.text("value")));
  });
}

/** One number of a sighting; one without a name is identified by its place. */
export function statCells(place: number, name: string | undefined, value: DatasetRow): DatasetRow {
  return { place: BigInt(place), name: name ?? `#${place + 1}`, ...value };
}

export function attachmentRows(attachments: readonly Attachment[], sent: readonly SentValues[]): readonly DatasetRow[] {
  return attachments.map((each, place) => ({
    ...{ place: BigInt(place), ...idCells("attachment_id", each.id), media_type: each.type },
    ...{ url: each.url, thumbnail: each.thumbnail, youtube_id: each.youtubeId, subtitle: each.subtitle },
    ...countCells("duration_seconds", each.durationSeconds, sent[place]?.text("duration")),
  }));
}
