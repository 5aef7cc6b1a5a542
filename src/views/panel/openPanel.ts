import { versionedName } from "../../features/connection";
import { toFailure } from "../../features/failures";
import { newestUnnamed } from "../../features/search";
import { adKey } from "../../protocol/ads";
import type { AnswerOf } from "../../protocol/envelope";
import type { ConnectionState, PanelMemory, PanelStart } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { Flight } from "./dispatch";
import { boughtHere, isShownLibrary, libraryOf, pageForWebview, type PanelServices } from "./panelServices";
import type { PanelSession } from "./session";

/** Everything for the first paint. What was on the screen before is restored from what is bought, for 0 credits. */
export async function openPanel(
  services: PanelServices,
  session: PanelSession,
  remembered: PanelMemory | undefined,
  onTitle: (platform: PlatformToken) => void,
): Promise<AnswerOf<"open">> {
  const { handover, platform, memory } = beginningOf(services, session, remembered);
  const { openAd } = session.takeAtOpening();
  session.platform = platform;
  onTitle(platform);
  const form = await services.forms.formOrLast(platform).then(
    (fetched) => ({ form: fetched }),
    (error: unknown) => ({ formFailure: toFailure(error) }),
  );
  const { flight } = session;
  await restoreShown(services, session, memory);
  const { shown } = session;
  return {
    panel: session.panel,
    platform,
    ...(await startHere(services)),
    ...form,
    ...(handover && { handover }),
    ...(openAd && { openAd }),
    ...(memory && { memory }),
    ...(flight && isAwaited(services, flight, memory?.unanswered) && { running: flight.asked }),
    ...(shown && { shown: shown.frozen.query, ...shownFrom(services, session) }),
    pages: shown?.pages.map(pageForWebview) ?? [],
    ...(memory?.openAd && (await detailAsLeft(services, session, memory.openAd))),
    ...(await boughtHere(services, session)),
  };
}

/**
 * Whether a page should pick it up: it is on its way from the connected library, or failed and that was `unanswered` on
 * the screen.
 */
const isAwaited = (services: PanelServices, { asked, ended }: Flight<"search" | "adDetail">, unanswered = false) =>
  ended === undefined ? isShownLibrary(services, asked.library) : ended === "failed" && unanswered;

/** What an explorer starts with: a command's wish, its own memory, or what was kept of its platform. */
export function beginningOf(services: PanelServices, session: PanelSession, remembered?: PanelMemory) {
  const { handover, platform: own } = session;
  const last = services.memories.ofPanel(remembered);
  const platform = handover?.query.platform ?? last?.platform ?? own;
  const ours = memoryHere(services, last);
  const kept = services.memories.of(session, platform);
  const memory = handover ? (ours ?? lookOf(services.memories.read(platform))) : newer(ours, kept);
  return { handover, platform, memory };
}

/** How the last explorer showed ads, for a new one. */
function lookOf(kept: PanelMemory | undefined): PanelMemory | undefined {
  if (!kept) return undefined;
  const { platform, draft, layout, tables } = kept;
  return { platform, draft, ...(layout && { layout }), ...(tables && { tables }) };
}

/** The connection, when and from where pictures are loaded, and today's credits at the connected library. */
export async function startHere(services: PanelServices, known?: ConnectionState) {
  const connection = known ?? (await services.connectionState());
  const { loadMedia, mediaHosts } = services.settings();
  const credits = await services.wallet.today(services.clients.nameIfKnown());
  return { connection, loadMedia, mediaHosts, credits };
}

/** The library that the ads on the screen come from, if another one is connected. */
export function shownFrom(services: PanelServices, { source }: PanelSession): Pick<AnswerOf<"open">, "shownFrom"> {
  const from = source && versionedName(source.origin, source.version);
  return from === undefined || from === libraryOf(services) ? {} : { shownFrom: from };
}

/** The panel's memory, unless it is of another library: that waits until its library is connected again. */
export function memoryHere(services: PanelServices, own: PanelMemory | undefined): PanelMemory | undefined {
  return own?.library === undefined || own.library === libraryOf(services) ? own : undefined;
}

/** VS Code stores a panel's memory only now and then: after a sudden end, the host's copy is newer. */
export function newer(own: PanelMemory | undefined, kept: PanelMemory | undefined): PanelMemory | undefined {
  return kept && (!own || (kept.at ?? 0) > (own.at ?? 0)) ? kept : own;
}

/** The detail of an ad that was open, if bought, and whether it is awaited. */
async function detailAsLeft(
  services: PanelServices,
  session: PanelSession,
  ad: NonNullable<PanelMemory["openAd"]>,
  library?: PanelSession["source"],
): Promise<Pick<AnswerOf<"open">, "detail" | "awaitedAd">> {
  const { detailFlight } = session;
  const isAsked = detailFlight && adKey(detailFlight.asked.ad) === adKey(ad);
  const detail = await services.details.bought(ad, library).catch(() => undefined);
  if (detail) session.rememberDetail(detail.detail);
  return { ...(detail && { detail }), ...(isAsked && isAwaited(services, detailFlight, true) && { awaitedAd: ad }) };
}

/** The first paint of a panel on what is bought: no form, and the ad that was open. */
export async function boughtStart(
  services: PanelServices,
  session: PanelSession,
  memory: PanelMemory | undefined,
): Promise<PanelStart> {
  return {
    platform: session.platform,
    ...(await startHere(services)),
    pages: [],
    boughtDetails: [],
    ...(memory?.openAd && (await detailAsLeft(services, session, memory.openAd, session.source))),
  };
}

/** Restores what was on the screen from what is bought, unless the panel shows something. */
export async function restoreShown(
  services: PanelServices,
  session: PanelSession,
  memory: PanelMemory | undefined,
): Promise<void> {
  if (session.shown) return;
  const left = await shownAsLeft(services, memory).catch(() => undefined);
  // An answer may have arrived in the meantime.
  if (left && !session.shown) session.restored(left.frozen, left.lastHit, left.pages);
}

/** The last requested search if its answer arrived after all, else the one shown before. */
async function shownAsLeft({ search }: PanelServices, memory: PanelMemory | undefined) {
  const { shown, asked } = memory ?? {};
  if (asked) {
    const frozen = await search.freezeBought(asked.query).catch(() => undefined);
    const [newest] = frozen ? await search.bought(frozen) : [];
    if (frozen && newest && newest.fetchedAt >= asked.at)
      return { frozen, lastHit: newest.lastHit, pages: await search.boughtPages(frozen, newest.lastHit) };
  }
  if (!shown) return undefined;
  const frozen = await search.freezeBought(shown.query);
  const lastHit = shown.lastHit ?? newestUnnamed(await search.bought(frozen));
  return { frozen, lastHit: shown.lastHit, pages: await search.boughtPages(frozen, lastHit) };
}
