import { versions } from "../../../../src/api/versions";
import type { AdCard, AdDetail } from "../../../../src/protocol/ads";
import { defaultSegments } from "../../../../src/protocol/platforms";

/** As the archive reads its answers. */
export const reading = { versions, segments: defaultSegments };

/** A card with every searchable field, as one would come from a search. */
export function aCard(over: Partial<AdCard> = {}): AdCard {
  const id = over.id ?? "1";
  return {
    key: `plat_shortvideo:${id}`,
    id,
    platform: "plat_shortvideo",
    platformName: "tikTok",
    title: "Summer sale",
    displayUrl: "https://shop.example.com/a?b=c",
    monthlyTraffic: 1200,
    owner: { id: "77", name: "Example Shoes" },
    attachments: [{ type: "video", subtitle: "Walk on clouds" }],
    stats: [{ tooltip: "Likes", value: 12 }],
    metadata: [{ tooltip: "Regions", values: ["Norway"] }],
    repairs: 0,
    ...over,
  };
}

export function aDetail(over: Partial<AdDetail> = {}): AdDetail {
  return {
    ad: { platform: "plat_shortvideo", id: "1" },
    title: "Summer sale",
    attachments: [],
    urlChain: [],
    repairs: 0,
    ...over,
  };
}
