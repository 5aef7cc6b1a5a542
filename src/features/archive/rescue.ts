import { dirname, join } from "node:path";
import { errorCode, StorageError } from "../disk";
import { isCopyAside, setAsideNames } from "./olderFiles";
import type { ToldLoss } from "./rawAnswers";
import { copyOf } from "./safetyCopy";
import type { DatabaseSession } from "./session";
import { takeBack, type TakenBack } from "./takeBack";

/** The result of rescuing a damaged archive. */
export interface Rescued extends Pick<TakenBack, "saved"> {
  /** Number of lost answers, as far as anything still shows it. At least 1 if `isUncountable`. */
  readonly lost: number;
  /** More may be lost than `lost` says. */
  readonly isUncountable: boolean;
  /** Path of the file that was set aside: the damaged one, or the copy if there was none (`isMissing`). */
  readonly file: string;
  /** The archive's file was missing or empty, although it has a copy. */
  readonly isMissing?: boolean;
}

type InFile = <T>(work: (session: DatabaseSession) => T) => Promise<T>;

/** Takes back what the archive's copy has. Returns how many answers that added: 0 if there is no readable copy. */
async function fromCopy(archive: string, inFile: InFile, log: (line: string) => void): Promise<number> {
  try {
    return (await takeBack(copyOf(archive), inFile)).added;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    if (errorCode(error) !== "ENOENT") log(`Nothing could be saved of the archive's copy: ${String(error)}`);
    return 0;
  }
}

interface Looked extends Pick<TakenBack, "held" | "saved"> {
  readonly name: string;
  readonly lost: number;
  readonly isUncountable: boolean;
  /** How many answers came back from the copy. */
  readonly copied: number;
  /** What a newer file has recorded about this one's losses, if it has. */
  readonly known: ToldLoss | undefined;
}

/**
 * Adds to the archive what can be read from each file that was set aside beside it, and from the copy what such a file
 * has lost. Each file is looked through only once: the table `loss` has its name afterwards. Returns what a person
 * has to be told.
 * @throws {StorageError}
 */
export async function rescueAll(
  archive: string,
  inFile: InFile,
  log: (line: string) => void,
): Promise<readonly Rescued[]> {
  const [looked, cameBack] = await lookThrough(archive, inFile, log);
  const rescued: Rescued[] = [];
  let left = cameBack;
  for (const { name, held, saved, known, copied, isUncountable, ...one } of looked) {
    const back = known ? 0 : Math.min(one.lost, left);
    left -= back;
    const lost = Math.max(isUncountable && !known ? 1 : 0, one.lost - back);
    const first = await inFile(
      (session) =>
        session.change(
          "insert or ignore into loss (file, at, saved, lost, agreed) values (?, ?, ?, ?, ?)",
          ...[name, new Date().toISOString(), saved, lost, known?.agreed ?? 0],
        ) > 0,
    );
    // Another window may have done the same. Only the one that wrote the row tells the person.
    if (first && !known)
      rescued.push({
        file: join(dirname(archive), name),
        saved: isUncountable ? saved + copied : held - lost,
        lost,
        isUncountable,
        ...(isCopyAside(name) && { isMissing: true }),
      });
  }
  return rescued;
}

/** Looks through the files, and counts the answers that came back from those whose losses a newer file has recorded. */
async function lookThrough(archive: string, inFile: InFile, log: (line: string) => void): Promise<[Looked[], number]> {
  const looked: Looked[] = [];
  const told = new Map<string, ToldLoss>();
  let cameBack = 0;
  // The newest first: it has recorded what was lost from older ones, so a person is told of a loss, and agrees, only
  // once.
  for (const name of [...(await setAsideNames(archive))].reverse()) {
    if (await inFile((session) => session.get("select 1 from loss where file = ?", name) !== undefined)) continue;
    const taken = await takeBack(join(dirname(archive), name), inFile).catch((error: unknown) => {
      if (error instanceof StorageError) throw error;
      log(`Nothing could be saved of a damaged archive: ${String(error)}`);
    });
    if (!taken) continue;
    const { held, saved, added } = taken;
    // Answers stored after a copy was made are lost with the archive's file, and nothing shows how many.
    const isUncountable = taken.isUncountable || isCopyAside(name);
    const copied = held > saved || isUncountable ? await fromCopy(archive, inFile, log) : 0;
    for (const [older, loss] of taken.told) if (!told.has(older)) told.set(older, loss);
    const known = told.get(name);
    // What can be read here had been taken into the newer file, which lost it again.
    if (known) cameBack += added;
    const lost = known?.lost ?? Math.max(isUncountable ? 1 : 0, held - saved - copied);
    looked.push({ name, held, saved, known, isUncountable, copied, lost });
  }
  return [looked, cameBack];
}
