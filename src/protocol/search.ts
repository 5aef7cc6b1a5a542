import type { AdCard, Count, Digits } from "./ads";
import { type Filter, type FilterAction, type FilterForm, type ItemKey, kindOf } from "./filters";
import type { PlatformToken } from "./platforms";

/** What a person chose for one filter. Dates are `YYYY-MM-DD`. Labels and actions are for the form only. */
export type FilterValue =
  | { readonly kind: "items"; readonly items: readonly ChosenItem[] }
  | { readonly kind: "range"; readonly from?: number; readonly to?: number }
  | { readonly kind: "dates"; readonly from?: string; readonly to?: string }
  | { readonly kind: "texts"; readonly texts: readonly ChosenText[] }
  | { readonly kind: "order"; readonly by: string; readonly direction: "asc" | "desc" }
  | { readonly kind: "flag"; readonly on: boolean };

/** A text with the service's name for the place where it is searched for. */
export interface ChosenText {
  readonly type: string;
  readonly text: string;
}

/** Whether a text must not occur in ads, judging by the name of the place: `without_owner`. */
export const excludes = ({ type }: ChosenText): boolean => /^(?:without|exclude|excluding|not|no)(?:_|$)/i.test(type);

/** An item that was chosen; `action` is V1's, kept because a form does not list the items of remote filters. */
export interface ChosenItem {
  readonly key: ItemKey;
  readonly label?: string;
  readonly action?: FilterAction;
}

/** A filter's key with what was chosen. A list of these, never an object keyed by the service's names. */
export interface FilterChoice {
  readonly filter: string;
  readonly value: FilterValue;
}

export interface SearchQuery {
  readonly platform: PlatformToken;
  readonly choices: readonly FilterChoice[];
  /**
   * The exact body of a search that was sent or saved, which counts instead of `choices`: what is bought of it is found by
   * it, whatever the form has today. Never part of a draft.
   */
  readonly body?: string;
}

/** A search to be edited in a form. */
export function draftOf(query: SearchQuery): SearchQuery {
  const { platform, choices, body } = query;
  return body === undefined ? query : { platform, choices };
}

/** The names of the sort in a search: V2's and V1's (docs/api.md, "Versioning", row "Sorting"). */
export const isSortName = (filter: string): boolean => filter === "advanced_order" || filter === "orderby";

/**
 * Filters that are not sent with a query, by key, each with the key of the chosen filter that displaces it
 * (`disable_other`). The sort is never displaced. Everything that sends, prices, or shows a search goes by this.
 */
export function displacedBy(form: FilterForm, { choices }: SearchQuery): ReadonlyMap<string, string> {
  const displaced = new Map<string, string>();
  const chosen = new Set(choices.map(({ filter }) => filter));
  let open = form.filters.filter(({ key, disablesOthers }) => disablesOthers && chosen.has(key));
  for (;;) {
    // What may itself be displaced waits, because it displaces nothing then. In a circle, the first one counts.
    const next = open.find((one) => !open.some((other) => displaces(other, one))) ?? open[0];
    if (!next) return displaced;
    for (const other of form.filters) if (displaces(next, other)) displaced.set(other.key, next.key);
    open = open.filter((one) => one !== next && !displaced.has(one.key));
  }
}

function displaces({ key, disablesOthers }: Filter, other: Filter): boolean {
  if (!disablesOthers || other.key === key || isSort(other)) return false;
  return disablesOthers === true || disablesOthers.includes(other.key);
}

const isSort = (filter: Filter) => isSortName(filter.key) || kindOf(filter) === "order";

/** What a query sends: all of its choices except those that another choice displaces. */
export function sentOf(form: FilterForm | undefined, query: SearchQuery): SearchQuery {
  const displaced = form && displacedBy(form, query);
  if (!displaced || !query.choices.some(({ filter }) => displaced.has(filter))) return query;
  return { ...query, choices: query.choices.filter(({ filter }) => !displaced.has(filter)) };
}

/** What a search is found by: its library, version, platform, and canonical body. */
type NamedSearch = Readonly<Record<"origin" | "version" | "platform" | "body", string>>;

/** The one name of a search, equal wherever it is met: its results, runs, files, watches, and permissions. */
export const searchName = ({ origin, version, platform, body }: NamedSearch): string =>
  [origin, version, platform, body].join("\n");

export const sameSearch = (one: NamedSearch, other: NamedSearch): boolean => searchName(one) === searchName(other);

/** Where to continue in a frozen search: the page wanted (2 or later) and the snapshot that page 1 returned. */
export interface Cursor {
  readonly page: number;
  readonly lastHit: Digits;
}

/** Why no further page is offered although the service did not plainly say that the end was reached. */
export type PagingDoubt = "noSnapshot" | "unclearNextPage" | "otherPageReturned" | "snapshotChanged";

export interface SearchPage {
  /** The page asked for; 1 is the first. */
  readonly page: number;
  /** Snapshot of the search, from page 1; absent when the service returned none. */
  readonly lastHit?: Digits;
  readonly hasNextPage: boolean;
  readonly doubts: readonly PagingDoubt[];
  readonly ads: readonly AdCard[];
  /** How many ads the answer has, if not all of them are read; exports have all. */
  readonly adsInAnswer?: number;
  /** ISO time at which the page arrived from the service. */
  readonly fetchedAt: string;
  /** Whether it came from the archive, for 0 credits. */
  readonly bought: boolean;
  /** How many fields of the answer were unreadable and left out, over all cards and the page itself. */
  readonly repairs: number;
}

/** Where the page after this one is; absent at the end, and if it is doubtful whether there is one. */
export function cursorAfter(
  { page, hasNextPage, doubts }: SearchPage,
  lastHit: Digits | undefined,
): Cursor | undefined {
  return hasNextPage && lastHit !== undefined && doubts.length === 0 ? { page: page + 1, lastHit } : undefined;
}

/** Whether the service plainly said that no page follows. That a page names another snapshot says nothing about it. */
export function isLastPage({ hasNextPage, doubts }: Pick<SearchPage, "hasNextPage" | "doubts">): boolean {
  return !hasNextPage && doubts.every((doubt) => doubt === "snapshotChanged");
}

/** Something wrong with a query, found before anything was paid. */
export interface QueryProblem {
  /** The filter's key; absent if the problem concerns the query as a whole. */
  readonly filter?: string;
  readonly code:
    | "unknownFilter"
    | "unsupportedComponent"
    | "disabledFilter"
    | "reservedName"
    | "wrongKind"
    | "sortNotOffered"
    | "rangeOrder"
    | "rangeBounds"
    /** Only one end of a range, or only a last day: the service expects both. */
    | "bothEnds"
    | "unknownItem"
    | "unknownSubType"
    | "badDate"
    | "singleOnly"
    | "badPage"
    | "emptyText";
  /** The offending value, clipped, for the message. */
  readonly value?: string;
  /** For `rangeBounds`: what the filter allows. */
  readonly bounds?: { readonly min?: Count; readonly max?: Count };
}
