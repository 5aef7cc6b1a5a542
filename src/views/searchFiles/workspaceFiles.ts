import vscode = require("vscode");

const most = 500;

/** The files of the open folders with this ending, sorted by path. */
export async function workspaceFiles(ending: string): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(`**/*${ending}`, "**/node_modules/**", most);
  return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Reads a file of at most so many bytes; undefined if it has more. */
export async function readUpTo(largest: number, uri: vscode.Uri): Promise<Uint8Array | undefined> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  // Reading a named pipe would wait for somebody to write to it.
  if (!(type & vscode.FileType.File)) throw new Error("not a regular file");
  return size > largest ? undefined : vscode.workspace.fs.readFile(uri);
}

/** Watches the search files and boards of the open folders. */
export function onFilesChanged(listener: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{adsearch,adboard}.json");
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(listener),
    watcher.onDidCreate(listener),
    watcher.onDidDelete(listener),
  );
}
