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
  /** An unfinished export of the same name is waiting to be resumed or discarded. */
  | "unfinished"
  | "failed";

/** A failure of local storage: the archive or a file being written. Nothing that existed before is lost. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code = "storage";
  constructor(
    readonly reason: StorageReason,
    /** For the log: names the file and the system's message. */
    readonly specifics: string,
    options?: ErrorOptions,
    /** For an export that can be resumed: how much of what was paid for is in the archive. */
    readonly resumable?: "wholly" | "partly",
  ) {
    super(`${reason}: ${specifics}`, options);
  }
}
