import { adRefs } from "./adRefs";
import type { Handlers } from "./dispatch";
import { cardForPage } from "./forPage";
import type { PanelServices } from "./handlers";
import { creditsHere, ownedDetail } from "./openPanel";
import type { PanelSession } from "./session";

/** Answers about everything that is owned. None asks the service. */
export function archiveHandlers(
  services: PanelServices,
  session: PanelSession,
): Pick<Handlers, "openArchive" | "searchArchive" | "adHistory"> {
  const { ownedAds, details } = services;
  return {
    openArchive: async ({ memory }) => ({
      ...(await ownedAds.about()),
      ...(memory && { memory }),
      panel: {
        connection: await services.connectionState(),
        platform: session.platform,
        loadMedia: services.settings().loadMedia,
        credits: await creditsHere(services),
        pages: [],
        ownedDetails: [],
        ...(memory?.openAd && (await ownedDetail(services, session, memory.openAd))),
      },
    }),
    searchArchive: async ({ query, after }) => {
      const found = await ownedAds.find(query, after);
      const page = { ads: found.ads.map(({ card }) => card) };
      session.rememberCards([page]);
      const ads = found.ads.map((ad) => ({ ...ad, card: cardForPage(ad.card) }));
      return { ...found, ads, ownedDetails: await details.ownedAmong(adRefs([page])) };
    },
    adHistory: ({ ad }) => ownedAds.history(ad),
  };
}
