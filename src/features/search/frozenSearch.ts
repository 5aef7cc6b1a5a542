import * as l10n from "@vscode/l10n";
import { type PreparedSearch, versions, type PageContent } from "../../api";
import { type AdRef, type Digits, isDigits, sampleUrl } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import { prices } from "../../protocol/credits";
import type { StoredAnswer } from "../../protocol/bought";
import type { BoughtSearch } from "../../protocol/panel";
import { labelOfPlatform, type PlatformSegments } from "../../protocol/platforms";
import { type Cursor, type QueryProblem, searchName, type SearchPage, type SearchQuery } from "../../protocol/search";
import { type SearchAddress, type Archive, ownership } from "../archive";
import { type LibraryClients } from "../connection";
import { labelText } from "../text";
import type { SpendingAct } from "../wallet";

/**
 * A query checked against its form, with the address under which its pages are archived. If the form lacks some of it,
 * `unfit` says what: what is bought of it can be read, but nothing of it is ever sent.
 */
export interface FrozenSearch {
  readonly unfit?: readonly QueryProblem[];
  readonly query: SearchQuery;
  readonly request: PreparedSearch;
  readonly address: SearchAddress;
  /** Path segments in use, for reading its answers. */
  readonly segments: PlatformSegments;
  /** For exports: ISO time from which a first page is new enough; empty if any is, as nothing was bought. */
  readonly since: string;
  /** In a few words; empty for a search of everything. */
  readonly label: string;
}

/** A bought answer as a page of its search. */
export function readBought(
  { request, address, segments }: FrozenSearch,
  page: number,
  { text, receivedAt }: StoredAnswer,
  lastHit: string,
): SearchPage {
  return {
    ...versions[address.version].readSearchPage(text, request.platform, page, lastHit, segments),
    fetchedAt: receivedAt,
    bought: true,
  };
}

/** The archive's name for the newest answer for which the service named no snapshot. */
export function newestUnnamed(bought: readonly BoughtSearch[]): Digits {
  return bought.find(({ lastHit }) => !isDigits(lastHit))?.lastHit ?? "";
}

export interface FetchedPage {
  readonly content: PageContent;
  readonly answer: StoredAnswer;
  /** Another act, of this or another process, fetched it meanwhile: nothing was paid. */
  readonly bought?: true;
  /** Whether the archive has it. If not, that was reported. */
  readonly kept: boolean;
}

interface Places {
  readonly archive: Archive;
  readonly clients: LibraryClients;
  readonly now: () => Date;
}

/** A page that another act has brought by now, of this or another process. */
export async function broughtMeanwhile(
  { archive, clients }: Places,
  frozen: FrozenSearch,
  { lastHit, page }: Cursor,
): Promise<FetchedPage | undefined> {
  const answer = await ownership(archive.page(frozen.address, lastHit, page));
  if (!answer) return undefined;
  const content = readBought(frozen, page, await clients.readable(answer), lastHit);
  return { content, answer, bought: true, kept: true };
}

/**
 * The answer that another process brought while this act was checked or waited for its lock.
 * @param since ISO time from which a new first page is wanted: an older one is not what was asked for
 */
export async function broughtSince(
  since: string,
  places: Places,
  frozen: FrozenSearch,
  cursor: Cursor | undefined,
): Promise<FetchedPage | undefined> {
  if (cursor) return broughtMeanwhile(places, frozen, cursor);
  // An answer from the future, where a clock was wrong, is no new one.
  const until = places.now().toISOString();
  const lastHit = await ownership(places.archive.firstPageSince(frozen.address, since, until));
  return lastHit === undefined ? undefined : broughtMeanwhile(places, frozen, { lastHit, page: 1 });
}

/** The act for a page of a search, for the wallet; page 1 without a cursor. */
export function searchAct({ label, request, address }: FrozenSearch, cursor?: Cursor): SpendingAct {
  const { origin } = address;
  const what = label === "" ? l10n.t("all ads") : `“${labelText(label)}”`;
  const name = platformName(request.platform);
  return {
    what: "search",
    identity: [searchName(address), cursor?.lastHit ?? "", cursor?.page ?? 1].join("\n"),
    of: { page: cursor?.page ?? 1 },
    credits: prices.search,
    origin,
    sample: origin === sampleUrl,
    platform: request.platform,
    label: label || everything,
    words:
      cursor === undefined
        ? l10n.t("Search on {0}: {1}", name, what)
        : l10n.t("Search on {0}, page {1}: {2}", name, cursor.page, what),
  };
}

/** The act for an ad's detail, for the wallet. */
export function detailAct(ad: AdRef, origin: string, version: ApiVersion): SpendingAct {
  return {
    what: "adDetail",
    identity: [origin, version, ad.platform, ad.id].join("\n"),
    of: { ad: ad.id },
    credits: prices.adDetail,
    origin,
    sample: origin === sampleUrl,
    platform: ad.platform,
    label: `${platformName(ad.platform)} ${ad.id}`,
    words: l10n.t("Details of ad {0} on {1}", ad.id, platformName(ad.platform)),
  };
}

/** What a search without a label is called in the ledger: it has no more than the form's defaults. */
export const everything = "{}";

/** What a platform is called within a sentence. */
export const platformName = (token: string): string =>
  token === "mega" ? l10n.t("all platforms") : labelOfPlatform(token);
