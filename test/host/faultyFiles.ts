import * as vscode from "vscode";

/** A file system in memory that can refuse to write, or stop half-way where its room ends. */
export class FaultyFiles implements vscode.FileSystemProvider {
  /** What every write says; undefined where writes work. */
  fault: Error | undefined;
  /** Bytes that a file may have: a longer one is cut, and its writer told. */
  room = Infinity;
  private readonly files = new Map<string, Uint8Array | "folder">([["/", "folder"]]);
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  names(): readonly string[] {
    return [...this.files.keys()].filter((name) => name !== "/").sort();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const found = this.found(path);
    const type = found === "folder" ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: found.length };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory({ path }: vscode.Uri): void {
    this.files.set(path, "folder");
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const found = this.found(path);
    if (found === "folder") throw vscode.FileSystemError.FileIsADirectory(path);
    return found;
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    if (this.fault) throw this.fault;
    if (this.files.get(path) === "folder") throw vscode.FileSystemError.FileIsADirectory(path);
    this.files.set(path, content.slice(0, Math.min(content.length, this.room)));
    if (content.length > this.room) throw vscode.FileSystemError.Unavailable("no room");
  }

  delete({ path }: vscode.Uri): void {
    this.found(path);
    this.files.delete(path);
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    this.files.set(to.path, this.found(from.path));
    this.files.delete(from.path);
  }

  private found(path: string): Uint8Array | "folder" {
    const found = this.files.get(path);
    if (found === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return found;
  }
}
