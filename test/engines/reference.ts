import { DatabaseSync } from "node:sqlite";
import { type AdCard, type Count, countValue, type AdDetail, type AdRef } from "../../src/protocol/ads";
import { groupedAds } from "../../src/features/dataset/groupedAds";
import { daysRunning, domainOf, targetOf } from "../../src/protocol/adFields";
import type { Stack } from "../unit/features/stack";

const segmentOf = (token: string | undefined) => token ?? "unknown";

type Cell = string | bigint | number | null;

/** What the archive itself answers, in SQLite's tables: put together from the engine's nouns, without the dataset's code. */
export class Reference {
  private readonly db = new DatabaseSync(":memory:");
  private answers = 0;

  constructor() {
    this.db.exec(`
      create table sightings (answer, position, origin, ad_key, platform, month, received_at, received_day, owner_id,
        owner_name, title, domain, days_running, seen_in, raw);
      create table stats (platform, ad_key, name, value, received_day);
      create table url_chain (ad_key, domain, received_at);
      create table pages (answer, platform, body, last_hit, has_next_page);
      create table creative_group (origin, ad_key, ad_platform, creative, reasons, title, advertiser, first_seen_at,
        last_seen_at);
      create table changes (origin, api_version, search_platform, body, received_at, compared_with, state)`);
    this.db.function("date_trunc", (_unit, time) => {
      const day = new Date(String(time).slice(0, 10));
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
      return day.toISOString().slice(0, 10);
    });
    this.db.function("concat", { varargs: true }, (...texts) => texts.map(String).join(""));
  }

  /** Adds all bought pages of a search, and details of some ads. */
  async addPages(stack: Stack, frozen: Parameters<Stack["search"]["boughtPages"]>[0], lastHit: string): Promise<void> {
    for (const page of await stack.search.boughtPages(frozen, lastHit)) {
      const answer = this.answers++;
      this.insert("pages", [
        answer,
        segmentOf(frozen.address.platform),
        frozen.address.body,
        lastHit,
        Number(page.hasNextPage),
      ]);
      for (const [index, ad] of page.ads.entries()) this.addCard(ad, answer, index + 1, page.fetchedAt);
    }
  }

  addDetail(ad: AdRef, detail: AdDetail, at: string): void {
    const answer = this.answers++;
    const key = `${segmentOf(ad.platform)}:${ad.id}`;
    const { owner, title, urlChain, impression, engagement, domain } = detail;
    const host = targetOf(detail).host || null;
    this.addSighting(
      answer,
      1,
      key,
      segmentOf(ad.platform),
      at,
      [owner?.id, owner?.name, title, host],
      "detail",
      countValue(impression?.daysRunning),
    );
    const stats = { timesObserved: impression?.total, daysRunning: impression?.daysRunning };
    const more = { engagementScore: engagement?.score, monthlyVisits: domain?.monthlyVisits };
    for (const [name, value] of Object.entries({ ...stats, ...more })) this.addStat(ad.platform, key, name, value, at);
    for (const { url } of urlChain) this.insert("url_chain", [key, domainOf(url) || null, at]);
  }

  /** Adds all bought ads as the lens groups them. Call it last. */
  async addGroups(stack: Stack): Promise<void> {
    // Only the dataset and the lens name an ad without an ID alike.
    const [unnamed] = this.rows("select distinct ad_key from sightings where ad_key like '?%'");
    const texts = (...all: readonly string[]) => all.map((text) => text || null);
    for (const { ad, group, platform, advertiser, firstSeen, lastSeen } of groupedAds(
      await stack.lens.look({ criteria: {} }),
    )) {
      const key = ad.startsWith("?") ? String(unnamed?.[0]) : ad;
      const cells = ["", key, segmentOf(platform), group.id, group.reasons.join(",") || null];
      this.insert("creative_group", [...cells, ...texts(group.title, advertiser, firstSeen, lastSeen)]);
    }
  }

  /** Adds what the last two runs of a search are compared to. */
  async addChanges(stack: Stack, { address }: Parameters<Stack["search"]["boughtPages"]>[0]): Promise<void> {
    const { checked = "", before = "", ads = [] } = (await stack.runs.changesSince(address)) ?? {};
    const { origin, version, platform, body } = address;
    for (const { state } of ads)
      this.insert("changes", [origin, version, segmentOf(platform), body, checked, before, state]);
  }

  /** The rows of a query. */
  rows(sql: string): unknown[][] {
    // SQLite has no dates to add days to.
    const dated = sql.replace(/date '1970-01-01' \+ cast\((\w+) as int\)/g, "date($1 * 86400, 'unixepoch')");
    const statement = this.db.prepare(dated);
    statement.setReadBigInts(true);
    return statement.all().map((row) => Object.values(row));
  }

  private addCard(ad: AdCard, answer: number, position: number, at: string): void {
    const platform = segmentOf(ad.platform);
    const key = ad.id === undefined ? `?${answer}:${position}` : `${ad.platform ? platform : ad.platformName}:${ad.id}`;
    const texts = [ad.owner?.id, ad.owner?.name, ad.title, domainOf(ad.displayUrl) || undefined];
    this.addSighting(answer, position, key, platform, at, texts, "search", daysRunning(ad));
    for (const [index, { tooltip, icon, value }] of ad.stats.entries())
      this.addStat(ad.platform, key, tooltip ?? icon ?? `#${index + 1}`, value, at);
  }

  private addSighting(
    ...[answer, position, key, platform, at, texts, seen, days]: [
      ...[number, number, string, string, string, readonly (string | null | undefined)[], string, number | undefined],
    ]
  ): void {
    const [owner, name, title, domain] = texts.map((each) => each ?? null);
    const cells = [answer, position, "", key, platform, at.slice(0, 7), at, dayOf(at)];
    this.insert("sightings", [
      ...cells,
      owner ?? null,
      name ?? null,
      title ?? null,
      domain ?? null,
      days ?? null,
      seen,
      "",
    ]);
  }

  private addStat(platform: string | undefined, key: string, name: string, value: Count | undefined, at: string): void {
    if (value === undefined || !/^-?\d{1,19}$/.test(String(value))) return;
    this.insert("stats", [segmentOf(platform), key, name, BigInt(String(value)), dayOf(at)]);
  }

  private insert(table: string, cells: readonly Cell[]): void {
    this.db.prepare(`insert into ${table} values (${cells.map(() => "?").join()})`).run(...cells);
  }
}

const dayOf = (at: string) => Math.floor(Date.parse(at) / 86_400_000);
