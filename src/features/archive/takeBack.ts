import { fileError, isFileError } from "../disk";
import { lossName } from "./losses";
import { postpone, postponeAll } from "./pending";
import { placeOf, snapshotId } from "./pages";
import { type RawAnswer, RawAnswers, type ToldLoss } from "./rawAnswers";
import { unpack } from "./payload";
import { bytes, type Row, type Session, text, whole } from "./session";
import { forget } from "./sightings";

/** What happened to the answers in an older or damaged file. */
export interface TakenBack {
  /** How many it held, as far as anything in it still tells. */
  readonly held: number;
  /** Those of them that can be read: all of these are in the archive now. */
  readonly saved: number;
  /** Those of them that the archive did not have. */
  readonly added: number;
}

interface Taken extends TakenBack {
  /** Those added in whose place a damaged one stood: they are lost no longer. */
  readonly mended: number;
  /** What the file itself told of files that were set aside before it. */
  readonly told: ReadonlyMap<string, ToldLoss>;
}

type Run = <T>(work: (session: Session) => T) => Promise<T>;

/** Answers that are taken in one transaction: few enough that a search hardly waits. */
const atOnce = 8;

/** Takes all readable answers from a file that the archive does not have. @throws {StorageError} */
export async function takeBack(path: string, run: Run): Promise<Taken> {
  const wereAds = await run((session) => session.get("select 1 from sighting limit 1") !== undefined);
  const answers = await RawAnswers.of(path);
  try {
    let [saved, added, mended] = [0, 0, 0];
    const take = async (batch: readonly RawAnswer[]) => {
      const taken = await run((session) => session.transaction(() => batch.map((answer) => takeOne(session, answer))));
      added += taken.filter((how) => how !== "had").length;
      mended += taken.filter((how) => how === "mended").length;
    };
    let batch: RawAnswer[] = [];
    for (const answer of answers.readable()) {
      saved += 1;
      batch.push(answer);
      if (batch.length < atOnce) continue;
      await take(batch);
      batch = [];
    }
    await take(batch);
    if (wereAds && added > 0) await run((session) => session.transaction(() => postponeAll(session)));
    return { held: Math.max(answers.count, saved), saved, added, mended, told: answers.told };
  } finally {
    answers.close();
  }
}

/** The same from a file that a person chose. @throws {StorageError} also where it cannot be opened */
export function takeBackFrom(path: string, run: Run): Promise<Taken> {
  return takeBack(path, run).catch((error: unknown) => {
    throw isFileError(error) ? fileError(error, path) : error;
  });
}

function takeOne(session: Session, answer: RawAnswer): "had" | "mended" | "added" {
  const { receivedAt, coding, payload, page } = answer;
  if (page) {
    const [origin = "", version = "", platform = "", body = ""] = page.search;
    const address = { origin, version, platform, body };
    const packed = { coding, bytes: payload };
    const [name, known] = placeOf(session, address, page.lastHit, page.number, packed);
    const snapshot = snapshotId(session, address, name, receivedAt);
    for (const reason of page.pins)
      session.change("insert or ignore into pin (snapshot, reason) values (?, ?)", snapshot, reason);
    if (known && isReadable(known)) return "had";
    if (known) removeDamaged(session, "page", known, page.number);
    const id = session.insert(
      "insert into page (snapshot, page, received_at, coding, payload) values (?, ?, ?, ?, ?)",
      ...[snapshot, page.number, receivedAt, coding, payload],
    );
    postpone(session, "page", id, receivedAt);
    return known ? "mended" : "added";
  }
  return takeDetail(session, answer);
}

/** Two fetches of a detail may have the same time: only one that says the same is this one. */
function takeDetail(session: Session, { receivedAt, coding, payload, detail = [] }: RawAnswer) {
  const known = session.all(
    `select id, coding, payload from detail
     where origin = ? and version = ? and platform = ? and ad_id = ? and received_at = ?`,
    ...[...detail, receivedAt],
  );
  if (known.some((row) => row.coding === coding && payload.equals(bytes(row.payload)))) return "had";
  const damaged = known.find((row) => !isReadable(row));
  if (damaged) removeDamaged(session, "detail", damaged, 0);
  const id = session.insert(
    "insert into detail (origin, version, platform, ad_id, received_at, coding, payload) values (?, ?, ?, ?, ?, ?, ?)",
    ...[...detail, receivedAt, coding, payload],
  );
  postpone(session, "detail", id, receivedAt);
  return damaged ? "mended" : "added";
}

/** Makes room for the good answer; with the row goes what was noted of its damage. */
function removeDamaged(session: Session, of: "page" | "detail", { id }: Row, number: number): void {
  const row = session.get(`select received_at from ${of} where id = ?`, whole(id));
  forget(session, of, whole(id));
  session.change(`delete from ${of} where id = ?`, whole(id));
  session.change("delete from loss where file = ?", lossName(text(row?.received_at), number));
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
