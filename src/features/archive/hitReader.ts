import { adSlices, parseExact, type versions } from "../../api";
import type { AdCard, AdDetail, AdRef } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import { platforms, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";
import { identityOf } from "./adText";
import type { ArchiveHit } from "./archiveCriteria";
import { unpack } from "./payload";
import { bytes, type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";

/**
 * What reading a stored answer takes: the readers of both versions of the service, and the current names of platforms.
 */
export interface HitReading {
  readonly versions: typeof versions;
  readonly segments: PlatformSegments;
}

const pageOfSighting = `
  select sighting.page as id, position, page.page, page.received_at, coding, payload,
    last_hit, search.origin, search.version, search.platform, search.body
  from sighting join page on page.id = sighting.page join snapshot on snapshot.id = page.snapshot
  join search on search.id = snapshot.search where sighting.id = ?`;

const detailOfAd = `
  select detail.version, detail.received_at, coding, payload from sighting join detail on detail.id = sighting.detail
  where sighting.ad = ? order by detail.received_at desc, detail.id desc limit 1`;

interface OpenPage {
  /** The page's exact text. */
  readonly answer: string;
  /** The JSON text of each ad, from the first one to the last one looked at. */
  slices: readonly string[];
}

/** Turns rows of `ad` into cards, which it reads from the stored answers. Unpacks each page once. */
export class HitReader {
  private readonly pages = new Map<number, OpenPage>();

  constructor(
    private readonly session: DatabaseSession,
    private readonly reading: HitReading,
  ) {}

  /** Undefined if the answer behind the ad cannot be read. */
  hit(ad: DatabaseRow): ArchiveHit | undefined {
    try {
      return ad.card === null ? this.fromDetail(ad) : this.fromPage(ad);
    } catch {
      return undefined;
    }
  }

  private fromPage(ad: DatabaseRow): ArchiveHit | undefined {
    const row = this.session.get(pageOfSighting, whole(ad.card));
    const platform = tokenOf(textOf(row?.platform));
    const card = row && platform && this.card(row, platform, textOf(ad.identity));
    if (!card) return undefined;
    const version = versionOf(row);
    const address = { origin: textOf(row.origin), version, platform, body: textOf(row.body) } as const;
    return {
      card,
      origin: textOf(ad.origin),
      receivedAt: textOf(row.received_at),
      page: { address, lastHit: textOf(row.last_hit), page: whole(row.page) },
      ...refOf(ad),
    };
  }

  /** Parses only the wanted ad, not the others of its page. */
  private card(row: DatabaseRow, platform: PlatformToken, identity: string): AdCard | undefined {
    const page = this.open(row);
    const place = { platform, page: whole(row.page), segments: this.reading.segments };
    const { readCard } = this.reading.versions[versionOf(row)];
    const read = (slice: string, index: number) => readCard(parseExact(slice), { ...place, index });
    const position = whole(row.position);
    // Usually only one ad of a page is wanted, so the text behind it is left alone at first.
    if (page.slices.length <= position)
      page.slices = adSlices(page.answer, page.slices.length ? Infinity : position + 1);
    const slice = page.slices[position];
    const card = slice === undefined ? undefined : read(slice, position);
    const isWanted = (one: AdCard, index: number) => identityOf(one, `${whole(row.id)}:${index}`) === identity;
    if (card && isWanted(card, position)) return card;
    // Another version of the extension may have counted the list differently.
    return adSlices(page.answer).map(read).find(isWanted) ?? card;
  }

  private open(row: DatabaseRow): OpenPage {
    const id = whole(row.id);
    let page = this.pages.get(id);
    if (!page) this.pages.set(id, (page = { answer: unpack(textOf(row.coding), bytes(row.payload)), slices: [] }));
    return page;
  }

  private fromDetail(row: DatabaseRow): ArchiveHit | undefined {
    const stored = this.session.get(detailOfAd, whole(row.id));
    const { ad } = refOf(row);
    if (!stored || !ad) return undefined;
    const { readAdDetail } = this.reading.versions[versionOf(stored)];
    const detail = readAdDetail(unpack(textOf(stored.coding), bytes(stored.payload)), ad);
    const card = cardOfDetail(ad, detail, textOf(row.platform_name));
    return { card, origin: textOf(row.origin), receivedAt: textOf(stored.received_at), ad };
  }
}

const tokenOf = (name: string): PlatformToken | undefined => platforms.find(({ token }) => token === name)?.token;

const versionOf = ({ version }: DatabaseRow): ApiVersion => (textOf(version) === "v1" ? "v1" : "v2");

function refOf(ad: DatabaseRow): { readonly ad?: AdRef } {
  const platform = tokenOf(textOf(ad.platform));
  const id = textOf(ad.ad_id);
  return platform === undefined || id === "" ? {} : { ad: { platform, id } };
}

/** Makes a card for an ad of which only the detail is owned. */
function cardOfDetail(ad: AdRef, detail: AdDetail, platformName: string): AdCard {
  const { title, postUrl, bookmarked, owner, attachments, urlChain, domain, repairs } = detail;
  const displayUrl = urlChain[0]?.url;
  const monthlyTraffic = domain?.monthlyVisits;
  return {
    key: `${ad.platform}:${ad.id}`,
    ...ad,
    platformName,
    ...(title !== undefined && { title }),
    ...(displayUrl !== undefined && { displayUrl }),
    ...(monthlyTraffic !== undefined && { monthlyTraffic }),
    ...(postUrl !== undefined && { postUrl }),
    ...(bookmarked !== undefined && { bookmarked }),
    ...(owner && { owner }),
    ...{ attachments, stats: [], metadata: [], repairs },
  };
}
