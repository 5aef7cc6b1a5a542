import { isPlatformToken, type PlatformToken } from "../../protocol/platforms";
import type { LensView } from "../lens";

/** An ad in its creative group. */
export interface GroupedAd {
  /** `platform:id`; an ad without an ID is named by its answer. */
  readonly ad: string;
  readonly group: Pick<LensView["groups"][number], "id" | "reasons" | "title">;
  /** Absent if its platform is unknown. */
  readonly platform: PlatformToken | undefined;
  readonly advertiser: string;
  /** ISO times, as in the lens. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** ISO time of the newest fetch. */
  readonly fetchedAt: string;
}

/** Each ad with its group, in the order of the groups. */
export function groupedAds({ groups, each }: LensView): readonly GroupedAd[] {
  const known = new Map(each().map((one) => [one.ad, one]));
  return groups.flatMap(({ id, reasons, title, ads }) =>
    ads.flatMap((name) => {
      const one = known.get(name);
      if (!one) return [];
      const { ad, advertiser, firstSeen, lastSeen, fetchedAt } = one;
      const platform = isPlatformToken(one.platform) ? one.platform : undefined;
      return { ad, group: { id, reasons, title }, platform, advertiser, firstSeen, lastSeen, fetchedAt };
    }),
  );
}
