import { adRefs } from "../../features/details";
import type { PanelMemory } from "../../protocol/panel";
import type { Handlers } from "./dispatch";
import { cardForWebview } from "./forWebview";
import type { PanelServices } from "./panelServices";
import { saveTable } from "../savedTable";
import { memoryHere, newer, ownedStart } from "./openPanel";
import type { PanelSession } from "./session";

/** What the archive's page starts with: a wanted query, else its own memory or the one that the host kept. */
function startingMemory(
  services: PanelServices,
  session: PanelSession,
  own: PanelMemory | undefined,
): PanelMemory | undefined {
  const memory = newer(memoryHere(services, own), services.memories.archive());
  const { archive } = session.takeAtOpening();
  if (!archive) return memory;
  const { platform } = session;
  return { platform, draft: { platform, choices: [] }, ...(memory?.layout && { layout: memory.layout }), archive };
}

/** Answers about everything that is owned. None asks the service. */
export function archiveHandlers(
  services: PanelServices,
  session: PanelSession,
): Pick<Handlers, "openArchive" | "searchArchive" | "findOwned" | "saveTable" | "adHistory"> {
  const { ownedAds, details } = services;
  return {
    openArchive: async ({ memory: own }) => {
      const memory = startingMemory(services, session, own);
      return {
        ...(await ownedAds.about()),
        ...(memory && { memory }),
        panel: await ownedStart(services, session, memory),
      };
    },
    findOwned: async ({ criteria }) => {
      await services.showArchive(criteria);
      return true;
    },
    saveTable: async ({ name, text, rows }) => {
      await saveTable(name, text, rows);
      return true;
    },
    searchArchive: async ({ criteria, after }, signal) => {
      const found = await ownedAds.find(criteria, { after, signal });
      const shown = { ads: found.ads.map(({ card }) => card) };
      session.rememberCards([shown]);
      const ads = found.ads.map((ad) => ({ ...ad, card: cardForWebview(ad.card) }));
      return { ...found, ads, ownedDetails: await details.ownedAmong(adRefs([shown])) };
    },
    adHistory: ({ ad }) => ownedAds.history(ad),
  };
}
