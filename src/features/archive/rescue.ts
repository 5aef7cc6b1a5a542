import { dirname, join } from "node:path";
import { errorCode, StorageError } from "../disk";
import { setAsideNames } from "./olderFiles";
import type { ToldLoss } from "./rawAnswers";
import { copyOf } from "./safetyCopy";
import type { Session } from "./session";
import { takeBack, type TakenBack } from "./takeBack";

/** The result of rescuing a damaged archive. */
export interface Rescued extends Pick<TakenBack, "saved"> {
  /** Number of lost answers, as far as can still be determined. */
  readonly lost: number;
  /** Where the damaged file is kept. */
  readonly file: string;
}

type Run = <T>(work: (session: Session) => T) => Promise<T>;

/** How many answers the copy of the archive brings back. */
async function fromCopy(archive: string, run: Run, log: (line: string) => void): Promise<number> {
  try {
    return (await takeBack(copyOf(archive), run)).added;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    if (errorCode(error) !== "ENOENT") log(`Nothing could be saved of the archive's copy: ${String(error)}`);
    return 0;
  }
}

interface Looked extends Pick<TakenBack, "held" | "saved"> {
  readonly name: string;
  readonly lost: number;
  /** What a newer file told of it. */
  readonly known: ToldLoss | undefined;
}

/**
 * Takes what can be read out of each file that was set aside beside the archive, once, and what it lost out of the copy.
 * @throws {StorageError}
 */
export async function rescueAll(archive: string, run: Run, log: (line: string) => void): Promise<readonly Rescued[]> {
  const [looked, cameBack] = await lookThrough(archive, run, log);
  const rescued: Rescued[] = [];
  let left = cameBack;
  for (const { name, held, saved, known, ...one } of looked) {
    const back = known ? 0 : Math.min(one.lost, left);
    left -= back;
    const lost = one.lost - back;
    const first = await run(
      (session) =>
        session.change(
          "insert or ignore into loss (file, at, saved, lost, agreed) values (?, ?, ?, ?, ?)",
          ...[name, new Date().toISOString(), saved, lost, known?.agreed ?? 0],
        ) > 0,
    );
    // Another window may have done the same; one of them tells.
    if (first && !known) rescued.push({ file: join(dirname(archive), name), saved: held - lost, lost });
  }
  return rescued;
}

/** The files, and how many answers of newer ones came back from those that were set aside, and known, before them. */
async function lookThrough(archive: string, run: Run, log: (line: string) => void): Promise<[Looked[], number]> {
  const looked: Looked[] = [];
  const told = new Map<string, ToldLoss>();
  let cameBack = 0;
  // The newest first: it says what became of those before it, so that a loss is told, and agreed to, once.
  for (const name of [...(await setAsideNames(archive))].reverse()) {
    if (await run((session) => session.get("select 1 from loss where file = ?", name) !== undefined)) continue;
    const taken = await takeBack(join(dirname(archive), name), run).catch((error: unknown) => {
      if (error instanceof StorageError) throw error;
      log(`Nothing could be saved of a damaged archive: ${String(error)}`);
    });
    if (!taken) continue;
    const { held, saved, added } = taken;
    const back = held > saved ? await fromCopy(archive, run, log) : 0;
    for (const [older, loss] of taken.told) if (!told.has(older)) told.set(older, loss);
    const known = told.get(name);
    // What could be read of it was in the newer file, which lost it.
    if (known) cameBack += added;
    looked.push({ name, held, saved, known, lost: known?.lost ?? Math.max(0, held - saved - back) });
  }
  return [looked, cameBack];
}
