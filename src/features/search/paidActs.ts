import type { ApiVersion } from "../../protocol/apiVersion";
import type { AdRef } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import type { Cursor } from "../../protocol/search";
import { sampleUrl } from "../connection";
import { queryLabel } from "./queryLabel";
import type { FrozenSearch } from "./readOwned";
import type { SpendingAct } from "../wallet";

/** The act for a page of a search, for the wallet; page 1 without a cursor. */
export function searchAct({ query, request, address }: FrozenSearch, cursor?: Cursor): SpendingAct {
  const { origin, version, platform, body } = address;
  return {
    what: "search",
    identity: [origin, version, platform, body, cursor?.lastHit ?? "", cursor?.page ?? 1].join("\n"),
    credits: prices.search,
    origin,
    sample: origin === sampleUrl,
    platform: request.platform,
    label: queryLabel(query) || request.body,
  };
}

/** The act for an ad's detail, for the wallet. */
export function detailAct(ad: AdRef, origin: string, version: ApiVersion): SpendingAct {
  return {
    what: "adDetail",
    identity: [origin, version, ad.platform, ad.id].join("\n"),
    credits: prices.adDetail,
    origin,
    sample: origin === sampleUrl,
    platform: ad.platform,
    label: `${ad.platform}:${ad.id}`,
  };
}
