import { versions } from "../../api";
import type { AdvertiserView, ProbablySame, SearchSeenIn } from "../../protocol/lens";
import { type AdOwner, ownerKey } from "../../protocol/bought";
import { isIndividual, platforms, type PlatformToken } from "../../protocol/platforms";
import { isLastPage } from "../../protocol/search";
import { type Archive, type FoundOwner, type BoughtAds, phraseOf, type SearchAddress } from "../archive";
import type { LibraryClients } from "../connection";
import type { SearchAds } from "../search";
import type { CreativeDecisions } from "./decisions";

export interface LensPorts {
  readonly archive: Archive;
  readonly clients: LibraryClients;
  readonly boughtAds: BoughtAds;
  readonly search: Pick<SearchAds, "labelOfBody">;
  readonly decisions: Pick<CreativeDecisions, "read" | "decide" | "joinedTo" | "decideAdvertisers">;
}

/** A domain says something only if few lead there: many lead to the same app stores and marketplaces. */
const mostOwners = 5;
/** How many of an advertiser's domains are looked at. */
const mostDomains = 5;

/** An advertiser with those that a person joined to it. */
interface Joined {
  readonly owner: AdOwner;
  readonly joined: readonly AdOwner[];
}

/** In which searches an advertiser was seen, and how many there are of each platform. */
export async function whereSeen(ports: LensPorts, advertiser: Joined) {
  const { seen, counts } = await ports.boughtAds.searches(advertiser);
  const searches: readonly SearchSeenIn[] = await Promise.all(
    seen.map(async ({ address, ads, from, to }) => ({
      ...{ platform: address.platform, body: address.body, ads, from, to },
      label: await ports.search.labelOfBody(address.platform, address.body),
      unfinished: await isUnfinished(ports, address),
    })),
  );
  return { searches, counts };
}

/** Where an advertiser may be seen as well, and where not. */
export async function seenElsewhere(
  ports: LensPorts,
  { owner, joined: others }: Joined,
  domains: readonly string[],
  counts: ReadonlyMap<PlatformToken, number>,
): Promise<Pick<AdvertiserView, "joined" | "probablySame" | "unseen">> {
  const found = await ports.boughtAds.owners({ owner, joined: others });
  const joined = others.map((one) => ({ ads: 0, ...one, ...found.find((each) => ownerKey(each) === ownerKey(one)) }));
  const probablySame = await sameElsewhere(ports, [owner, ...joined], domains);
  const known = new Set([owner, ...joined, ...probablySame].map(({ platform }) => platform));
  const ofAll = counts.get("mega") ?? 0;
  const unseen = platforms
    .filter(({ token }) => isIndividual(token) && !known.has(token))
    .map(({ token }) => ({ platform: token, searches: (counts.get(token) ?? 0) + ofAll }));
  return { joined, probablySame, unseen };
}

/** Whether a page may follow the last bought one of a search's newest result, as after one that can't be read. */
async function isUnfinished({ archive, clients }: LensPorts, address: SearchAddress): Promise<boolean> {
  const [newest] = await archive.snapshots(address);
  if (!newest) return true;
  const { lastHit, pages } = newest;
  const last = await archive.page(address, lastHit, pages);
  if (!last) return true;
  try {
    const { readSearchPage } = versions[address.version];
    return !isLastPage(readSearchPage(last.text, address.platform, pages, lastHit, clients.segments));
  } catch {
    return true;
  }
}

/** Other advertisers with one of the names, or whose ads lead to the same domain. */
async function sameElsewhere(
  { boughtAds }: LensPorts,
  known: readonly AdOwner[],
  domains: readonly string[],
): Promise<readonly ProbablySame[]> {
  const found = new Map<string, { readonly owner: FoundOwner; readonly because: ProbablySame["because"][number][] }>();
  const note = (owners: readonly FoundOwner[], why: ProbablySame["because"][number]) => {
    for (const owner of owners) {
      const one = found.get(ownerKey(owner)) ?? { owner, because: [] };
      if (!one.because.includes(why)) one.because.push(why);
      found.set(ownerKey(owner), one);
    }
  };
  for (const name of new Set(known.map((one) => one.name))) note(await ownersNamed(boughtAds, name), "name");
  for (const domain of domains.slice(0, mostDomains)) {
    const owners = await boughtAds.owners({ domain });
    if (owners.length <= mostOwners) note(owners, "domain");
  }
  for (const one of known) found.delete(ownerKey(one));
  return [...found.values()]
    .map(({ owner, because }) => ({ ...owner, because }))
    .sort((one, other) => other.because.length - one.because.length || other.ads - one.ads);
}

/** The advertisers with exactly this name but for its case and spaces, most ads first. */
export async function ownersNamed(boughtAds: BoughtAds, name: string): Promise<readonly FoundOwner[]> {
  if (folded(name) === "") return [];
  const owners = await boughtAds.owners({ advertiser: phraseOf(name) });
  return owners.filter((one) => folded(one.name) === folded(name));
}

const folded = (name: string) => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
