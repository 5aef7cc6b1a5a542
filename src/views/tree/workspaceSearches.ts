import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { Linted, SearchFiles } from "../../features/searchFiles";
import { age } from "../age";
import type { SearchFileRow } from "./searchNodes";
import { SearchFileTarget } from "../searchFiles/searchFileTarget";

const pattern = "**/*.adsearch.json";
const most = 500;
const largestFile = 1 << 20;

/** The search files of the open folders, by path. Reads them; asks the service nothing. */
export class WorkspaceSearches implements vscode.Disposable {
  private readonly watcher = vscode.workspace.createFileSystemWatcher(pattern);

  constructor(private readonly files: SearchFiles) {}

  async list(): Promise<readonly SearchFileRow[]> {
    return Promise.all((await this.uris()).map((uri) => this.row(uri)));
  }

  /** Their texts on the disk; unreadable ones are left out. */
  async texts(): Promise<readonly { readonly uri: vscode.Uri; readonly name: string; readonly text: string }[]> {
    const read = (await this.uris()).map(async (uri) => {
      const text = await this.text(uri).catch(() => undefined);
      return text === undefined ? [] : [{ uri, name: nameOf(vscode.workspace.asRelativePath(uri)), text }];
    });
    return (await Promise.all(read)).flat();
  }

  onChanged(listener: () => void): vscode.Disposable {
    const { watcher } = this;
    return vscode.Disposable.from(
      watcher.onDidChange(listener),
      watcher.onDidCreate(listener),
      watcher.onDidDelete(listener),
    );
  }

  dispose(): void {
    this.watcher.dispose();
  }

  private async uris(): Promise<readonly vscode.Uri[]> {
    const found = await vscode.workspace.findFiles(pattern, "**/node_modules/**", most);
    return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Undefined if a file is too large. */
  private async text(uri: vscode.Uri): Promise<string | undefined> {
    if ((await vscode.workspace.fs.stat(uri)).size > largestFile) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }

  private async row(uri: vscode.Uri): Promise<SearchFileRow> {
    const path = vscode.workspace.asRelativePath(uri);
    const own = { path, name: nameOf(path), target: new SearchFileTarget(uri) };
    try {
      const text = await this.text(uri);
      if (text === undefined) return { ...own, problem: l10n.t("The file is too large for a search.") };
      return { ...own, ...factsOf(await this.files.lint(text, { offline: true, age }), this.files.read(text)) };
    } catch {
      return { ...own, problem: l10n.t("The file can't be read.") };
    }
  }
}

function factsOf({ problems }: Linted, file: ReturnType<SearchFiles["read"]>): Partial<SearchFileRow> {
  const error = problems.find(({ severity }) => severity === "error");
  return {
    ...(file?.name !== undefined && { name: file.name }),
    ...(file && { platform: file.platform, search: { platform: file.platform, body: file.body } }),
    ...(error && { problem: l10n.t("Line {0}: {1}", error.range.line, error.message) }),
  };
}

function nameOf(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.adsearch\.json$/, "");
}
