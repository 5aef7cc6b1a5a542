import { dirname, join } from "node:path";
import { setAsideNames } from "./olderFiles";
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

/** Takes what can be read out of each file that was set aside beside the archive, once. @throws {StorageError} */
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
    const first = await run(
      (session) =>
        session.change(
          "insert or ignore into loss (file, at, saved, lost, agreed) values (?, ?, ?, ?, 0)",
          ...[name, new Date().toISOString(), saved, held - saved],
        ) > 0,
    );
    // Another window may have done the same; one of them tells.
    if (first) rescued.push({ file, saved, lost: held - saved });
  }
  return rescued;
}
