import vscode = require("vscode");
import { StorageError, type StorageReason } from "../../features/disk";

/** Reads a file that a person chose, on whatever file system it is. @throws {StorageError} */
export async function readUserFile(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await told(uri, vscode.workspace.fs.readFile(uri)));
}

/** Writes a file that a person chose, on whatever file system it is. @throws {StorageError} */
export async function writeUserFile(uri: vscode.Uri, text: string): Promise<void> {
  await told(uri, vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text)));
}

const reasons: ReadonlyMap<string, StorageReason> = new Map([
  ["FileNotFound", "missing"],
  ["FileNotADirectory", "missing"],
  ["FileIsADirectory", "isFolder"],
  ["NoPermissions", "noPermission"],
  ["Unavailable", "busy"],
]);

async function told<T>(uri: vscode.Uri, work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : "";
    throw new StorageError(reasons.get(code) ?? "failed", `${uri.toString()}: ${String(error)}`, { cause: error });
  }
}
