import { join } from "node:path";
import * as z from "zod";
import { writeExact } from "../../protocol/exactJson";
import { StateFile } from "../disk";
import { libraryFolder, searchFolder, type SearchAddress, snapshotFolder } from "./address";

const file = z.object({
  /** By the snapshot's folder: each reason with the ISO time of the snapshot's first page. */
  pins: z.record(z.string(), z.record(z.string(), z.string())),
  /** How many answers the size cap has removed. */
  removed: z.int(),
});
type Kept = Readonly<z.infer<typeof file>>;
type PinTable = Kept["pins"];

/**
 * Protects snapshots: the size cap removes them last. Each is pinned for one or more reasons, which callers name (a
 * saved search, "exported"). The file also counts what the size cap has removed. All methods reject with a
 * {StorageError}.
 */
export class Pins {
  private readonly file: StateFile<Kept>;

  constructor(folder: string) {
    const missing = { pins: {}, removed: 0 };
    this.file = new StateFile(join(folder, "kept.json"), { schema: file, missing });
  }

  async pin(address: SearchAddress, lastHit: string, reason: string, receivedAt: string): Promise<void> {
    await this.change((pins) => added(pins, snapshotFolder(address, lastHit), reason, receivedAt));
  }

  /**
   * Pins snapshots of a search, and ends this reason's pins on all others of the same library and version.
   * @param snapshots each with the time of its first page
   */
  async keepOnly(
    address: SearchAddress,
    reason: string,
    snapshots: readonly { readonly lastHit: string; readonly fetchedAt: string }[],
  ): Promise<void> {
    const library = `answers/${libraryFolder(address.origin)}/${address.version}/`;
    await this.change((pins) => {
      const others = without(pins, (folder, one) => one === reason && folder.startsWith(library));
      return snapshots.reduce(
        (all, { lastHit, fetchedAt }) => added(all, snapshotFolder(address, lastHit), reason, fetchedAt),
        others,
      );
    });
  }

  /** The reasons for which snapshots of one search (or of all) are pinned, each with the time of its newest snapshot. */
  async reasons(address?: SearchAddress): Promise<readonly { readonly reason: string; readonly newest: string }[]> {
    const within = address ? `${searchFolder(address)}/` : "";
    const newest = new Map<string, string>();
    for (const [folder, reasons] of Object.entries((await this.file.read()).pins))
      for (const [reason, at] of Object.entries(reasons))
        if (folder.startsWith(within) && at > (newest.get(reason) ?? "")) newest.set(reason, at);
    return [...newest].map(([reason, at]) => ({ reason, newest: at }));
  }

  /** Removes all pins of a reason. */
  async drop(reason: string): Promise<void> {
    await this.change((pins) => without(pins, (_folder, one) => one === reason));
  }

  /** Gives the pins of a reason to another one. If the reason ends in a path, those of paths below it follow. */
  async rename(from: string, to: string): Promise<void> {
    const renamed = (reason: string) =>
      reason === from || reason.startsWith(`${from}/`) || reason.startsWith(`${from}\\`)
        ? to + reason.slice(from.length)
        : reason;
    await this.change((pins) =>
      Object.fromEntries(
        Object.entries(pins).map(([folder, reasons]) => [
          folder,
          Object.fromEntries(Object.entries(reasons).map(([reason, at]) => [renamed(reason), at])),
        ]),
      ),
    );
  }

  /** Folders of the pinned snapshots. */
  async folders(): Promise<ReadonlySet<string>> {
    return new Set(Object.keys((await this.file.read()).pins));
  }

  /** How many answers the size cap has removed since the archive was begun or cleared. */
  async removed(): Promise<number> {
    return (await this.file.read()).removed;
  }

  /** Counts removed answers, and forgets pins of snapshots that are gone. */
  async noteRemoved(answers: number, gone: ReadonlySet<string>): Promise<void> {
    await this.file.change(({ pins, removed }) => ({
      pins: without(pins, (folder) => gone.has(folder)),
      removed: removed + answers,
    }));
  }

  async clear(): Promise<void> {
    await this.file.change(() => ({ pins: {}, removed: 0 }));
  }

  private async change(work: (pins: PinTable) => PinTable): Promise<void> {
    await this.file.change((kept) => {
      const pins = work(kept.pins);
      return writeExact(pins) === writeExact(kept.pins) ? kept : { ...kept, pins };
    });
  }
}

function added(pins: PinTable, folder: string, reason: string, at: string): PinTable {
  return { ...pins, [folder]: { ...pins[folder], [reason]: at } };
}

/** The pins but those for which `ends` is true. */
function without(pins: PinTable, ends: (folder: string, reason: string) => boolean): PinTable {
  const left = Object.entries(pins).map(
    ([folder, reasons]) =>
      [folder, Object.fromEntries(Object.entries(reasons).filter(([reason]) => !ends(folder, reason)))] as const,
  );
  return Object.fromEntries(left.filter(([, reasons]) => Object.keys(reasons).length > 0));
}
