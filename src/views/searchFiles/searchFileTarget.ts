import type * as vscode from "vscode";

/** The name under which a search file's runs are kept: its path, as on the command line. */
export const pathOf = (uri: vscode.Uri) => (uri.scheme === "file" ? uri.fsPath : uri.toString());

/** The search file that a CodeLens or a row of our tree refers to. It proves no caller: any extension can get it. */
export class SearchFileTarget {
  constructor(readonly uri: vscode.Uri) {}
}
