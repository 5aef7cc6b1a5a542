import { mkdirSync, watch, type FSWatcher } from "node:fs";

/** Told, soon after, that something in a folder changed: by this window or by another one. */
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
      // Some file systems cannot be watched; then other windows' changes show at the next reading.
      this.watcher = undefined;
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watcher?.close();
    this.watcher = undefined;
  }

  /** Tells soon of a change that this window made itself. */
  soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.changed, this.quietMs);
    this.timer.unref();
  }
}
