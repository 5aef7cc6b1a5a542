// Files, folders, locks and SQLite: what fails here is a `StorageError`.
export { errorCode } from "../../protocol/failure";
export { fileError, isFileError, loadSqlite, StorageError, storageErrorOf, type StorageReason } from "./storageError";
export { FolderLock, HeldLock } from "./locks";
export { FolderWatch } from "./folderWatch";
export { StateFile } from "./stateFile";
export { filesBelow, listed, readJson, readText, textOf } from "./readText";
export {
  canWrite,
  checkFolder,
  isDevice,
  makeFolder,
  modeOf,
  removeAbandoned,
  removeWhole,
  renameOver,
  replaceable,
  syncFolder,
  writeOver,
  writeWhole,
} from "./writeWhole";
