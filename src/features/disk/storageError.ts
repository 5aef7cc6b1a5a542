/** Why something could not be kept on this machine, or read back from it. */
export type StorageReason =
  /** This VS Code's Node has no `node:sqlite`. */
  | "noDatabase"
  | "full"
  | "readOnly"
  | "noPermission"
  /** The folder is missing or can't be opened. Choose another location. */
  | "missing"
  /** Another window or program holds the file. */
  | "busy"
  | "damaged"
  /** Written by a newer version of the extension. */
  | "newer"
  /** The target is a folder. */
  | "isFolder"
  /** An unfinished export of the same name waits to be resumed or dropped. */
  | "unfinished"
  | "failed";

/** A failure of local storage: the archive or a file being written. Nothing is lost that was there before. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code = "storage";
  constructor(
    readonly reason: StorageReason,
    /** For the log: names the file and what the system said. */
    readonly detail: string,
    options?: ErrorOptions,
    /** Of an export that can be resumed: how much of what was paid for is in the archive. */
    readonly resumable?: "wholly" | "partly",
  ) {
    super(`${reason}: ${detail}`, options);
  }
}
