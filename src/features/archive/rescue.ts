import { dirname, join } from "node:path";
import { errorCode } from "../folder/errorCode";
import { setAsideNames } from "./olderFiles";
import { copyOf } from "./safetyCopy";
import type { Session } from "./session";
import { StorageError } from "./storageError";
import { takeBack, type TakenBack } from "./takeBack";

/** What became of a damaged archive. */
export interface Rescued extends Pick<TakenBack, "saved"> {
  /** Answers that are gone, as far as anything still tells. */
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

/**
 * Takes what can be read out of each file that was set aside beside the archive, once, and what it lost out of the copy.
 * @throws {StorageError}
 */
export async function rescueAll(archive: string, run: Run, log: (line: string) => void): Promise<readonly Rescued[]> {
  const rescued: Rescued[] = [];
  for (const name of await setAsideNames(archive)) {
    if (await run((session) => session.get("select 1 from loss where file = ?", name) !== undefined)) continue;
    const file = join(dirname(archive), name);
    const taken = await takeBack(file, run).catch((error: unknown) => {
      if (error instanceof StorageError) throw error;
      log(`Nothing could be saved of a damaged archive: ${String(error)}`);
    });
    if (!taken) continue;
    const { held, saved } = taken;
    const back = held > saved ? await fromCopy(archive, run, log) : 0;
    const lost = Math.max(0, held - saved - back);
    const first = await run(
      (session) =>
        session.change(
          "insert or ignore into loss (file, at, saved, lost, agreed) values (?, ?, ?, ?, 0)",
          ...[name, new Date().toISOString(), saved, lost],
        ) > 0,
    );
    // Another window may have done the same; one of them tells.
    if (first) rescued.push({ file, saved: held - lost, lost });
  }
  return rescued;
}
