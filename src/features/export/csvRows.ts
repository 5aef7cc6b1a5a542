import { versions } from "../../api";
import type { AdCard, AdDetail, Count } from "../../protocol/ads";
import { domainOf } from "../archive";
import { youtubeUrl } from "../details";
import { plainCell, textCell } from "../text";
import type { ExportRow } from "./exportRows";

type Cell = Count | boolean | undefined;

interface Source {
  readonly row: ExportRow;
  readonly card: AdCard;
  readonly detail: AdDetail | undefined;
}

interface Column {
  readonly name: string;
  readonly cell: (source: Source) => Cell;
}

/** The columns, in order; docs/export-format.md explains each. New ones are added at the end of their table. */
const columns: readonly Column[] = [
  { name: "key", cell: ({ card }) => card.key },
  { name: "platform", cell: ({ card }) => card.platformName },
  { name: "id", cell: ({ card }) => card.id },
  { name: "title", cell: ({ card }) => card.title },
  { name: "advertiser", cell: ({ card }) => card.owner?.name },
  { name: "advertiser_id", cell: ({ card }) => card.owner?.id },
  { name: "advertiser_verified", cell: ({ card }) => card.owner?.verified },
  { name: "display_url", cell: ({ card }) => card.displayUrl },
  { name: "domain", cell: ({ card }) => domainOf(card.displayUrl) },
  { name: "monthly_traffic", cell: ({ card }) => card.monthlyTraffic },
  { name: "post_url", cell: ({ card }) => card.postUrl },
  { name: "last_seen", cell: ({ card }) => card.lastSeen },
  { name: "active", cell: ({ card }) => card.active },
  { name: "bookmarked", cell: ({ card }) => card.bookmarked },
  { name: "media_count", cell: ({ card }) => card.attachments.length },
  { name: "media_type", cell: ({ card }) => card.attachments[0]?.type },
  { name: "media_url", cell: ({ card }) => card.attachments[0]?.url ?? youtube(card) },
  { name: "media_thumbnail", cell: ({ card }) => card.attachments[0]?.thumbnail },
  { name: "media_subtitle", cell: ({ card }) => card.attachments[0]?.subtitle },
  { name: "media_seconds", cell: ({ card }) => card.attachments[0]?.durationSeconds },
  {
    name: "stats",
    cell: ({ card }) => card.stats.map(({ tooltip, icon, value }) => pair(tooltip ?? icon, value)).join("; "),
  },
  {
    name: "metadata",
    cell: ({ card }) => card.metadata.map(({ tooltip, values }) => pair(tooltip, values.join(", "))).join("; "),
  },
  { name: "page", cell: ({ row }) => row.page.page },
  { name: "position", cell: ({ row }) => row.position + 1 },
  { name: "fetched_at", cell: ({ row }) => row.page.fetchedAt },
];

/** These follow the others if details were asked for; empty if an ad has none. */
const detailColumns: readonly Column[] = [
  { name: "detail_title", cell: ({ detail }) => detail?.title },
  { name: "detail_subtitle", cell: ({ detail }) => detail?.subtitle },
  { name: "detail_description", cell: ({ detail }) => detail?.description },
  { name: "detail_call_to_action", cell: ({ detail }) => detail?.callToAction },
  { name: "detail_impressions", cell: ({ detail }) => detail?.impression?.total },
  { name: "detail_days_running", cell: ({ detail }) => detail?.impression?.daysRunning },
  { name: "detail_published_at", cell: ({ detail }) => detail?.impression?.publishedAt },
  { name: "detail_first_seen_at", cell: ({ detail }) => detail?.impression?.firstSeenAt },
  { name: "detail_last_seen_at", cell: ({ detail }) => detail?.impression?.lastSeenAt },
  { name: "detail_engagement_score", cell: ({ detail }) => detail?.engagement?.score },
  { name: "detail_growth_last_month", cell: ({ detail }) => detail?.engagement?.growthLastMonth },
  { name: "detail_url_chain", cell: ({ detail }) => detail?.urlChain.flatMap(({ url }) => url ?? []).join(" ") },
  { name: "detail_domain", cell: ({ detail }) => detail?.domain?.name },
  { name: "detail_domain_monthly_visits", cell: ({ detail }) => detail?.domain?.monthlyVisits },
  { name: "detail_domain_age", cell: ({ detail }) => detail?.domain?.age },
  { name: "detail_fetched_at", cell: ({ row }) => row.detail?.fetchedAt },
];

const chosen = (details: boolean) => (details ? [...columns, ...detailColumns] : columns);

export function csvHeader(details: boolean): string {
  return chosen(details)
    .map(({ name }) => name)
    .join();
}

/** One record without its line end. */
export function csvRow(row: ExportRow, details: boolean): string {
  const { card, ad } = row;
  if (!card) throw new TypeError("A CSV row needs the ad's noun");
  const detail = ad && row.detail ? versions[row.version].readAdDetail(row.detail.text, ad) : undefined;
  return chosen(details)
    .map(({ cell }) => written(cell({ row, card, detail })))
    .join();
}

function written(cell: Cell): string {
  if (cell === undefined) return "";
  return typeof cell === "string" ? textCell(cell) : plainCell(cell);
}

const pair = (name: string | undefined, value: Count) => (name ? `${name}: ${value}` : String(value));

function youtube({ attachments: [first] }: AdCard): string | undefined {
  return first?.youtubeId && youtubeUrl(first.youtubeId);
}
