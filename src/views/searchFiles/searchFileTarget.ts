import type * as vscode from "vscode";

/** What names a search file where its runs are kept: its path, as the command line has it. */
export const pathOf = (uri: vscode.Uri) => (uri.scheme === "file" ? uri.fsPath : uri.toString());

/** The search file that a CodeLens or a row of our tree is about. It proves nothing of who acts: any extension can get it. */
export class SearchFileTarget {
  constructor(readonly uri: vscode.Uri) {}
}
