import { fileError, isFileError } from "./fileError";
import { postpone, postponeAll } from "./pending";
import { placeOf, snapshotId } from "./pages";
import { type RawAnswer, RawAnswers } from "./rawAnswers";
import { unpack } from "./payload";
import { bytes, type Row, type Session, text, whole } from "./session";
import { forget } from "./sightings";

/** What became of the answers in an older or damaged file. */
export interface TakenBack {
  /** How many it held, as far as anything in it still tells. */
  readonly held: number;
  /** Those of them that can be read: all of these are in the archive now. */
  readonly saved: number;
  /** Those of them that the archive did not have. */
  readonly added: number;
}

type Run = <T>(work: (session: Session) => T) => Promise<T>;

/** Answers that are taken in one transaction: few enough that nobody notices. */
const atOnce = 8;

/** Takes all answers out of a file that can be read and that the archive does not have. @throws {StorageError} */
export async function takeBack(path: string, run: Run): Promise<TakenBack> {
  const wereAds = await run((session) => session.get("select 1 from sighting limit 1") !== undefined);
  const answers = await RawAnswers.of(path);
  try {
    let [saved, added] = [0, 0];
    const take = (batch: readonly RawAnswer[]) =>
      run((session) => session.transaction(() => batch.filter((answer) => takeOne(session, answer)).length));
    let batch: RawAnswer[] = [];
    for (const answer of answers.readable()) {
      saved += 1;
      batch.push(answer);
      if (batch.length < atOnce) continue;
      added += await take(batch);
      batch = [];
    }
    added += await take(batch);
    if (wereAds && added > 0) await run((session) => session.transaction(() => postponeAll(session)));
    return { held: Math.max(answers.count, saved), saved, added };
  } finally {
    answers.close();
  }
}

/** The same from a file that a person chose. @throws {StorageError} also where it cannot be opened */
export function takeBackFrom(path: string, run: Run): Promise<TakenBack> {
  return takeBack(path, run).catch((error: unknown) => {
    throw isFileError(error) ? fileError(error, path) : error;
  });
}

/** Answers whether the archive did not have it. */
function takeOne(session: Session, answer: RawAnswer): boolean {
  const { receivedAt, coding, payload, page, detail } = answer;
  if (page) {
    const [origin = "", version = "", platform = "", body = ""] = page.search;
    const address = { origin, version, platform, body };
    const packed = { coding, bytes: payload };
    const [name, known] = placeOf(session, address, page.lastHit, page.number, packed);
    const snapshot = snapshotId(session, address, name, receivedAt);
    for (const reason of page.pins)
      session.change("insert or ignore into pin (snapshot, reason) values (?, ?)", snapshot, reason);
    if (known && isReadable(known)) return false;
    if (known) {
      forget(session, "page", whole(known.id));
      session.change("delete from page where id = ?", whole(known.id));
    }
    const id = session.insert(
      "insert into page (snapshot, page, received_at, coding, payload) values (?, ?, ?, ?, ?)",
      ...[snapshot, page.number, receivedAt, coding, payload],
    );
    postpone(session, "page", id, receivedAt);
    return true;
  }
  const values = [...(detail ?? []), receivedAt, coding, payload];
  const known = session.get(
    `select id from detail where origin = ? and version = ? and platform = ? and ad_id = ? and received_at = ?
     and coding = ? and payload = ?`,
    ...values,
  );
  if (known && whole(known.id) > 0) return false;
  const id = session.insert(
    "insert into detail (origin, version, platform, ad_id, received_at, coding, payload) values (?, ?, ?, ?, ?, ?, ?)",
    ...values,
  );
  postpone(session, "detail", id, receivedAt);
  return true;
}

/** Damage within an answer leaves its row in place: such a row must not keep the good answer out. */
function isReadable({ coding, payload }: Row): boolean {
  try {
    unpack(text(coding), bytes(payload));
    return true;
  } catch {
    return false;
  }
}
