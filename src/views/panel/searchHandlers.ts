import { adRefs } from "../../features/details";
import { FeatureError } from "../../features/failures";
import { ownership } from "../../features/archive";
import { type FrozenSearch, searchAct } from "../../features/search";
import { abortedBy, type Gate } from "../../features/wallet";
import type { AnswerOf, Params } from "../../protocol/envelope";
import type { BoughtSearch } from "../../protocol/panel";
import type { SearchQuery } from "../../protocol/search";
import { searchWords } from "../words";
import { type Cancels, type Handlers, pickedUp, takeOff } from "./dispatch";
import {
  boughtHere,
  checkShownLibrary,
  isShownLibrary,
  libraryOfSearch,
  pageForWebview,
  type PanelServices,
} from "./panelServices";
import { SearchRun } from "./searchRun";
import type { PanelSession } from "./session";

type SearchServices = Pick<PanelServices, "search" | "details" | "library" | "onPage" | "wallet">;

/** Searches of a panel: one in progress continues while the panel is hidden and can be rejoined. */
export function searchHandlers(services: SearchServices, session: PanelSession): Pick<Handlers, "search" | "rejoin"> {
  return {
    search: (asked, signal, now) => {
      session.flight = takeOff(asked, { signal, now }, (ends) => runSearch(services, session, asked, ends));
      return session.flight.answer;
    },
    rejoin: (_, signal, now) => pickedUp(session.flight, signal, now),
  };
}

/**
 * What is bought of a query; nothing if the query is invalid, because the search itself then reports the problem.
 * @throws {FeatureError} `ownershipUnknown`
 */
async function boughtOf(search: SearchServices["search"], query: SearchQuery): Promise<readonly BoughtSearch[]> {
  const frozen = await search.freezeBought(query).catch(() => undefined);
  return frozen ? ownership(search.bought(frozen)) : [];
}

/** The newest of it, with what it found. @throws {FeatureError} `ownershipUnknown` */
export async function lastBought(search: SearchServices["search"], query: SearchQuery) {
  const frozen = await search.freezeBought(query).catch(() => undefined);
  const [newest] = frozen ? await ownership(search.bought(frozen)) : [];
  return frozen && newest && search.withFound(frozen, newest);
}

/** Nothing was sent yet: a panel that was closed meanwhile no longer wants anything. */
function checkOpen({ ended }: PanelSession): void {
  if (ended) throw new DOMException("The panel was closed, so nothing was sent.", "AbortError");
}

/**
 * The run that pays for a page: the one that goes on with it, or for the first of several pages, a new one, for which a
 * person may be asked. Any other page ends it.
 * @throws {FeatureError} `declined`, or as `Wallet.plan` does
 */
async function runFor(
  { wallet }: SearchServices,
  session: PanelSession,
  frozen: FrozenSearch,
  { cursor, pages = 1 }: Params<"search">,
): Promise<SearchRun | undefined> {
  const { run } = session;
  if (cursor && pages > 1 && run?.isNext(frozen, cursor)) return run;
  session.endRun();
  if (cursor || pages === 1) return undefined;
  const act = searchAct(frozen);
  const credits = pages * act.credits;
  const plan = await wallet.plan(credits, searchWords(act, pages), act.sample, wallet.agreedTo(act, credits));
  if (!plan) throw new FeatureError("declined", { charge: "none" });
  session.run = new SearchRun(plan, frozen.address, pages);
  return session.run;
}

async function runSearch(
  services: SearchServices,
  session: PanelSession,
  asked: Params<"search">,
  { signal, now }: Pick<Cancels, "signal" | "now">,
): Promise<AnswerOf<"search">> {
  const { query, cursor, unlessBought, library } = asked;
  try {
    if (!cursor) session.endRun();
    checkShownLibrary(services, library);
    const bought = unlessBought ? await boughtOf(services.search, query) : [];
    if (bought.length > 0) {
      session.settleSearch({ bought });
      return { bought };
    }
    checkOpen(session);
    // A later page may be bought, and its search was checked before page 1.
    const frozen = await (cursor ? services.search.freezeBought(query) : services.search.freeze(query));
    // Another one may have been connected since a person agreed, or just now.
    for (const agreed of [library, session.agreedLibrary])
      checkShownLibrary({ library: () => libraryOfSearch(frozen) }, agreed);
    const run = await runFor(services, session, frozen, asked);
    checkOpen(session);
    const buyThrough = (gate: Gate) =>
      // What another window stores after the look above is as good as what was bought then.
      services.search.search(frozen, cursor, signal, abortedBy(gate, now), unlessBought ? "" : undefined);
    const page = await (run ? run.buy(buyThrough, cursor, signal) : buyThrough(services.wallet));
    // What was requested of a library that was left meanwhile is bought, but not on the screen.
    if (isShownLibrary(services, library)) session.answered(frozen, page);
    // After the answer, so that bookkeeping does not delay it.
    setImmediate(() => services.onPage(frozen, page));
    return { page: pageForWebview(page), ...(await boughtHere(services, session, adRefs([page]))) };
  } catch (error) {
    session.endRun();
    throw error;
  } finally {
    session.settleSearch(undefined);
  }
}
