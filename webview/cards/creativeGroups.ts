import type { CreativeGroup } from "../../src/protocol/lens";
import type { View } from "../../src/protocol/panel";
import type { ShownAd } from "../state/results";
import { sorted } from "./viewed";

/** A creative as a row: looks like its first ad with a picture. One of a single ad is that ad. */
function rowOf(group: CreativeGroup, byKey: ReadonlyMap<string, ShownAd>): readonly ShownAd[] {
  const ads = group.ads.flatMap((key) => byKey.get(key) ?? []);
  const first = ads.find(({ card }) => card.attachments.some(({ url, thumbnail }) => thumbnail ?? url)) ?? ads[0];
  if (!first) return [];
  if (group.ads.length === 1) return [{ ...first, group }];
  const card = { ...first.card, ...(group.title !== "" && { title: group.title }), key: `creative ${group.id}` };
  return [{ ...first, card, group }];
}

export interface CreativeRows {
  /** One row for each creative. */
  readonly creatives: readonly ShownAd[];
  /** With the ads of those that are open, each below its creative. */
  readonly rows: readonly ShownAd[];
}

/** The rows of the table of creatives, in the view's order; the service's order is that of the lens. */
export function creativeRows(
  groups: readonly CreativeGroup[],
  ads: readonly ShownAd[],
  view: View,
  open: ReadonlySet<string>,
): CreativeRows {
  const byKey = new Map(ads.map((ad) => [ad.card.key, ad]));
  const creatives = sorted(
    groups.flatMap((group) => rowOf(group, byKey)),
    view,
  );
  const rows = creatives.flatMap((row) => {
    const inside = row.group && open.has(row.card.key) ? row.group.ads.flatMap((key) => byKey.get(key) ?? []) : [];
    return [row, ...sorted(inside, view)];
  });
  return { creatives, rows };
}
