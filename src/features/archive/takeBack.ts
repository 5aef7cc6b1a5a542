import { fileError, isFileError } from "../disk";
import { lossName } from "./losses";
import { postpone, postponeAll } from "./pending";
import { freePlace, snapshotId } from "./pages";
import { type RawAnswer, RawAnswers, type ToldLoss } from "./rawAnswers";
import { unpack } from "./payload";
import { bytes, type DatabaseRow, type DatabaseSession, textOf, whole } from "./session";
import { forget } from "./sightings";

/** What became of the answers in an older or damaged file. */
export interface TakenBack {
  /** How many the file held, as far as anything in it still shows. */
  readonly held: number;
  /** How many of them can be read. All of these are in the archive now. */
  readonly saved: number;
  /** How many of those the archive did not have. */
  readonly added: number;
}

interface Taken extends TakenBack {
  /** So little of the file can be recognized that it may have held more than `held`. */
  readonly isUncountable: boolean;
  /** How many of `added` replaced a damaged answer. These no longer count as lost. */
  readonly mended: number;
  /** What the file has recorded about files that were set aside before it, by their names. */
  readonly told: ReadonlyMap<string, ToldLoss>;
}

type InFile = <T>(work: (session: DatabaseSession) => T) => Promise<T>;

/** How many answers one transaction takes: few enough that a search hardly waits. */
const atOnce = 8;

/**
 * Takes every readable answer that the archive lacks from another file.
 * @throws {StorageError}, and the file system's error if the file cannot be opened
 */
export async function takeBack(path: string, inFile: InFile): Promise<Taken> {
  const wereAds = await inFile((session) => session.get("select 1 from sighting limit 1") !== undefined);
  const answers = await RawAnswers.of(path);
  try {
    let [saved, added, mended] = [0, 0, 0];
    const take = async (batch: readonly RawAnswer[]) => {
      const taken = await inFile((session) =>
        session.transaction(() => batch.map((answer) => takeOne(session, answer))),
      );
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
    if (wereAds && added > 0) await inFile((session) => session.transaction(() => postponeAll(session)));
    const { told, isUncountable } = answers;
    return { held: Math.max(answers.count, saved), saved, added, mended, told, isUncountable };
  } finally {
    answers.close();
  }
}

/** The same for a file that a person chose. @throws {StorageError}, also if the file cannot be opened */
export function takeBackFrom(path: string, inFile: InFile): Promise<Taken> {
  return takeBack(path, inFile).catch((error: unknown) => {
    throw isFileError(error) ? fileError(error, path) : error;
  });
}

function takeOne(session: DatabaseSession, answer: RawAnswer): "had" | "mended" | "added" {
  const { receivedAt, coding, payload, page } = answer;
  if (page) {
    const [origin = "", version = "", platform = "", body = ""] = page.search;
    const address = { origin, version, platform, body };
    const packed = { coding, bytes: payload };
    const [name, known] = freePlace(session, address, page.lastHit, page.number, packed);
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

/** Two fetches of a detail may have the same time, so only one with the same bytes counts as had. */
function takeDetail(session: DatabaseSession, { receivedAt, coding, payload, detail = [] }: RawAnswer) {
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

/** Deletes a damaged answer to make way for a good one, together with the record of its loss. */
function removeDamaged(session: DatabaseSession, of: "page" | "detail", { id }: DatabaseRow, number: number): void {
  const row = session.get(`select received_at from ${of} where id = ?`, whole(id));
  forget(session, of, whole(id));
  session.change(`delete from ${of} where id = ?`, whole(id));
  session.change("delete from loss where file = ?", lossName(textOf(row?.received_at), number));
}

/**
 * Whether a row's answer can be read. Damage within an answer leaves its row, which must not keep the good answer out.
 */
function isReadable({ coding, payload }: DatabaseRow): boolean {
  try {
    unpack(textOf(coding), bytes(payload));
    return true;
  } catch {
    return false;
  }
}
