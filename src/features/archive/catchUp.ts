import type { AdRef } from "../../protocol/ads";
import { platforms } from "../../protocol/platforms";
import { rememberDetail } from "./details";
import type { HitReading } from "./hitReader";
import { noteAds } from "./pages";
import { unpack } from "./payload";
import { bytes, type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";

const due = `
  select pending.id as pending, page.id, page.page, page.received_at, coding, payload,
    last_hit, search.origin, search.version, search.platform, null as ad_id
  from pending join page on page.id = pending.page join snapshot on snapshot.id = page.snapshot
  join search on search.id = snapshot.search
  where pending.id = (select id from pending order by received_at, id limit 1)
  union all
  select pending.id, detail.id, 0, detail.received_at, coding, payload, '', origin, version, platform, ad_id
  from pending join detail on detail.id = pending.detail
  where pending.id = (select id from pending order by received_at, id limit 1)`;

/**
 * Records the ads of the oldest answer that waits in `pending`. Returns whether there was one, so call it until false.
 */
export function catchUp(session: DatabaseSession, reading: HitReading): boolean {
  if (!session.get("select 1 from pending limit 1")) return false;
  return session.transaction(() => {
    const row = session.get(due);
    if (!row) return false;
    session.change("delete from pending where id = ?", whole(row.pending));
    readAds(row, reading)?.(session);
    return true;
  });
}

/** Reads an answer and returns what records its ads; undefined if this version of the extension cannot read it. */
function readAds(
  row: DatabaseRow,
  { versions, segments }: HitReading,
): ((session: DatabaseSession) => void) | undefined {
  const [origin, receivedAt, id] = [textOf(row.origin), textOf(row.received_at), whole(row.id)];
  const read = versions[textOf(row.version) === "v1" ? "v1" : "v2"];
  const platform = platforms.find(({ token }) => token === textOf(row.platform))?.token;
  if (!platform) return undefined;
  try {
    const answer = unpack(textOf(row.coding), bytes(row.payload));
    if (row.ad_id === null) {
      const { ads } = read.readSearchPage(answer, platform, whole(row.page), textOf(row.last_hit), segments);
      return (session) => noteAds(session, origin, id, receivedAt, ads);
    }
    if (platform === "mega") return undefined;
    const ad: AdRef = { platform, id: textOf(row.ad_id) };
    const detail = read.readAdDetail(answer, ad);
    return (session) => rememberDetail(session, origin, id, receivedAt, ad, detail);
  } catch {
    return undefined;
  }
}
