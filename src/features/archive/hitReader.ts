import { existsSync } from "node:fs";
import { join } from "node:path";
import type { versions as apiVersions } from "../../api";
import { type AdCard, type AdDetail, adKey, type AdRef } from "../../protocol/ads";
import { targetOf } from "../../protocol/adFields";
import type { PlatformSegments } from "../../protocol/platforms";
import { answerKey, type AnswerName, readPath } from "./address";
import { type AnswerPlace, readPacked, unpack } from "./answerFiles";
import type { ArchiveHit } from "./findAds";
import { type IndexDatabase, type Row, textOf, whole } from "./indexDatabase";
import { msOf } from "./indexRows";
import { cameAt } from "./snapshotOrder";

/** The file and the position in it of an ad's newest card, or else of its newest detail, and the time of its first. */
export function newestAnswer(db: IndexDatabase, { id, card, detail }: Row): Row | undefined {
  return db.get(
    `select file.path, position, (select min(${msOf("id")}) from sighting where ad = ?) as first_ms
     from sighting join file on file.id = file where sighting.id = ?`,
    ...[id ?? null, card ?? detail ?? null],
  );
}

/** Makes hits of rows of `ad`, with their cards. Reads each answer once, and of its ads only those. */
export class HitReader {
  private readonly pages = new Map<string, readonly unknown[]>();

  constructor(
    private readonly read: typeof apiVersions,
    private readonly settings: { readonly places: readonly AnswerPlace[]; readonly segments: PlatformSegments },
  ) {}

  /** Undefined if the answer behind the ad can't be read. */
  hit(ad: Row, newest: Row | undefined): ArchiveHit | undefined {
    const answer = readPath(textOf(newest?.path));
    if (!answer) return undefined;
    try {
      const card = answer.kind === "pages" ? this.card(answer, whole(newest?.position)) : this.cardOfDetail(answer);
      const receivedAt = answer.kind === "pages" ? cameAt(answer.receivedAt, answer.lastHit) : answer.receivedAt;
      const first = new Date(whole(newest?.first_ms)).toISOString();
      const firstReceivedAt = first < receivedAt ? first : receivedAt;
      const place = `${answerKey(answer.path)}:${whole(newest?.position) + 1}`;
      const from = answer.kind === "pages" ? ("card" as const) : ("detail" as const);
      return card && { card, from, origin: textOf(ad.origin), receivedAt, firstReceivedAt, place };
    } catch {
      return undefined;
    }
  }

  private card({ path, version, platform, page }: AnswerName, index: number): AdCard | undefined {
    const { readElements, readCard } = this.read[version];
    const elements = this.pages.get(path) ?? readElements(this.text(path)).elements;
    this.pages.set(path, elements);
    const { segments } = this.settings;
    return index < elements.length ? readCard(elements[index], { platform, page, index, segments }) : undefined;
  }

  private cardOfDetail({ path, version, platform, adId: id }: AnswerName): AdCard {
    return cardOfDetail({ platform, id }, this.read[version].readAdDetail(this.text(path), { platform, id }));
  }

  private text(path: string): string {
    const files = this.settings.places.map(({ folder }) => join(folder, path));
    const file = files.find((each) => existsSync(each)) ?? path;
    return unpack(file, readPacked(file));
  }
}

/** Makes a card for an ad of which only the detail is bought. */
export function cardOfDetail(ad: AdRef, detail: AdDetail): AdCard {
  const { title, postUrl, bookmarked, owner, attachments, domain, repairs } = detail;
  const displayUrl = targetOf(detail).url;
  const monthlyTraffic = domain?.monthlyVisits;
  return {
    key: adKey(ad),
    ...ad,
    platformName: ad.platform,
    ...(title !== undefined && { title }),
    ...(displayUrl !== undefined && { displayUrl }),
    ...(monthlyTraffic !== undefined && { monthlyTraffic }),
    ...(postUrl !== undefined && { postUrl }),
    ...(bookmarked !== undefined && { bookmarked }),
    ...(owner && { owner }),
    ...{ attachments, stats: [], metadata: [], repairs },
  };
}
