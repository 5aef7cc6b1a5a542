import { StorageError, type StorageReason } from "./storageError";
import { errorCode } from "../../protocol/failure";

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
  const reason = reasons.get(errorCode(error) ?? "") ?? "failed";
  return new StorageError(reason, `${path}: ${String(error)}`, { cause: error });
}
