import { detailSlice, versions } from "../../api";
import type { AdDetail, AdRef, Breakdown, EngagementPeriod, Timeline } from "../../protocol/ads";
import { type ArchivedAnswer, domainOf, factsOfDetail } from "../archive";
import { countCells, folderOf, idCells, monthOfTime, timeCells } from "./cells";
import { attachmentRows, headOf, ownerCells, type PageReading, sourceOf, statCells } from "./rowsOfPage";
import { nothingLeftOut, sentDetail, type SentValues } from "./sentValues";
import type { DatasetRow, PlacedRow, Table } from "./tables";

/** The rows of one owned detail. @throws {AdLibraryError} if this version cannot read it */
export function rowsOfDetail(answer: ArchivedAnswer, text: string, { origin }: PageReading): readonly PlacedRow[] {
  const ad: AdRef = { platform: answer.platform, id: answer.adId };
  const detail = versions[answer.version].readAdDetail(text, ad);
  const raw = detailSlice(text);
  const sent = detail.repairs > 0 ? sentDetail(raw, answer.version) : nothingLeftOut;
  const platform = folderOf(ad.platform);
  const month = monthOfTime(answer.receivedAt);
  const common: DatasetRow = { ...headOf(answer), ad_key: `${platform}:${ad.id}`, ...idCells("ad_id", ad.id) };
  const seen: DatasetRow = { ...common, position: 0 };
  const source = sourceOf(answer, origin);
  const stats = [...factsOfDetail(ad, detail).stats];
  const rows: PlacedRow[] = [];
  const add = (table: Table, common: DatasetRow, all: readonly DatasetRow[]) => {
    for (const row of all) rows.push({ table, platform, month, row, common });
  };
  add("sightings", seen, [{ ...source, ...sightingOf(detail, raw) }]);
  add(
    "stats",
    seen,
    stats.map(([name, value], place) => statCells(place, name, value)),
  );
  add("attachments", seen, attachmentRows(detail.attachments, sent.list("card", "attachments")));
  add("details", common, [{ ...source, ...detailOf(detail, sent), raw }]);
  add("breakdowns", common, breakdownsOf(detail));
  add("url_chain", common, chainOf(detail, sent.list("url_chain")));
  return rows;
}

function sightingOf(detail: AdDetail, raw: string): DatasetRow {
  const link = detail.urlChain[0]?.url;
  return {
    ...{
      seen_in: "detail",
      search_platform: folderOf(detail.ad.platform),
      platform_name: folderOf(detail.ad.platform),
    },
    ...{ title: detail.title, display_url: link, domain: hostOf(detail) },
    ...countCells("monthly_traffic", detail.domain?.monthlyVisits),
    ...{ post_url: detail.postUrl, bookmarked: detail.bookmarked, ...ownerCells(detail.owner), raw },
  };
}

const hostOf = ({ domain, urlChain }: AdDetail) =>
  domain?.name?.toLowerCase() ?? (domainOf(urlChain[0]?.url) || undefined);

function detailOf(detail: AdDetail, sent: SentValues): DatasetRow {
  const { impression, engagement, domain } = detail;
  return {
    ...{ post_url: detail.postUrl, title: detail.title, subtitle: detail.subtitle, description: detail.description },
    ...{ call_to_action: detail.callToAction, bookmarked: detail.bookmarked, ...ownerCells(detail.owner) },
    ...countCells("impressions", impression?.total, sent.text("impression", "total")),
    ...countCells("days_running", impression?.daysRunning, sent.text("impression", "days_running")),
    ...timeCells("published_at", impression?.publishedAt ?? sent.text("impression", "publish_at")),
    ...timeCells("first_seen_at", impression?.firstSeenAt ?? sent.text("impression", "first_seen_at")),
    ...timeCells("last_seen_at", impression?.lastSeenAt ?? sent.text("impression", "last_seen_at")),
    ...countCells("engagement_score", engagement?.score, sent.text("engagement_data", "score")),
    ...{ growth_last_month: engagement?.growthLastMonth, domain: hostOf(detail) },
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
    ...{ section, unit, place, point: key, label, icon, ...valueCells(value) },
  }));
}

function timelineRows(section: string, timeline: Timeline | undefined): readonly DatasetRow[] {
  const { unit, metrics = [], points = [] } = timeline ?? {};
  return points.flatMap(({ date, label, values }, place) =>
    metrics.flatMap(({ key }, index) => {
      const value = values[index];
      if (value === undefined) return [];
      return [{ section, unit, metric: key, place, point: date, label, ...valueCells(value) }];
    }),
  );
}

const valueCells = (value: number): DatasetRow => ({
  value,
  value_int64: Number.isSafeInteger(value) ? value : undefined,
});

function chainOf({ urlChain }: AdDetail, sent: readonly SentValues[]): readonly DatasetRow[] {
  return urlChain.map(({ id, url, count }, place) => ({
    ...{ place, ...idCells("link_id", id), url, domain: domainOf(url) || undefined },
    ...countCells("times_seen", count, sent[place]?.text("count")),
  }));
}
