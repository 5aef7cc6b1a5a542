import * as l10n from "@vscode/l10n";
import { identityOf } from "../../features/archive";
import { adRefs } from "../../features/details";
import { FeatureError } from "../../features/failures";
import { coverageWords } from "../../features/runs";
import { figure } from "../../features/text";
import { advertiserNews } from "../../features/watches";
import { placeFor } from "../../protocol/namePlace";
import type { AnswerOf } from "../../protocol/envelope";
import type { LensOfPanel } from "../../protocol/lens";
import { type BoughtAd, ownerKey } from "../../protocol/bought";
import type { PanelMemory } from "../../protocol/panel";
import type { AdState, ComparedAd, ComparedCard, ComparedPair, Comparison } from "../../protocol/runs";
import { saveTable } from "../files";
import { moment } from "../words";
import type { Handlers } from "./dispatch";
import { memoryHere, newer, boughtStart, shownFrom } from "./openPanel";
import { forWebview, type PanelServices } from "./panelServices";
import type { PanelSession, ShownComparison } from "./session";

/** What the archive's page starts with: a wanted query, else its own memory or the one that the host kept. */
function startingMemory(
  services: PanelServices,
  session: PanelSession,
  own: PanelMemory | undefined,
): PanelMemory | undefined {
  const memory = newer(memoryHere(services, own), services.memories.archive());
  const { archiveCriteria: archive } = session.takeAtOpening();
  if (!archive) return memory;
  const { platform } = session;
  return { platform, draft: { platform, choices: [] }, ...(memory?.layout && { layout: memory.layout }), archive };
}

type ArchiveQuestions =
  | ("openArchive" | "searchArchive" | "lens" | "decideCreatives" | "findBought" | "saveTable" | "adHistory")
  | ("advertiser" | "advertiserNews" | "joinAdvertisers" | "searchAdvertiser" | "keptPicture");

/** Answers about everything that is bought. None asks the service, but `searchAdvertiser` for a form. */
export function archiveHandlers(services: PanelServices, session: PanelSession): Pick<Handlers, ArchiveQuestions> {
  const { boughtAds, details, lens, forms } = services;
  return {
    openArchive: async ({ memory: own }) => {
      const memory = startingMemory(services, session, own);
      return {
        ...(await boughtAds.about()),
        ...(memory && { memory }),
        panel: await boughtStart(services, session, memory),
      };
    },
    advertiser: async ({ owner }, signal) => forWebview((session.advertiser = await lens.advertiser(owner, signal))),
    advertiserNews: async ({ owner }, signal) => {
      const { advertiser: last } = session;
      const isShown = last && ownerKey(last.advertiser) === ownerKey(owner);
      const view = isShown ? last : await lens.advertiser(owner, signal);
      return forWebview(await advertiserNews(services, view, signal));
    },
    joinAdvertisers: ({ owners, joined }) => lens.decideAdvertisers(owners, joined),
    searchAdvertiser: async ({ platform, name, watch }) => {
      const place = placeFor(await forms.form(platform), "advertiser");
      const texts = place && { kind: "texts" as const, texts: [{ type: place.type, text: name }] };
      const query = { platform, choices: texts ? [{ filter: place.filter, value: texts }] : [] };
      // All ads of the platform are not what is to be watched.
      if (watch && !texts)
        throw new FeatureError("notFound", { specifics: l10n.t("This platform's form has no place for a name.") });
      await (watch ? services.watchQuery(query, name) : services.showQuery(query));
    },
    findBought: ({ criteria }) => services.showArchive(criteria),
    saveTable: ({ name, rows }) => saveTable(name, rows, services.settings().csvSeparator),
    searchArchive: async ({ criteria, after }, signal) => {
      const joined = criteria.owner && (await lens.joinedTo(criteria.owner));
      const found = await boughtAds.find({ ...criteria, joined }, { after, signal });
      const ads = keyed(session, found.ads, ({ card, place = card.key }) => identityOf(card, place));
      const drawn = { ads: ads.map(({ card }) => card) };
      return { ...found, ads, boughtDetails: await details.boughtAmong(adRefs([drawn])) };
    },
    lens: async ({ ads }, signal) => lensOf(services, session, ads, signal),
    decideCreatives: ({ ads, as }) => lens.decide(ads, as),
    adHistory: ({ ad, library }) => boughtAds.history(ad, library),
    keptPicture: async ({ url }) => keptPicture(services, [await boughtAds.library()], url),
  };
}

/** The picture that was kept of an address, which is in ads of these libraries. */
export async function keptPicture(
  { pictures }: Pick<PanelServices, "pictures">,
  libraries: Iterable<string>,
  url: string,
): Promise<AnswerOf<"keptPicture">> {
  for (const library of libraries) {
    const found = await pictures.at({ library, url });
    if (found) return { data: `data:${found.mimeType};base64,${found.bytes.toString("base64")}` };
  }
  return {};
}

/**
 * Remembers ads of more than one search and makes them ready for the page. Each gets a key of its own: without an ID, an
 * ad's own key is only its place in the answers to one search.
 */
function keyed<T extends BoughtAd>(session: PanelSession, ads: readonly T[], keyOf: (ad: T) => string): readonly T[] {
  const named = ads.map((ad) => ({ ...ad, card: { ...ad.card, key: keyOf(ad) } }));
  session.rememberCards(named);
  return named.map((ad) => ({ ...ad, card: forWebview(ad.card) }));
}

/** Looks at cards that the panel was sent; the answer names ads by their card keys. */
async function lensOf(
  { lens }: PanelServices,
  session: PanelSession,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<LensOfPanel> {
  const ads = keys.flatMap((key) => session.seen(key) ?? []);
  const library = session.source;
  const { coverage, groups, clicks } = await lens.look({ ads, ...(library && { library }) }, signal);
  const keyOf = new Map(ads.map(({ card }) => [identityOf(card, card.key), card.key]));
  return forWebview({
    coverage,
    groups: groups.map((group) => ({ ...group, ads: group.ads.flatMap((ad) => keyOf.get(ad) ?? []) })),
    clicks,
  });
}

/** As the tree names runs. */
const localText = (iso: string, toTheSecond: boolean) =>
  iso === "" ? "–" : moment(iso, toTheSecond ? "medium" : "short");

/** How many ads to return at once: at first, only what is seen soon. */
const atFirst = 60;
const later = 600;

/** Answers about two runs that are compared. None asks the service. */
export function comparisonHandlers(
  services: PanelServices,
  session: PanelSession,
): Pick<Handlers, "openComparison" | "comparedAds"> {
  const shown = () => {
    if (!session.comparison) throw new FeatureError("nothingShown");
    return session.comparison;
  };
  return {
    openComparison: async ({ memory }) => {
      if (memory?.compared) session.comparison ??= await comparedAgain(services, memory.compared);
      const { name, comparison } = shown();
      const { platform } = session;
      const compared = pairOf(shown(), memory?.compared?.state);
      return {
        memory: { platform, draft: { platform, choices: [] }, ...memory, compared },
        name,
        counts: comparison.counts,
        coverage: coverageWords(comparison, localText, figure),
        panel: await boughtStart(services, session, memory),
        ...shownFrom(services, session),
      };
    },
    comparedAds: async ({ state, from }) => {
      const { comparison } = shown();
      const all = comparison.ads.filter((ad) => ad.state === state);
      const next = from + (from === 0 ? atFirst : later);
      const ads = keyed(session, await withCards(services, comparison, all.slice(from, next)), ({ ad }) => ad);
      const drawn = { ads: ads.map(({ card }) => card) };
      return {
        ads,
        boughtDetails: await services.details.boughtAmong(adRefs([drawn]), session.source).catch(() => []),
        ...(next < all.length && { next }),
      };
    },
  };
}

/** After a restart, VS Code restores the panel and its page's memory; the runs are compared again. */
async function comparedAgain(
  { runs }: PanelServices,
  { name, earlier, newer }: ComparedPair,
): Promise<ShownComparison> {
  const named = ({ lastHit, ...address }: ComparedPair["newer"]) => ({ address, lastHit });
  return { name, comparison: await runs.compare(named(earlier), named(newer)) };
}

/** What the page must remember of the comparison. */
function pairOf(
  { name, comparison }: ShownComparison,
  state: AdState | undefined,
): NonNullable<PanelMemory["compared"]> {
  const addressOf = ({ origin, version, platform, body, lastHit }: ComparedPair["newer"]) => ({
    ...{ origin, version, platform, body, lastHit },
  });
  const [earlier, newer] = [addressOf(comparison.earlier), addressOf(comparison.newer)];
  return { name, earlier, newer, ...(state && { state }) };
}

/** Compared ads with their cards, each from its own run; one whose page is no longer bought is left out. */
async function withCards(
  { runs }: PanelServices,
  comparison: Comparison,
  ads: readonly ComparedAd[],
): Promise<readonly ComparedCard[]> {
  const found = await Promise.all(
    (["earlier", "newer"] as const).map(async (of) => {
      const { lastHit, fetchedAt, ...address } = comparison[of];
      const some = ads.filter((ad) => ad.of === of);
      const cards = await runs.cardsAt(address, lastHit, some);
      return some.flatMap((ad, at) => (cards[at] ? [[ad, { ...ad, card: cards[at], fetchedAt }] as const] : []));
    }),
  );
  const known = new Map(found.flat());
  return ads.flatMap((ad) => known.get(ad) ?? []);
}
