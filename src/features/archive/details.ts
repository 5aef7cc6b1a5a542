import type { StoredAnswer } from "../../protocol/owned";
import type { AdDetail, AdRef } from "../../protocol/ads";
import { factsOfDetail } from "./adText";
import { pack } from "./payload";
import { bytes, type DatabaseSession, textOf } from "./session";
import { isPending, postpone } from "./pending";
import { remember } from "./sightings";
import type { PackedAnswer } from "./pages";

const ofAd = "from detail where origin = ? and version = ? and platform = ? and ad_id = ?";
const newest = "order by received_at desc, id desc limit 1";

/**
 * Stores one fetch of a detail; earlier fetches stay as the ad's history. Storing the same fetch again changes nothing.
 */
export function storeDetail(
  session: DatabaseSession,
  origin: string,
  version: string,
  ad: AdRef,
  answer: StoredAnswer,
  detail: AdDetail,
): void {
  const { coding, bytes: payload } = pack(answer.text);
  session.transaction(() => {
    const same = `select 1 ${ofAd} and received_at = ? and coding = ? and payload = ?`;
    if (session.get(same, origin, version, ad.platform, ad.id, answer.receivedAt, coding, payload)) return;
    const id = session.insert(
      "insert into detail (origin, version, platform, ad_id, received_at, coding, payload) values (?, ?, ?, ?, ?, ?, ?)",
      ...[origin, version, ad.platform, ad.id, answer.receivedAt, coding, payload],
    );
    if (isPending(session)) postpone(session, "detail", id, answer.receivedAt);
    else rememberDetail(session, origin, id, answer.receivedAt, ad, detail);
  });
}

/** Records what a detail says about its ad. `id` is the detail's row. */
export function rememberDetail(
  session: DatabaseSession,
  origin: string,
  id: number,
  receivedAt: string,
  ad: AdRef,
  detail: AdDetail,
): void {
  remember(session, origin, factsOfDetail(ad, detail), { detail: id, position: 0, receivedAt });
}

/** The newest stored detail of an ad, as a list of none or one. */
export function packedDetail(session: DatabaseSession, origin: string, version: string, ad: AdRef): PackedAnswer[] {
  const rows = session.all(
    `select received_at, coding, payload ${ofAd} ${newest}`,
    origin,
    version,
    ad.platform,
    ad.id,
  );
  return rows.map((row) => ({
    page: 0,
    receivedAt: textOf(row.received_at),
    coding: textOf(row.coding),
    bytes: bytes(row.payload),
  }));
}

/** Those of the ads whose detail is owned, as `token:id`. */
export function ownedDetails(
  session: DatabaseSession,
  origin: string,
  version: string,
  ads: readonly AdRef[],
): Set<string> {
  const owned = ads.filter(({ platform, id }) =>
    session.get(`select 1 ${ofAd} limit 1`, origin, version, platform, id),
  );
  return new Set(owned.map(({ platform, id }) => `${platform}:${id}`));
}
