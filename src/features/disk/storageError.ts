import type * as sqlite from "node:sqlite";
import { errorCode, messageOf } from "../../protocol/failure";
import { NotTextError } from "../text";

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
  /** Neither UTF-8 nor UTF-16. */
  | "notText"
  /** Written by a newer version of the extension. */
  | "newer"
  /** The file at the target may not be written to. */
  | "readOnlyFile"
  /** The target is a folder. */
  | "isFolder"
  /** The target is a pipe, a socket, or a device. */
  | "notFile"
  /** An unfinished export of the same name is waiting to be resumed or discarded. */
  | "unfinished"
  /** Some of what was to be deleted may be gone, and the rest is still there. */
  | "notDeleted"
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

const reasons: ReadonlyMap<string, StorageReason> = new Map([
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EFBIG", "full"],
  ["EROFS", "readOnly"],
  ["EACCES", "noPermission"],
  ["EPERM", "noPermission"],
  ["ENOENT", "missing"],
  ["ENOTDIR", "missing"],
  ["EISDIR", "isFolder"],
  ["EBUSY", "busy"],
]);

/** Whether an error comes from the file system. */
export function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** A file system's error as a StorageError; a StorageError is returned unchanged. */
export function fileError(error: unknown, path: string): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof NotTextError) return new StorageError("notText", `${path}: ${error.message}`, { cause: error });
  const reason = reasons.get(errorCode(error) ?? "") ?? "failed";
  return new StorageError(reason, `${path}: ${messageOf(error)}`, { cause: error });
}

/** Loads `node:sqlite` on first use, so that activation never touches it. @throws {StorageError} `noDatabase` */
export function loadSqlite(): typeof sqlite {
  const found: typeof sqlite | undefined = process.getBuiltinModule("node:sqlite");
  if (!found) throw new StorageError("noDatabase", `Node ${process.versions.node} has no node:sqlite`);
  return found;
}

const sqliteReasons: Readonly<Record<number, StorageReason>> = {
  5: "busy",
  6: "busy",
  8: "readOnly",
  11: "damaged",
  13: "full",
  14: "missing",
  23: "noPermission",
  26: "damaged",
};

/** Any error of the database or its file as a StorageError; other errors are returned unchanged. */
export function storageErrorOf(error: unknown, file: string): unknown {
  if (isFileError(error)) return fileError(error, file);
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  // The low byte is SQLite's primary result code; the rest only refines it.
  const reason = sqliteReasons[error.errcode & 0xff] ?? "failed";
  return new StorageError(reason, `${file}: ${error.message} (SQLite ${error.errcode})`, { cause: error });
}
