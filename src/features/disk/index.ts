// Files, folders, locks and SQLite: what fails here is a `StorageError`.
export { AppendFile } from "./appendFile";
export { DiskSync } from "./diskSync";
export { errorCode } from "../../protocol/failure";
export { fileError, isFileError } from "./fileError";
export { FolderLock } from "./folderLock";
export { FolderWatch } from "./folderWatch";
export { HeldLock } from "./heldLock";
export { loadSqlite, storageErrorOf } from "./sqlite";
export { StorageError, type StorageReason } from "./storageError";
export { WatchedFile } from "./watchedFile";
export { canWrite, isDevice, removeAbandoned, renameOver, syncFolder, writeWhole } from "./writeWhole";
