import type * as vscode from "vscode";

/** The search file that a CodeLens or a row of our tree is about. It proves nothing of who acts: any extension can get it. */
export class SearchFileTarget {
  constructor(readonly uri: vscode.Uri) {}
}
