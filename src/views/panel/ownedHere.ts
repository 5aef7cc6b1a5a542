import { adRefs } from "../../features/details";
import type { AdRef } from "../../protocol/ads";
import type { OwnedHere } from "../../protocol/panel";
import type { PanelServices } from "./panelServices";
import type { PanelSession, ShownSearch } from "./session";

type OwnedServices = Pick<PanelServices, "search" | "details">;

/** What is owned of a panel's search and its ads, or of other ads; nothing if the archive is unreadable. */
export async function ownedHere(
  { search, details }: OwnedServices,
  { shown }: PanelSession,
  ads: readonly AdRef[] = adRefs(shown?.pages ?? []),
): Promise<OwnedHere> {
  // What was paid for is shown even if the archive cannot be read.
  const ownedDetails = await details.ownedAmong(ads).catch(() => []);
  const nextOwned = shown && (await hasNext(search, shown).catch(() => false));
  return { ownedDetails, ...(nextOwned && { nextOwned }) };
}

async function hasNext(search: OwnedServices["search"], { frozen, lastHit, pages }: ShownSearch): Promise<boolean> {
  const last = pages.at(-1);
  if (!last?.hasNextPage || lastHit === undefined) return false;
  return (await search.ownedAnswer(frozen, lastHit, last.page + 1)) !== undefined;
}
