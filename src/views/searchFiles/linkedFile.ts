import * as vscode from "vscode";
import type { FrozenSearch, SearchAds } from "../../features/searchAds";
import { searchFileEnding } from "../../features/searchFiles/searchFile";
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
  /** What file and form agree on: the body that the form shows, and what the file has of it. */
  private agreed: Promise<readonly (string | undefined)[]>;
  private readonly subscription: vscode.Disposable;

  constructor(
    readonly uri: vscode.Uri,
    query: SearchQuery,
    private readonly ports: LinkPorts,
  ) {
    this.agreed = this.bodyOf(query).then((body) => [body]);
    const changed = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.fileChanged().catch(ports.onFailure), typingMs);
    };
    // A file that no editor has open changes on the disk.
    const beside = new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), `*${searchFileEnding}`);
    const watcher = vscode.workspace.createFileSystemWatcher(beside);
    this.subscription = vscode.Disposable.from(
      watcher,
      watcher.onDidChange((other) => {
        if (other.toString() === uri.toString()) changed();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.toString() === uri.toString() && contentChanges.length > 0) changed();
      }),
    );
  }

  async formChanged(draft: SearchQuery, sent: SearchQuery): Promise<void> {
    const body = await this.bodyOf(draft);
    if (body === undefined || (await this.agreed).includes(body)) return;
    const frozen = await this.ports.search.freezeOwned(sent);
    this.agreed = Promise.resolve([body, nameOf(frozen)]);
    const document = await vscode.workspace.openTextDocument(this.uri);
    const text = editSearchFile(document.getText(), this.ports.search.bodyQuery(frozen));
    if (text !== undefined) await replaceText(document, text);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscription.dispose();
  }

  private async fileChanged(): Promise<void> {
    const { files, search, panel } = this.ports;
    const document = await vscode.workspace.openTextDocument(this.uri);
    const { file } = await files.lint(document.getText(), { age });
    if (!file) return;
    const query = await search.fromBody(file.platform, file.body);
    const body = await this.bodyOf(query);
    if (body === undefined || (await this.agreed).includes(body)) return;
    this.agreed = Promise.resolve([body]);
    panel.fill(query);
  }

  /** A query as one text for all that ask for the same; undefined where it cannot be sent. */
  private async bodyOf(query: SearchQuery): Promise<string | undefined> {
    try {
      return nameOf(await this.ports.search.freezeOwned(query));
    } catch {
      return undefined;
    }
  }
}

const nameOf = ({ address }: FrozenSearch) => `${address.platform} ${address.body}`;

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
