import { basename, dirname } from "node:path";
import { FolderWatch } from "./folderWatch";
import { Listeners, type Subscription } from "../events";

/** Soon reports changes to a file and to siblings whose names begin with its own; watches once there is a listener. */
export class WatchedFile {
  private readonly listeners = new Listeners();
  private watch: FolderWatch | undefined;

  constructor(private readonly file: string) {}

  readonly onChanged = (listener: () => void): Subscription => {
    const concerns = (name: string) => name.startsWith(basename(this.file));
    this.watch ??= new FolderWatch(dirname(this.file), concerns, () => this.listeners.fire());
    return this.listeners.on(listener);
  };

  /** Reports a change made by this window, because not every file system can be watched. */
  changed(): void {
    this.watch?.soon();
  }

  dispose(): void {
    this.watch?.dispose();
    this.watch = undefined;
  }
}
