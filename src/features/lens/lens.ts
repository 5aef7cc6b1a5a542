import {
  type AdCard,
  type AdDetail,
  adKey,
  type AdRef,
  type Count,
  countValue,
  type Digits,
  sumOf,
  timeOf,
} from "../../protocol/ads";
import type {
  AdSeen,
  AdvertiserView,
  Coverage,
  CreativeDecision,
  CreativeGroup,
  LensOfPanel,
  Share,
} from "../../protocol/lens";
import type { AdOwner, BoughtAd } from "../../protocol/bought";
import { ifReadable, versions } from "../../api";
import { type AdRow, daysRunning, namedStats } from "../../protocol/adFields";
import { cardTraits } from "../../protocol/adTraits";
import { isLastPage, searchName } from "../../protocol/search";
import { identityOf, type BoughtAds, type BoughtCriteria, cameAt, readLibrary, type SearchAddress } from "../archive";
import { type LensPorts, seenElsewhere, whereSeen } from "./advertiser";
import { chainsOf, clickChain } from "./chains";
import { evidenceOfCard, evidenceOfDetail } from "./evidence";
import { compare, creativeGroups, distinct, inTurns, type LensAd } from "./groups";
import { sharesOf } from "./share";
import { type Traits, traitsOfCard, traitsOfDetail } from "./traits";

export interface LensRun {
  readonly address: SearchAddress;
  readonly lastHit: Digits;
}

/** The bought ads that are looked at: those of some runs, those that a search of the archive finds, or given ones. */
export type LensSet =
  | { readonly runs: readonly LensRun[] }
  | { readonly criteria: BoughtCriteria }
  | {
      readonly ads: readonly BoughtAd[];
      /** Where their details are; the connected library if absent. */
      readonly library?: Pick<SearchAddress, "origin" | "version">;
    };

export interface LensView {
  readonly coverage: Coverage;
  /** Largest first. */
  readonly groups: readonly CreativeGroup[];
  /** Counts them, which not every door needs. */
  readonly shares: () => readonly Share[];
  /** The ad that was seen last comes first. */
  readonly ads: () => readonly AdSeen[];
  /** All that was looked at of each ad, and the ISO time of its newest fetch. */
  readonly each: () => readonly (LensAd & { readonly fetchedAt: string })[];
  readonly clicks: LensOfPanel["clicks"];
}

/** One sighting of an ad in the set, without its card: the cards of 100,000 ads would fill the memory. */
interface Seen extends Omit<LensAd, "ad" | "firstSeen" | "lastSeen" | "stats"> {
  readonly ref: AdRef | undefined;
  readonly at: string;
  /** Time of the first sighting, if this one stands for all. */
  readonly first: string;
  readonly ranSince: string | undefined;
  readonly stats: ReadonlyMap<string, Count>;
}

/** A bought detail with its ISO time. */
type ReadDetail = NonNullable<AdRow["detail"]>;

/** One look at a set of bought ads: 0 credits, no service, no key. */
export class Lens {
  constructor(private readonly ports: LensPorts) {}

  /** @throws {StorageError}, or the signal's reason */
  async look(set: LensSet, signal?: AbortSignal): Promise<LensView> {
    const { seen, ...read } = await this.read(set, signal);
    const details = await this.details(seen, "ads" in set ? set.library : undefined, signal);
    const ads = await inTurns(seen, ([ad, sightings]) => lensAd(ad, sightings, details.get(ad)), signal);
    const groups = await creativeGroups(ads, await this.ports.decisions.read(), signal);
    const wanted = groups.flatMap((group) => {
      if (group.ads.some((ad) => details.has(ad))) return [];
      return group.ads.flatMap((ad) => seen.get(ad)?.[0]?.ref ?? []).slice(0, 1);
    });
    return {
      coverage: { ads: ads.length, ...read, ...timesOf(seen), details: details.size },
      groups,
      shares: () => sharesOf(ads, groups),
      ads: () =>
        ads
          .map(({ ad, title, firstSeen, lastSeen }) => ({ ad, title, firstSeen, lastSeen }))
          .sort((one, other) => compare(other.lastSeen, one.lastSeen) || compare(one.ad, other.ad)),
      each: () => ads.map((one) => ({ ...one, fetchedAt: newestFetch(seen.get(one.ad) ?? []) })),
      clicks: {
        ...chainsOf(ads.flatMap((ad) => chainOf(ad, details.get(ad.ad)?.detail) ?? [])),
        wanted: wanted.slice(0, 10),
      },
    };
  }

  /** Notes that ads are one creative, or no part of their group, or to be grouped by evidence again. @throws {StorageError} */
  decide(ads: readonly AdRef[], as: CreativeDecision): Promise<void> {
    return this.ports.decisions.decide(ads, as);
  }

  /** Notes that advertisers are one, or that each of them is one of its own again. @throws {StorageError} */
  decideAdvertisers(owners: readonly AdOwner[], joined: boolean): Promise<void> {
    return this.ports.decisions.decideAdvertisers(owners, joined);
  }

  /** The advertisers that a person joined to this one. */
  joinedTo(advertiser: AdOwner): Promise<readonly AdOwner[]> {
    return this.ports.decisions.joinedTo(advertiser);
  }

  /** Everything bought of an advertiser and of those joined to it. @throws {StorageError}, or the signal's reason */
  async advertiser(advertiser: AdOwner, signal?: AbortSignal): Promise<AdvertiserView> {
    const criteria = { owner: advertiser, joined: await this.joinedTo(advertiser) };
    // The index's thread reads the ads while this one reads where the searches end.
    const [{ searches, counts }, { coverage, groups, ...view }] = await Promise.all([
      whereSeen(this.ports, criteria),
      this.look({ criteria }, signal),
    ]);
    const [shares, ads] = [view.shares(), view.ads()];
    const domains = shares.flatMap(({ field, value }) => (field === "domain" ? value : []));
    const elsewhere = await seenElsewhere(this.ports, criteria, domains, counts);
    const unfinished = searches.filter((one) => one.unfinished).length;
    const covered = { ...coverage, searches: searches.length, unfinished };
    return { advertiser, coverage: covered, groups, shares, ads, searches, ...elsewhere };
  }

  private async read(set: LensSet, signal?: AbortSignal): Promise<Read> {
    if ("runs" in set) return this.ofRuns(set.runs, signal);
    if ("criteria" in set) return this.found(set.criteria, signal);
    const seen: Sightings = new Map();
    await inTurns(set.ads, ({ card, fetchedAt }) => note(seen, card, card.key, fetchedAt), signal);
    return { seen };
  }

  private async ofRuns(runs: readonly LensRun[], signal?: AbortSignal): Promise<Read> {
    const seen: Sightings = new Map();
    const ends = new Map<string, boolean>();
    let pages = 0;
    for (const { address, lastHit } of runs) {
      const search = searchName(address);
      const { readSearchPage } = versions[address.version];
      for (let page = 1; ; page += 1) {
        signal?.throwIfAborted();
        const stored = await this.ports.archive.page(address, lastHit, page);
        if (!stored) break;
        const { text, receivedAt } = await this.ports.clients.readable(stored);
        const { segments } = this.ports.clients;
        const content = ifReadable(() => readSearchPage(text, address.platform, page, lastHit, segments));
        if (!content) break;
        for (const [at, card] of content.ads.entries())
          note(seen, card, `${search} ${lastHit} ${page}:${at + 1}`, cameAt(receivedAt, lastHit));
        ends.set(search, ends.get(search) === true || isLastPage(content));
        pages += 1;
      }
    }
    const unfinished = [...ends.values()].filter((ended) => !ended).length;
    return { seen, pages, searches: ends.size, unfinished };
  }

  private async found(criteria: BoughtCriteria, signal?: AbortSignal): Promise<Read> {
    const seen: Sightings = new Map();
    const find = (after?: string) =>
      this.ports.boughtAds.find(criteria, { after, limit: 500, ...(signal && { signal }) });
    for (let found: Found = await find(); ;) {
      const noted = inTurns(found.ads, (one) =>
        note(seen, one.card, one.place ?? one.card.key, one.fetchedAt, one.firstFetchedAt),
      );
      // The archive's thread reads the next ads while these are looked at.
      const [more] = await Promise.all([found.next === undefined ? undefined : find(found.next), noted]);
      if (!more) return { seen };
      found = more;
    }
  }

  /** The bought details of ads, by the ad. One that can't be read counts as absent. */
  private async details(
    seen: Sightings,
    library: Pick<SearchAddress, "origin" | "version"> | undefined,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, ReadDetail>> {
    const { archive } = this.ports;
    const { origin, version } = library ?? (await readLibrary(this.ports));
    const refs = [...seen.values()].flatMap(([first]) => first?.ref ?? []);
    const bought = await archive.boughtDetails(origin, version, refs);
    const details = new Map<string, ReadDetail>();
    for (const ref of refs.filter((one) => bought.has(adKey(one)))) {
      signal?.throwIfAborted();
      const stored = await archive.detail(origin, version, ref);
      const detail = stored && ifReadable(() => versions[version].readAdDetail(stored.text, ref));
      if (detail) details.set(adKey(ref), { detail, fetchedAt: stored.receivedAt });
    }
    return details;
  }
}

/** The sightings of each ad of a set. */
type Sightings = Map<string, Seen[]>;
type Found = Awaited<ReturnType<BoughtAds["find"]>>;
type Read = Partial<Pick<Coverage, "pages" | "searches" | "unfinished">> & { readonly seen: Sightings };

/** @param place where an ad without an ID was seen: it equals only itself */
function note(seen: Sightings, card: AdCard, place: string, at: string, first = at): void {
  const { platform, id, platformName, title, stats } = card;
  const one: Seen = {
    ...{ at, first, ref: platform === undefined || id === undefined ? undefined : { platform, id } },
    ...{ platform: platform ?? platformName, title: title ?? "", traits: traitsOfCard(card) },
    ...{ advertiser: cardTraits.advertiser(card)[0] ?? "", domain: cardTraits.domain(card)[0] ?? "" },
    ...{ ranSince: ranSince(card, at), stats: namedStats(stats), evidence: evidenceOfCard(card) },
  };
  const ad = identityOf(card, place);
  const sightings = seen.get(ad);
  if (sightings) sightings.push(one);
  else seen.set(ad, [one]);
}

function timesOf(seen: Sightings): Pick<Coverage, "from" | "to"> {
  const all = [...seen.values()].flat();
  return {
    from: all.reduce((least, { first }) => (first < least ? first : least), all[0]?.first ?? ""),
    to: newestFetch(all),
  };
}

const newestFetch = (sightings: readonly Seen[]) => sightings.reduce((most, { at }) => (at > most ? at : most), "");

const chainOf = (ad: LensAd, detail: AdDetail | undefined) => detail && clickChain(ad, detail);

/** What is known of one ad: its newest sighting with its detail, and how its numbers grew since the first one. */
function lensAd(ad: string, sightings: readonly Seen[], bought: ReadDetail | undefined): LensAd {
  const detail = bought?.detail;
  const inOrder = sightings.toSorted((one, other) => compare(one.at, other.at));
  const newest = inOrder.at(-1);
  const traits = [...(newest ? [newest.traits] : []), ...(detail ? [traitsOfDetail(detail)] : [])];
  const all = (name: keyof Traits) => distinct(traits.flatMap((one) => one[name]));
  return {
    ...{ ad, platform: newest?.platform ?? "" },
    title: known(newest?.title, detail?.title),
    advertiser: known(newest?.advertiser, detail?.owner?.name),
    domain: known(newest?.domain, detail?.domain?.name).replace(/^www\./, ""),
    traits: {
      ...{ mediaType: all("mediaType"), format: all("format"), country: all("country") },
      ...{ language: all("language"), callToAction: all("callToAction") },
    },
    firstSeen: firstSeen(inOrder, detail),
    lastSeen: lastSeen(newest, bought),
    stats: [...(newest?.stats ?? [])].flatMap(([name, value]) =>
      countValue(value) === undefined ? [] : grown(name, value, inOrder),
    ),
    evidence: [...(newest?.evidence ?? []), ...(detail ? evidenceOfDetail(detail) : [])],
  };
}

/** By the exact time that the service says, else by its days, unless it was bought before: a paused ad has few days. */
function firstSeen(inOrder: readonly Seen[], detail: AdDetail | undefined): string {
  const told = isoOf(detail?.impression?.firstSeenAt);
  const since = told === undefined ? inOrder.flatMap((one) => one.ranSince ?? []) : [told];
  return [...since, ...inOrder.map(({ first }) => first)].sort(compare)[0] ?? "";
}

/** By the exact time that the service says, which knows nothing of a page that came later. */
function lastSeen(newest: Seen | undefined, bought: ReadDetail | undefined): string {
  const told = isoOf(bought?.detail.impression?.lastSeenAt);
  if (told === undefined || !bought) return newest?.at ?? "";
  return newest && newest.at > bought.fetchedAt && newest.at > told ? newest.at : told;
}

/** A time that the service sent, in the form in which all others are compared with it. */
function isoOf(sent: string | undefined): string | undefined {
  const ms = timeOf(sent);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/** The time that the days of a card reach back to, if it names a plausible number of them. */
function ranSince(card: AdCard, at: string): string | undefined {
  const days = daysRunning(card) ?? Infinity;
  return days < 20_000 ? new Date(Date.parse(at) - days * 86_400_000).toISOString() : undefined;
}

const known = (...texts: readonly (string | undefined)[]) => texts.find(Boolean) ?? "";

function grown(name: string, value: Count, inOrder: readonly Seen[]): LensAd["stats"][number] {
  const values = inOrder.flatMap(({ stats }) => stats.get(name) ?? []);
  const [first] = values;
  const grows = values.length > 1 && first !== undefined && countValue(first) !== undefined;
  return { name, value, ...(grows && { growth: sumOf([value], first) }) };
}
