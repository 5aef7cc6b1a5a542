import { versionedName } from "../../features/connection/libraryName";
import { toFailure } from "../../features/failures";
import { newestUnnamed } from "../../features/readOwned";
import type { CreditsToday } from "../../protocol/credits";
import type { Answer } from "../../protocol/envelope";
import type { PanelMemory } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import { pageForPage } from "./forPage";
import type { PanelServices } from "./handlers";
import { ownedHere } from "./ownedHere";
import type { PanelSession, ShownSearch } from "./session";

/** Everything for the first paint. What was on the screen before comes back from what is owned, for 0 credits. */
export async function openPanel(
  services: PanelServices,
  session: PanelSession,
  own: PanelMemory | undefined,
  onTitle: (platform: PlatformToken) => void,
): Promise<Answer<"open">> {
  const [act, ad] = [session.takeAct(), session.takeAd()];
  const platform = act?.query.platform ?? own?.platform ?? session.platform;
  session.platform = platform;
  onTitle(platform);
  const library = libraryOf(services);
  // What a panel remembers of another library waits for that one to come back.
  const ours = own?.library === undefined || own.library === library ? own : undefined;
  const kept = act ? undefined : newerThan(ours, services.memories.read(platform));
  const memory = kept ?? ours;
  const form = await services.forms.formOrLast(platform).then(
    (fetched) => ({ form: fetched }),
    (error: unknown) => ({ formFailure: toFailure(error) }),
  );
  const { flight } = session;
  if (!session.shown) await restore(services, session, memory).catch(() => undefined);
  const { shown } = session;
  return {
    connection: await services.connectionState(),
    platform,
    loadMedia: services.settings().loadMedia,
    credits: await creditsHere(services),
    ...form,
    ...(act && { act }),
    ...(ad && { openAd: ad }),
    ...(memory && { memory }),
    ...(flight && !flight.landed && { running: flight.asked }),
    ...(shown && { shown: shown.frozen.query, ...shownFrom(shown, library) }),
    pages: shown?.pages.map(pageForPage) ?? [],
    ...(memory?.openAd && (await ownedDetail(services, session, memory.openAd))),
    ...(await ownedHere(services, session)),
  };
}

function libraryOf({ library }: PanelServices): string | undefined {
  try {
    return library();
  } catch {
    return undefined;
  }
}

/** Today's credits at the connected library. */
export function creditsHere({ clients, wallet }: Pick<PanelServices, "clients" | "wallet">): Promise<CreditsToday> {
  return wallet.today(clients.nameIfKnown());
}

/** The library that a search on the screen was answered by, where another one is connected. */
function shownFrom(
  { frozen: { address } }: ShownSearch,
  library: string | undefined,
): Pick<Answer<"open">, "shownFrom"> {
  const from = versionedName(address.origin, address.version);
  return from === library ? {} : { shownFrom: from };
}

/** VS Code stores what a panel remembers now and then only: after a sudden end, what the host kept is newer. */
function newerThan(own: PanelMemory | undefined, kept: PanelMemory | undefined): PanelMemory | undefined {
  return !own || (kept?.at ?? 0) > (own.at ?? 0) ? kept : undefined;
}

/** The detail of an ad that was open, where it is owned. */
export async function ownedDetail(
  { details }: PanelServices,
  session: PanelSession,
  ad: NonNullable<PanelMemory["openAd"]>,
): Promise<Pick<Answer<"open">, "detail">> {
  const detail = await details.owned(ad).catch(() => undefined);
  if (detail) session.rememberDetail(detail.detail);
  return detail ? { detail } : {};
}

/** Brings back what was asked for last where its answer came after all, else what was shown. */
async function restore(services: PanelServices, session: PanelSession, memory: PanelMemory | undefined): Promise<void> {
  const { search } = services;
  const { shown, asked } = memory ?? {};
  if (asked) {
    const frozen = await search.freezeOwned(asked.query);
    const [newest] = await search.owned(frozen);
    if (newest && newest.fetchedAt >= asked.at) {
      session.restored(frozen, newest.lastHit, await search.ownedPages(frozen, newest.lastHit));
      return;
    }
  }
  if (!shown) return;
  const frozen = await search.freezeOwned(shown.query);
  const lastHit = shown.lastHit ?? newestUnnamed(await search.owned(frozen));
  session.restored(frozen, shown.lastHit, await search.ownedPages(frozen, lastHit));
}
