import { versionedName } from "../../features/connection";
import { adRefs } from "../../features/details";
import type { Engine } from "../../features/engine";
import { FeatureError, tellProblem } from "../../features/failures";
import type { FrozenSearch } from "../../features/search";
import type { Settings } from "../../features/settings";
import type { AdCard, AdRef } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import type { AdvertiserNews, AdvertiserView, LensOfPanel } from "../../protocol/lens";
import type { AdCriteria } from "../../protocol/bought";
import type { ConnectionState, Handover, BoughtHere, PanelCommand } from "../../protocol/panel";
import type { SearchPage, SearchQuery } from "../../protocol/search";
import type { KeptMemories } from "./session";
import { type PanelSession, type ShownSearch } from "./session";

export interface PanelServices extends Pick<
  Engine,
  | "forms"
  | "search"
  | "details"
  | "boughtAds"
  | "lens"
  | "wallet"
  | "runs"
  | "saved"
  | "recent"
  | "clients"
  | "pictures"
> {
  readonly settings: () => Settings;
  /** The name of the connected library and version. @throws {FeatureError} `noConnection` */
  readonly library: () => string;
  /** What closed explorers remembered. */
  readonly memories: KeptMemories;
  /** Opens the archive's panel with criteria. */
  readonly showArchive: (criteria: AdCriteria) => Promise<void>;
  /** Opens a tab with this query in its form. */
  readonly showQuery: (query: SearchQuery) => Promise<void>;
  /** Asks how to watch this query; what isn't saved yet is saved with this name. */
  readonly watchQuery: (query: SearchQuery, name: string) => Promise<void>;
  readonly connectionState: () => Promise<ConnectionState>;
  /** Called for every page that a panel's search returned. */
  readonly onPage: (frozen: FrozenSearch, page: SearchPage) => void;
  /** Runs a command on behalf of the panel that asked. */
  readonly runCommand: (
    command: PanelCommand,
    session: PanelSession,
    ads: readonly AdRef[] | undefined,
  ) => Promise<void>;
}

/** The name of the connected library and version, if one is connected. */
export function libraryOf({ library }: Pick<PanelServices, "library">): string | undefined {
  try {
    return library();
  } catch {
    return undefined;
  }
}

/** Whether the library that a page shows as connected still is. */
export const isShownLibrary = (services: Pick<PanelServices, "library">, shown: string | undefined): boolean =>
  shown === undefined || shown === libraryOf(services);

/** Refuses to request from one library what was seen in or agreed to for another. @throws {FeatureError} `otherLibrary` */
export function checkShownLibrary({ library }: Pick<PanelServices, "library">, shown: string | undefined): void {
  if (shown !== undefined && shown !== library()) throw new FeatureError("otherLibrary");
}

/** The name of the library and version that a search is for. */
export const libraryOfSearch = ({ address }: FrozenSearch): string => versionedName(address.origin, address.version);

/** A search for a panel's form, as far as the form has it, with what it lacks. */
export function asHandover({ query, unfit }: FrozenSearch): Pick<Handover, "query" | "left"> & { readonly run: false } {
  return { query, run: false, ...(unfit && { left: unfit.map(tellProblem) }) };
}

type BoughtServices = Pick<PanelServices, "search" | "details">;

/** What is bought of a panel's search and its ads, or of other ads; nothing if the archive is unreadable. */
export async function boughtHere(
  { search, details }: BoughtServices,
  { shown, source }: PanelSession,
  ads: readonly AdRef[] = adRefs(shown?.pages ?? []),
): Promise<BoughtHere> {
  // What was paid for is shown even if the archive cannot be read.
  const boughtDetails = await details.boughtAmong(ads, source).catch(() => []);
  const nextBought = shown && (await hasNext(search, shown).catch(() => false));
  return { boughtDetails, ...(nextBought && { nextBought }), ...(shown && (await sentBy(search, shown))) };
}

/** What a search sent, and what the form has not of it by now. Free. */
async function sentBy(
  search: BoughtServices["search"],
  { frozen: { query, request, address } }: ShownSearch,
): Promise<Pick<BoughtHere, "body" | "unfit">> {
  const { body } = request;
  const now = await search.freezeBought({ ...query, body }).catch(() => undefined);
  const here = now?.address.origin === address.origin && now.address.version === address.version;
  return { body, ...(here && now.unfit && { unfit: now.unfit.map(tellProblem) }) };
}

async function hasNext(search: BoughtServices["search"], { frozen, lastHit, pages }: ShownSearch): Promise<boolean> {
  const last = pages.at(-1);
  if (!last?.hasNextPage || lastHit === undefined) return false;
  return (await search.boughtAnswer(frozen, lastHit, last.page + 1)) !== undefined;
}

/** The most characters of one card text sent to a page. It draws the first few hundred; exports and links have all. */
const longest = 8192;
/** Fields that are useless when cut. */
const urls: ReadonlySet<string> = new Set(["url", "thumbnail", "avatarUrl", "youtubeId"]);
const numbers: ReadonlySet<string> = new Set(["id", "value"]);

function shortened(name: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= longest || numbers.has(name)) return value;
  if (urls.has(name)) return undefined;
  // The end of a key is the ad's id.
  return name === "key" ? value.slice(-longest) : `${value.slice(0, longest)}…`;
}

/** A card, or what is known of cards, without texts long enough to slow down the page. */
export function forWebview<T extends AdCard | LensOfPanel | AdvertiserView | AdvertiserNews>(known: T): T {
  const text = writeExact(known);
  // eslint-disable-next-line no-restricted-syntax -- the same, with texts cut
  return text.length <= longest ? known : (JSON.parse(text, shortened) as T);
}

/** A search's page with such cards. */
export function pageForWebview(page: SearchPage): SearchPage {
  return { ...page, ads: page.ads.map((card) => forWebview(card)) };
}
