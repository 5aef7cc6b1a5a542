import { watch, type FSWatcher } from "node:fs";
import { Listeners, type Subscription } from "../events";
import { makeFolder } from "./writeWhole";

const quietMs = 50;

/** Notifies of changed files in a folder, made by this or another window; watches once there is a listener. */
export class FolderWatch {
  private readonly listeners = new Listeners();
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** `concerns` picks the file names that count; a change without a name always counts. */
  constructor(
    readonly folder: string,
    private readonly concerns: (name: string) => boolean,
  ) {}

  readonly onChanged = (listener: () => void): Subscription => {
    this.watcher ??= this.watched();
    return this.listeners.on(listener);
  };

  /** Notifies of a change made by this window, because not every file system can be watched. */
  readonly changed = (): void => this.listeners.fire();

  /** Does so once no other change has followed for a moment. */
  changedSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.changed, quietMs).unref();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watcher?.close();
    this.watcher = undefined;
    this.listeners.dispose();
  }

  /** Some file systems cannot be watched; there, other windows' changes show up at the next reading. */
  private watched(): FSWatcher | undefined {
    try {
      makeFolder(this.folder);
      return watch(this.folder, { persistent: false }, (_event, name) => {
        if (name === null || this.concerns(name)) this.changedSoon();
      }).on("error", () => this.watcher?.close());
    } catch {
      return undefined;
    }
  }
}
