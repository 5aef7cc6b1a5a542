import type { AdRef, Count } from "./ads";
import type { AdOwner } from "./bought";
import type { PlatformToken } from "./platforms";
import type { NewState } from "./runs";

/** Why two ads count as the same creative. `landing`: the same landing page, and a short text in common. */
export const reasons = ["text", "asset", "landing"] as const;
export type Reason = (typeof reasons)[number];

/** What a person decides about ads: one creative, no part of their group, or whatever the evidence says. */
export const creativeDecisions = ["joined", "apart", "evidence"] as const;
export type CreativeDecision = (typeof creativeDecisions)[number];

/** A number over the ads of a group that have it: what is absent is not 0. */
export interface GroupStat {
  readonly name: string;
  readonly sum: Count;
  readonly max: Count;
  /** How many of the ads have it. */
  readonly ads: number;
  /** How much it grew between the sightings of the ads that have several. */
  readonly growth?: Count;
}

/** Several ads that are one creative. All lists are sorted, so that equal ads give equal groups. */
export interface CreativeGroup {
  /** The first of its ads by name. */
  readonly id: string;
  readonly ads: readonly string[];
  /** What the ads have in common, besides being joined by a person; empty for a single ad. */
  readonly reasons: readonly (Reason | "joined")[];
  readonly title: string;
  readonly platforms: readonly string[];
  readonly advertisers: readonly string[];
  readonly domains: readonly string[];
  readonly countries: readonly string[];
  /** ISO times; "" if unknown. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly stats: readonly GroupStat[];
}

/** What a figure stands on. */
export interface Coverage {
  readonly ads: number;
  /** Not known of a search of the archive, which doesn't go by pages. */
  readonly pages?: number;
  readonly searches?: number;
  /** ISO times of the first and the last answer; "" if there is none. */
  readonly from: string;
  readonly to: string;
  /** Searches whose last bought page has a next one. */
  readonly unfinished?: number;
  /** Ads with a bought detail: languages and calls to action are only known of them. */
  readonly details: number;
}

/** Where the clicks on one ad lead, from its detail. Hosts are without `www.`; "" is what was not provided. */
export interface ClickChain {
  readonly ad: string;
  readonly advertiser: string;
  /** The observed URLs in the service's order, with credentials and tokens masked. Never fetched. */
  readonly urls: readonly string[];
  /** Hosts between the ad and the landing domain. */
  readonly via: readonly string[];
  readonly trackers: readonly string[];
  readonly networks: readonly string[];
  readonly landing: string;
}

/** A domain that ads lead to, with who leads there. Domains of several advertisers come first. */
export interface LandingDomain {
  readonly landing: string;
  readonly ads: number;
  readonly advertisers: readonly string[];
  readonly via: readonly string[];
  readonly trackers: readonly string[];
  readonly networks: readonly string[];
}

/** Ads of `from` whose clicks lead to `to`. */
export interface ClickEdge {
  readonly layer: "advertiser" | "via";
  readonly from: string;
  readonly to: string;
  readonly ads: number;
}

/** Where the clicks lead, as far as details are bought. */
export interface Clicks {
  readonly chains: readonly ClickChain[];
  readonly domains: readonly LandingDomain[];
  /**
   * Advertiser to tracker, network, or host in between, and from there (or directly) to the landing domain; most ads
   * first.
   */
  readonly edges: readonly ClickEdge[];
}

export const shareFields = [
  "advertiser",
  "platform",
  "mediaType",
  "format",
  "country",
  "language",
  "callToAction",
  "domain",
] as const;
export type ShareField = (typeof shareFields)[number];

/** How often one value of a field was observed. An ad with several values counts for each of them. */
export interface Share {
  readonly field: ShareField;
  readonly value: string;
  readonly ads: number;
  readonly groups: number;
  /** Of the ads for which the field was provided, 0 to 1. */
  readonly ofAds: number;
  /** Of the creative groups for which it was provided, 0 to 1. */
  readonly ofGroups: number;
  /** Ads whose last sighting was in this ISO week or later, by the Monday of the week. */
  readonly weeks: readonly { readonly week: string; readonly ads: number }[];
}

/** What the lens sees in the ads of a panel; ads are named by their card keys. */
export interface LensOfPanel {
  readonly coverage: Coverage;
  /** Largest first. */
  readonly groups: readonly CreativeGroup[];
  readonly clicks: Clicks & {
    /** One ad without a detail of each of the largest groups, ten at most: what would tell most for its price. */
    readonly wanted: readonly AdRef[];
  };
}

/** Another advertiser that is probably the same, and why. Its ads are counted nowhere else. */
export interface ProbablySame extends AdOwner {
  readonly ads: number;
  readonly because: readonly ("name" | "domain")[];
}

/** An advertiser that a person joined to another one. Its ads are counted with those of the other one. */
export interface JoinedAdvertiser extends AdOwner {
  readonly ads: number;
}

/** Everything bought of one advertiser. */
export interface AdvertiserView {
  readonly advertiser: AdOwner;
  readonly joined: readonly JoinedAdvertiser[];
  /** ISO times of the first and the last fetch of one of its ads; `unfinished` as far as it is known. */
  readonly coverage: Coverage;
  readonly shares: readonly Share[];
  /** Largest first. */
  readonly groups: readonly CreativeGroup[];
  /** The ad that was seen last comes first. */
  readonly ads: readonly AdSeen[];
  /** Most of its ads first. */
  readonly searches: readonly SearchSeenIn[];
  readonly probablySame: readonly ProbablySame[];
  /** Platforms without ads of it or of one that is probably the same, with the number of searches bought there. */
  readonly unseen: readonly { readonly platform: PlatformToken; readonly searches: number }[];
}

/** What became of an advertiser's ads between the last two runs of each search that it was seen in. */
export interface AdvertiserNews {
  readonly searches: number;
  /** How many of them have two runs. */
  readonly compared: number;
  /** Each ad once: launched ones, then those first seen, then absent ones, then those that the runs don't cover. */
  readonly ads: readonly AdvertiserChange[];
}

export interface AdvertiserChange {
  readonly ad: string;
  readonly title: string;
  readonly state: NewState | "absent" | "notCovered";
  /** For `launched` and `firstSeen`, if the service says it. */
  readonly daysRunning?: number;
  /** The search that says so, in a few words. */
  readonly search: string;
  /** ISO times of its two runs. */
  readonly before: string;
  readonly checked: string;
}

/**
 * ISO times: as the service says, else by the days that it ran, else of the first and the last fetch. Not later than the
 * first fetch, and not earlier than a page that was fetched after the details.
 */
export interface AdSeen {
  readonly ad: string;
  readonly title: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** A search that an advertiser was seen in. */
export interface SearchSeenIn {
  readonly platform: PlatformToken;
  readonly body: string;
  /** The body in a few words. */
  readonly label: string;
  readonly ads: number;
  /** ISO times of the first and the last page with one of its ads. */
  readonly from: string;
  readonly to: string;
  /** Whether the last bought page of its newest result has a next one. */
  readonly unfinished: boolean;
}

/** Creatives as a table: a row for each, with the sum, maximum, and growth of each number. "" is what is absent. */
export function creativeTable(groups: readonly CreativeGroup[]) {
  const list = (texts: readonly string[]) => texts.join(" · ");
  const names = [...new Set(groups.flatMap(({ stats }) => stats.map(({ name }) => name)))].sort();
  return {
    head: [
      ...["creative", "ads", "reasons", "title", "platforms", "advertisers", "domains", "countries"],
      ...["first_seen", "last_seen", ...names.flatMap((name) => [`sum.${name}`, `max.${name}`, `growth.${name}`])],
    ],
    rows: groups.map((group) => [
      ...[group.id, group.ads.length, list(group.reasons), group.title, list(group.platforms)],
      ...[list(group.advertisers), list(group.domains), list(group.countries), group.firstSeen, group.lastSeen],
      ...names.flatMap((name): readonly (string | number)[] => {
        const stat = group.stats.find((one) => one.name === name);
        return [stat?.sum ?? "", stat?.max ?? "", stat?.growth ?? ""];
      }),
    ]),
  };
}
