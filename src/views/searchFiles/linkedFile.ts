import * as vscode from "vscode";
import type { SearchAds } from "../../features/searchAds";
import type { SearchFiles } from "../../features/searchFiles/searchFiles";
import { editSearchFile } from "../../features/searchFiles/writeSearchFile";
import type { SearchQuery } from "../../protocol/search";
import type { AdPanel } from "../panel/adPanel";
import { age } from "../age";

export interface LinkPorts {
  readonly files: SearchFiles;
  readonly search: SearchAds;
  readonly panel: AdPanel;
  readonly onFailure: (error: unknown) => void;
}

/** Pauses between keys that are shorter do not change the form. */
const typingMs = 200;

/** Keeps an explorer's form and a search file the same, whichever is edited. Nothing that happens here costs anything. */
export class LinkedFile implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;
  /** The body that the form was told to show and has not confirmed yet: until then it shows something older. */
  private expected: Promise<string | undefined>;
  private readonly subscription: vscode.Disposable;

  constructor(
    readonly uri: vscode.Uri,
    query: SearchQuery,
    private readonly ports: LinkPorts,
  ) {
    this.expected = this.bodyOf(query);
    this.subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.toString() !== uri.toString() || contentChanges.length === 0) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.fileChanged(document).catch(ports.onFailure), typingMs);
    });
  }

  /** The form's search changed, or is the one that it was told to show. */
  async formChanged(query: SearchQuery): Promise<void> {
    const [shown, expected] = [await this.bodyOf(query), await this.expected];
    if (shown === undefined || (expected !== undefined && shown !== expected)) return;
    this.expected = Promise.resolve(undefined);
    if (shown === expected) return;
    const document = await vscode.workspace.openTextDocument(this.uri);
    const text = editSearchFile(
      document.getText(),
      this.ports.search.bodyQuery(await this.ports.search.freezeOwned(query)),
    );
    if (text !== undefined) await replaceText(document, text);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscription.dispose();
  }

  private async fileChanged(document: vscode.TextDocument): Promise<void> {
    const { files, search, panel } = this.ports;
    const { file } = await files.lint(document.getText(), { age });
    if (!file) return;
    const query = await search.fromBody(file.platform, file.body);
    const body = await this.bodyOf(query);
    if (body === undefined || body === (await this.formBody())) return;
    this.expected = Promise.resolve(body);
    panel.fill(query);
  }

  private async formBody(): Promise<string | undefined> {
    const { draft } = this.ports.panel.session;
    return draft && this.bodyOf(draft);
  }

  /** A query as one text for all that ask for the same; undefined where it cannot be sent. */
  private async bodyOf(query: SearchQuery): Promise<string | undefined> {
    try {
      const { address } = await this.ports.search.freezeOwned(query);
      return `${address.platform} ${address.body}`;
    } catch {
      return undefined;
    }
  }
}

/** Puts another text in the place of a document's, as one change of what differs. */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const old = document.getText();
  if (old === text) return;
  let start = 0;
  while (start < Math.min(old.length, text.length) && old[start] === text[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, text.length) - start;
  while (end < most && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(old.length - end));
  edit.replace(document.uri, range, text.slice(start, text.length - end));
  await vscode.workspace.applyEdit(edit);
}
