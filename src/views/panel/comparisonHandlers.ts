import { FeatureError } from "../../features/failures";
import { coverageWords } from "../../features/runs/runWords";
import type { ComparedAd } from "../../protocol/runs";
import { adRefs } from "./adRefs";
import { ownedDetail } from "./openPanel";
import type { Handlers } from "./dispatch";
import { cardForPage } from "./forPage";
import type { PanelServices } from "./handlers";
import type { PanelSession, ShownComparison } from "./session";

/** Ads that are given at once. */
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
      const { name, comparison } = shown();
      return {
        name,
        counts: comparison.counts,
        coverage: coverageWords(comparison),
        panel: {
          connection: await services.connectionState(),
          platform: session.platform,
          loadMedia: services.settings().loadMedia,
          credits: await services.wallet.today(),
          pages: [],
          ownedDetails: [],
          ...(memory?.openAd && (await ownedDetail(services, session, memory.openAd))),
        },
      };
    },
    comparedAds: async ({ state, from }) => {
      const { comparison } = shown();
      const some = comparison.ads.filter((ad) => ad.state === state).slice(from, from + atOnce);
      const ads = await withCards(services, shown(), some);
      session.rememberCards([{ ads: ads.map(({ card }) => card) }]);
      const page = { ads: ads.map(({ card }) => card) };
      return {
        ads: ads.map((ad) => ({ ...ad, card: cardForPage(ad.card) })),
        ownedDetails: await services.details.ownedAmong(adRefs([page])).catch(() => []),
      };
    },
  };
}

/** Compared ads with their cards; one whose page is no longer owned is left out. */
async function withCards(
  { runs }: PanelServices,
  { address, comparison }: ShownComparison,
  ads: readonly ComparedAd[],
) {
  const found = await Promise.all(
    ads.map(async (ad) => {
      const { lastHit, fetchedAt } = comparison[ad.of];
      const [card] = await runs.cardsAt(address, lastHit, [ad]);
      return card ? [{ ...ad, card, fetchedAt }] : [];
    }),
  );
  return found.flat();
}
