import { createHash } from "node:crypto";
import type { ApiVersion } from "../../protocol/apiVersion";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { PackedAnswer } from "./pages";
import { bytes, type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";

/** One owned answer: a page of a search, or a detail. */
export interface ArchivedAnswer {
  readonly kind: "pages" | "details";
  /** ID of its row in the archive's table of this kind. */
  readonly id: number;
  readonly version: ApiVersion;
  /** What was searched, or the platform of the detail's ad. */
  readonly platform: PlatformToken;
  readonly receivedAt: string;
  /** Canonical body of the search; "" for a detail. */
  readonly body: string;
  readonly lastHit: string;
  /** Number of the page; 0 for a detail. */
  readonly page: number;
  /** ID of the detail's ad; "" for a page. */
  readonly adId: string;
  /** 32 hex digits that name this answer, equal in every archive that has it. */
  readonly key: string;
}

const selected = {
  pages: `select page.id, page.page, page.received_at, coding, payload, last_hit, version, platform, body, '' as ad_id
    from page join snapshot on snapshot.id = page.snapshot join search on search.id = snapshot.search where page.id = ?`,
  details: `select id, 0 as page, received_at, coding, payload, '' as last_hit, version, platform, '' as body, ad_id
    from detail where id = ?`,
};

const listed = {
  pages: `select page.id from search join snapshot on snapshot.search = search.id join page on page.snapshot = snapshot.id
    where origin = ? and platform = ? and page.id > ? and (? = '' or page.received_at >= ?)`,
  details: "select id from detail where origin = ? and platform = ? and id > ? and (? = '' or received_at >= ?)",
};

/**
 * The IDs of a platform's answers that are above `after`, received at `since` (an ISO time) or later; "" means any
 * time.
 */
export function idsAfter(
  session: DatabaseSession,
  kind: ArchivedAnswer["kind"],
  origin: string,
  platform: PlatformToken,
  after: number,
  since: string,
): readonly number[] {
  return session.all(listed[kind], origin, platform, after, since, since).map(({ id }) => whole(id));
}

/**
 * One answer, still packed. `origin` must be the answer's own: it becomes part of the key. Undefined if the size cap
 * has removed the answer, or if its platform is unknown because a later version of the extension stored it.
 */
export function answerAt(
  session: DatabaseSession,
  kind: ArchivedAnswer["kind"],
  origin: string,
  id: number,
): readonly [ArchivedAnswer, PackedAnswer] | undefined {
  const row = session.get(selected[kind], id);
  return row && answerOf(row, kind, origin);
}

function answerOf(
  row: DatabaseRow,
  kind: ArchivedAnswer["kind"],
  origin: string,
): readonly [ArchivedAnswer, PackedAnswer] | undefined {
  const platform = platforms.find(({ token }) => token === textOf(row.platform))?.token;
  if (!platform) return undefined;
  const [version, receivedAt, lastHit] = [textOf(row.version), textOf(row.received_at), textOf(row.last_hit)];
  const [body, adId, page] = [textOf(row.body), textOf(row.ad_id), whole(row.page)];
  const address = JSON.stringify([kind, origin, version, platform, body, lastHit, page, adId, receivedAt]);
  const answer = {
    ...{ kind, id: whole(row.id), platform, receivedAt, body, lastHit, page, adId },
    version: version === "v1" ? "v1" : "v2",
    key: createHash("sha256").update(address).digest("hex").slice(0, 32),
  } as const;
  return [answer, { page, receivedAt, coding: textOf(row.coding), bytes: bytes(row.payload) }];
}
