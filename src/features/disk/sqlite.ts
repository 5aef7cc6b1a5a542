import type * as sqlite from "node:sqlite";
import { fileError, isFileError } from "./fileError";
import { StorageError, type StorageReason } from "./storageError";

/** Loads `node:sqlite` on first use, so that activation never touches it. @throws {StorageError} `noDatabase` */
export function loadSqlite(): typeof sqlite {
  const found: typeof sqlite | undefined = process.getBuiltinModule("node:sqlite");
  if (!found) throw new StorageError("noDatabase", `Node ${process.versions.node} has no node:sqlite`);
  return found;
}

const reasons: Readonly<Record<number, StorageReason>> = {
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
  const reason = reasons[error.errcode & 0xff] ?? "failed";
  return new StorageError(reason, `${file}: ${error.message} (SQLite ${error.errcode})`, { cause: error });
}
