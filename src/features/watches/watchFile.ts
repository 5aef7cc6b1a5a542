import { join } from "node:path";
import * as z from "zod";
import { FolderWatch, StateFile } from "../disk";
import type { SearchFileProblem } from "../searches";
import { intervals } from "./schedule";

const time = z.iso.datetime();
const credits = z.int().min(1).max(999_999_999);
const address = z.object({ origin: z.string(), version: z.string(), platform: z.string(), body: z.string() });

const watch = z.object({
  /** The saved search or search file, as an owner of runs. */
  owner: z.string().max(10_000),
  /** Its name when it was last seen. */
  name: z.string().max(300),
  /** The permanent name of the library that it is watched in. */
  library: z.string(),
  every: z.enum(intervals),
  /** The most credits of one check. */
  credits,
  /** Checks are due from the first day after this time. */
  from: time,
  /** A check that seems to have been in the future, because the clock was set back since. */
  ahead: time.exactOptional(),
  /** When it was last begun without a click, and what that has spent, or may have, of a check that is still open. */
  tried: z.object({ at: time, spent: z.int().min(0) }).exactOptional(),
  /** The exact search, and the limit, that a person allowed to be checked without a click. */
  allowed: z.object({ address, credits }).optional(),
  /** The newest run that a person looked at, and the one that they had looked at before. */
  seen: z.object({ at: time, since: time.optional() }).optional(),
});
export type Watch = Readonly<z.infer<typeof watch>>;

const shape = z.object({
  watches: z.array(watch).max(1000).readonly(),
  /** When a person was last told that searches are due. */
  told: time.exactOptional(),
});
export type WatchState = Readonly<z.infer<typeof shape>>;

export const watchFileName = "watches.json";

/** The watches of all windows and terminals that share a folder. Nothing else says what may be checked without a click. */
export class WatchFile extends FolderWatch {
  private readonly file: StateFile<WatchState>;

  constructor(folder: string, onProblem: (problem: SearchFileProblem) => void) {
    super(folder, (name) => name === watchFileName);
    this.file = new StateFile<WatchState>(join(folder, watchFileName), {
      ...{ schema: shape, missing: { watches: [] } },
      onSetAside: (moved) => onProblem({ kind: "corrupt", ...moved }),
    });
  }

  read(): Promise<WatchState> {
    return this.file.read();
  }

  async change(work: (state: WatchState) => WatchState): Promise<void> {
    await this.file.change(work);
    this.changed();
  }

  /** Changes one watch, if it is still there. */
  changeOne(owner: string, work: (watch: Watch) => Watch): Promise<void> {
    return this.change((state) => {
      const one = state.watches.find((each) => each.owner === owner);
      const changed = one && work(one);
      if (!changed || changed === one) return state;
      return { ...state, watches: state.watches.map((each) => (each === one ? changed : each)) };
    });
  }
}
