import { adRefs } from "../../features/details";
import { FeatureError } from "../../features/failures";
import { coverageWords } from "../../features/runs";
import type { ComparisonStart } from "../../protocol/panel";
import type { AdState, ComparedAd, ComparedCard, ComparedPair, Comparison } from "../../protocol/runs";
import { moment } from "../age";
import { ownedStart } from "./openPanel";
import type { Handlers } from "./dispatch";
import { cardForWebview } from "./forWebview";
import type { PanelServices } from "./panelServices";
import type { PanelSession, ShownComparison } from "./session";

/** As the tree names runs. */
const localText = (iso: string, toTheSecond: boolean) =>
  iso === "" ? "–" : moment(iso, toTheSecond ? "medium" : "short");

/** How many ads to return at once. */
const atOnce = 60;

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
      return {
        compared: pairOf(shown(), memory?.compared?.state),
        name,
        counts: comparison.counts,
        coverage: coverageWords(comparison, localText, (count) => count.toLocaleString()),
        panel: await ownedStart(services, session, memory),
      };
    },
    comparedAds: async ({ state, from }) => {
      const { comparison } = shown();
      const some = comparison.ads.filter((ad) => ad.state === state).slice(from, from + atOnce);
      const ads = await withCards(services, comparison, some);
      const drawn = { ads: ads.map(({ card }) => card) };
      session.rememberCards([drawn]);
      return {
        ads: ads.map((ad) => ({ ...ad, card: cardForWebview(ad.card) })),
        ownedDetails: await services.details.ownedAmong(adRefs([drawn])).catch(() => []),
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
function pairOf({ name, comparison }: ShownComparison, state: AdState | undefined): ComparisonStart["compared"] {
  const addressOf = ({ origin, version, platform, body, lastHit }: ComparedPair["newer"]) => ({
    ...{ origin, version, platform, body, lastHit },
  });
  const [earlier, newer] = [addressOf(comparison.earlier), addressOf(comparison.newer)];
  return { name, earlier, newer, ...(state && { state }) };
}

/** Compared ads with their cards, each from its own run; one whose page is no longer owned is left out. */
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
