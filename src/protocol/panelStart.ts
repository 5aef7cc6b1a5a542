import type { AdDetail, AdRef, Digits } from "./ads";
import type { ApiVersion } from "./apiVersion";
import type { CreditsToday } from "./credits";
import type { Failure } from "./failure";
import type { FilterForm } from "./filters";
import type { PanelMemory } from "./panelMemory";
import type { PlatformToken } from "./platforms";
import type { StateCounts } from "./runs";
import type { Cursor, SearchPage, SearchQuery } from "./search";

/** Which library is searched. The key itself never crosses; only whether there is one. */
export interface ConnectionState {
  readonly kind: "none" | "sample" | "service";
  /** Origin of the service, for display. */
  readonly origin?: string;
  readonly hasKey: boolean;
  /** The lasting name of the library and its version: what belongs to another one is never requested from this one. */
  readonly library?: string;
  /** V2 where absent. */
  readonly apiVersion?: ApiVersion;
}

export type LoadMedia = "always" | "onClick" | "never";

/** Problems of a query with their sentences. */
export type ToldProblems = NonNullable<Failure["problems"]>;

/**
 * What a command hands over to a panel: a query for the form, to run once if `run` (paid), or with an owned snapshot to
 * show (free).
 */
export interface Handover {
  readonly query: SearchQuery;
  /** What the search had that the connected library's form lacks. */
  readonly left?: ToldProblems;
  readonly run: boolean;
  /** The owned snapshot to show; never together with `run`. */
  readonly showOwned?: Digits;
}

/** What is owned of the results on the screen: it determines the prices shown. */
export interface OwnedHere {
  /** Which of the ads have an owned detail, as card keys. */
  readonly ownedDetails: readonly string[];
  /** The page after the last one is owned: loading it costs nothing. */
  readonly nextOwned?: true;
}

/** Everything for the first paint, in one answer. */
export interface PanelStart extends OwnedHere {
  readonly connection: ConnectionState;
  readonly platform: PlatformToken;
  readonly loadMedia: LoadMedia;
  /** Private hosts from which pictures may also be loaded; none if absent. */
  readonly mediaHosts?: readonly string[];
  readonly credits: CreditsToday;
  /** Absent when the form could not be fetched: then `formFailure` says why. */
  readonly form?: FilterForm;
  readonly formFailure?: Failure;
  readonly handover?: Handover;
  /** An ad that a command wants opened: ask `adDetail` for it (paid unless owned). */
  readonly openAd?: AdRef;
  /** Where to start: the panel's own memory if readable, or the one kept of this platform's explorer if newer. */
  readonly memory?: PanelMemory;
  /** A page that this panel requested before a reload and that is still on its way: pick it up with `rejoin`. */
  readonly running?: { readonly query: SearchQuery; readonly cursor?: Cursor };
  /** The frozen search that `pages` belong to: `memory.shown`, or a later one that was answered while the panel was hidden. */
  readonly shown?: SearchQuery;
  /** Owned pages of `shown`, in order from page 1. May be more than the panel remembers. */
  readonly pages: readonly SearchPage[];
  /** The library that `pages` come from, if another one is connected by now. */
  readonly shownFrom?: string;
  /** Detail of `memory.openAd`, if owned. */
  readonly detail?: OwnedDetail;
  /** Translations of the webview's strings; absent for English. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface OwnedDetail {
  readonly detail: AdDetail;
  /** ISO time at which the service's answer arrived. */
  readonly fetchedAt: string;
  readonly owned: boolean;
}

/** What is already owned of a query: offered as "show owned results" before paying again. */
export interface OwnedSearch {
  /** Empty if the service named no snapshot; "~2", "~3" and so on for further such answers. */
  readonly lastHit: Digits;
  readonly pages: number;
  readonly fetchedAt: string;
}

/** Everything for the first paint of the archive. */
export interface ArchiveStart {
  /** What the panel remembers, if it is readable. */
  readonly memory?: PanelMemory;
  readonly panel: PanelStart;
  /** Names of the numbers that can be filtered by. */
  readonly statNames: readonly string[];
  /** `removed`: paid answers that the size cap has removed. */
  readonly size: Readonly<Record<"bytes" | "ads" | "pages" | "details" | "removed", number>>;
}

/** Everything for the first paint of a comparison. */
export interface ComparisonStart {
  readonly panel: PanelStart;
  /** What the page must remember, including what it already did. */
  readonly compared: NonNullable<PanelMemory["compared"]>;
  /** Whose runs these are. */
  readonly name: string;
  readonly counts: StateCounts;
  /** What the two runs looked at, in sentences. */
  readonly coverage: readonly string[];
}
