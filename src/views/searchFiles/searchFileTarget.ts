import type * as vscode from "vscode";

/**
 * A search file that a person acted on in our own interface: a CodeLens or a row of our tree. VS Code hands the very
 * object back, and nobody else can make one: what has only its shape is asked about before it spends.
 */
export class SearchFileTarget {
  constructor(readonly uri: vscode.Uri) {}
}
