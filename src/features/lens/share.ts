import { type CreativeGroup, type Share, type ShareField, shareFields } from "../../protocol/lens";
import { compare, type LensAd } from "./groups";

const valuesOf = (ad: LensAd, field: ShareField): readonly string[] =>
  field === "advertiser" || field === "platform" || field === "domain" ? [ad[field]] : ad.traits[field];

/** Shares of what was observed, by field, largest first: never of spending or of a market. */
export function sharesOf(ads: readonly LensAd[], groups: readonly CreativeGroup[]): readonly Share[] {
  const groupOf = new Map(groups.flatMap(({ id, ads: names }) => names.map((name) => [name, id] as const)));
  const seen = ads.map((ad) => ({ ...ad, group: groupOf.get(ad.ad), week: mondayOf(ad.lastSeen) }));
  return shareFields.flatMap((field) => sharesOfField(field, seen));
}

interface SeenAd extends LensAd {
  readonly group: string | undefined;
  readonly week: string | undefined;
}

function sharesOfField(field: ShareField, ads: readonly SeenAd[]): Share[] {
  const byValue = new Map<string, SeenAd[]>();
  const [knownAds, knownGroups] = [new Set<string>(), new Set<string | undefined>()];
  for (const ad of ads)
    for (const value of new Set(valuesOf(ad, field).filter((text) => text !== ""))) {
      const same = byValue.get(value);
      if (same) same.push(ad);
      else byValue.set(value, [ad]);
      knownAds.add(ad.ad);
      knownGroups.add(ad.group);
    }
  return [...byValue]
    .map(([value, having]) => {
      const groups = new Set(having.map(({ group }) => group)).size;
      return {
        ...{ field, value, ads: having.length, groups },
        ...{ ofAds: having.length / knownAds.size, ofGroups: groups / knownGroups.size, weeks: weeksOf(having) },
      };
    })
    .sort((one, other) => other.ads - one.ads || compare(one.value, other.value));
}

/** How many of the ads were seen last in each week, oldest week first. */
function weeksOf(ads: readonly SeenAd[]): Share["weeks"] {
  const weeks = new Map<string, number>();
  for (const { week } of ads) if (week !== undefined) weeks.set(week, (weeks.get(week) ?? 0) + 1);
  return [...weeks].sort(([one], [other]) => compare(one, other)).map(([week, count]) => ({ week, ads: count }));
}

/** The Monday (UTC) of a time's week as `YYYY-MM-DD`; undefined for what is no time. */
export function mondayOf(time: string): string | undefined {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
