import type { AdCard, Count, Digits } from "./ads";
import type { ApiVersion } from "./apiVersion";
import type { PlatformToken } from "./platforms";

/** One run of a search: a bought snapshot of it, from page 1 to the first page that is missing. */
export interface Run {
  /** The snapshot (`last_hit`). */
  readonly lastHit: Digits;
  /** ISO time at which page 1 was received. */
  readonly fetchedAt: string;
  readonly pages: number;
  /** The last page said that no further page follows. */
  readonly ended: boolean;
  /** Whose its last page is: the name of an import or a linked folder; absent for one's own. */
  readonly from?: string;
}

/** What two runs are compared by, apart from their ads. */
export interface ComparedRun extends Run {
  readonly platform: PlatformToken;
  readonly version: ApiVersion;
  /** Canonical body: equal for searches that mean the same. */
  readonly body: string;
  /** Permanent name of the library. */
  readonly origin: string;
  /** Number of distinct ads. */
  readonly ads: number;
}

/**
 * What became of an ad between an earlier run and a newer one. `launched` and `firstSeen`: in no run before, although one
 * reached as deep; `launched` if it has run no longer than the time between the two looks, as far as the service says.
 * `absent`: gone although the newer run reached the end. `notCovered`: one of the runs did not look that far.
 */
export const adStates = ["launched", "firstSeen", "changed", "seen", "absent", "notCovered"] as const;
export type AdState = (typeof adStates)[number];

/** The states of ads that are told one by one or counted: all but the unchanged ones. */
export const toldStates = ["launched", "firstSeen", "changed", "absent", "notCovered"] as const;

/** What an ad that no run before has is. */
export type NewState = "launched" | "firstSeen";
export const isNewState = (state: AdState): state is NewState => state === "launched" || state === "firstSeen";

/** A field that differs. `figures` where only numbers do, such as likes. A missing side was not provided. */
export interface FieldChange {
  readonly field: string;
  readonly kind: "content" | "figures";
  readonly from?: Count | boolean;
  readonly to?: Count | boolean;
}

/** An ad of either run, in exactly one state. */
export interface ComparedAd {
  /** `platform:id`; an ad without an ID is named by its content. */
  readonly ad: string;
  readonly state: AdState;
  /** For `changed`; empty otherwise. */
  readonly changes: readonly FieldChange[];
  /** For `launched` and `firstSeen`: how many days it has run, as the service counts; absent if it doesn't say. */
  readonly daysRunning?: number;
  /** For `absent`: a run in between reached the end without it, too. The ad may have been stopped. */
  readonly stopped?: true;
  /** For `notCovered`. */
  readonly why?: "beyondEarlier" | "beyondNewer" | "noId" | "otherSearch";
  /** Which run its card comes from: the newer one, if that has it. */
  readonly of: "earlier" | "newer";
  /** Where its card is in that run; the index counts from 0. */
  readonly page: number;
  readonly index: number;
}

/**
 * How many ads are in each state. `stopped` are some of the absent ones, `figures` changed in numbers alone, and of
 * `untimed`, which are first seen, the service doesn't say how long they have run.
 */
export type StateCounts = Readonly<Record<AdState | "stopped" | "figures" | "untimed", number>>;

export interface Comparison {
  readonly earlier: ComparedRun;
  readonly newer: ComparedRun;
  /** How the two searches differ; if they do, nothing is new or absent. */
  readonly differs: readonly RunDifference[];
  readonly counts: StateCounts;
  /** In the order of the newer run, then those that only the earlier one has. */
  readonly ads: readonly ComparedAd[];
}

export type RunDifference = "library" | "platform" | "version" | "body";

/** A compared ad with its card. */
export interface ComparedCard extends ComparedAd {
  readonly card: AdCard;
  /** ISO time of the run that the card comes from. */
  readonly fetchedAt: string;
}

/**
 * Why a check stopped. `known`: a number of pages in a row had no ad that is new for this search; `cap`: the credits
 * agreed to are used up; `asked`: a first check has as many pages as its file asks for; `end`: the service said that no
 * page follows; `empty`: a number of pages in a row had no ad that is new for this search, and some had none at all or only
 * ads of earlier pages; `noId`: such pages had ads without an ID, which may be new. The others are doubts or failures.
 */
export const checkStops = [
  "known",
  "empty",
  "noId",
  "cap",
  "asked",
  "end",
  "cancelled",
  "failed",
  "noNewAds",
  "noSnapshot",
  "unclearNextPage",
  "otherPageReturned",
] as const;
export type CheckStop = (typeof checkStops)[number];

/** Two runs that were compared: what a panel remembers in order to compare them again for 0 credits. */
export interface ComparedPair {
  readonly name: string;
  readonly earlier: RunAddress;
  readonly newer: RunAddress;
}

type RunAddress = Pick<ComparedRun, "origin" | "version" | "platform" | "body" | "lastHit">;
