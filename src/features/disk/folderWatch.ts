import { mkdirSync, watch, type FSWatcher } from "node:fs";

/** Notifies shortly after something in a folder was changed by this or another window. */
export class FolderWatch {
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** `concerns` picks the file names that count; a change without a name always counts. */
  constructor(
    folder: string,
    private readonly concerns: (name: string) => boolean,
    private readonly changed: () => void,
    private readonly quietMs = 50,
  ) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || this.concerns(name)) this.soon();
      });
      this.watcher.on("error", () => this.dispose());
    } catch {
      // Some file systems cannot be watched; there, other windows' changes show up at the next reading.
      this.watcher = undefined;
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watcher?.close();
    this.watcher = undefined;
  }

  /** Soon reports a change made by this window. */
  soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.changed, this.quietMs);
    this.timer.unref();
  }
}
