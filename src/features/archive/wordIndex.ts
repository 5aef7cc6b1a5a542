import { domainWords, indexable } from "./adText";
import { type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";

// `ad.indexed` is the row of the word index with the ad's words. Where it is not the ad's newest sighting, they are
// due.

/** Puts the words of up to `most` ads that are due into the word index. Returns whether more may be due. */
export function indexSome(session: DatabaseSession, most: number): boolean {
  if (!session.fullText) return false;
  const due = () => session.all("select * from ad where indexed <> sighting limit ?", most);
  if (due().length === 0) return false;
  // Ask again under the write lock: another window may be at the same ads.
  const count = session.transaction(() => {
    const ads = due();
    for (const ad of ads) index(session, ad);
    return ads.length;
  });
  return count === most;
}

/** How many pages of the word index one step of merging writes: few enough that a search hardly waits. */
const mergedInOneStep = 32;

/**
 * Merges some of the word index's parts, because a search has to look through each part. Returns whether more may be
 * due.
 */
export function mergeSome(session: DatabaseSession): boolean {
  if (!session.fullText) return false;
  const changes = () => whole(session.get("select total_changes() as n")?.n);
  const before = changes();
  session.change("insert into ad_text (ad_text, rank) values ('merge', ?)", mergedInOneStep);
  // The statement itself counts as one change.
  return changes() - before > 1;
}

/** Removes an ad's words from the index. Call it before the ad is deleted. */
export function unindex(session: DatabaseSession, ad: number): void {
  session.change("delete from ad_text where rowid = (select indexed from ad where id = ?)", ad);
}

function index(session: DatabaseSession, ad: DatabaseRow): void {
  const sighting = whole(ad.sighting);
  const former = whole(ad.indexed);
  if (former !== 0) session.change("delete from ad_text where rowid = ?", former);
  session.insert(
    "insert into ad_text (rowid, title, owner, domain, body) values (?, ?, ?, ?, ?)",
    ...[sighting, indexable(textOf(ad.title)), indexable(textOf(ad.owner))],
    ...[indexable(domainWords(textOf(ad.domain))), indexable(`${textOf(ad.body)}\n${textOf(ad.detail_body)}`)],
  );
  session.change("update ad set indexed = ? where id = ?", sighting, whole(ad.id));
}
