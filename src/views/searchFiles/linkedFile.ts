import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import type { FrozenSearch, SearchAds } from "../../features/search";
import { editSearchFile, searchFileEnding, type SearchFiles } from "../../features/searchFiles";
import { searchName, type SearchQuery } from "../../protocol/search";
import type { AdPanel } from "../panel/adPanel";
import { nameOfFile } from "../files";
import { age, plain } from "../words";

const storeKey = "linkedFiles";
/** By file: the panel that it is linked with, and what both agree on. */
const keptLinks = z.record(
  z.string(),
  z.object({ panel: z.string(), agreed: z.array(z.string()), pages: z.int().default(1) }),
);

/** Links explorers to search files, and links those again that VS Code restores. */
export class FileLinks {
  constructor(
    private readonly around: LinkSurroundings,
    private readonly store: vscode.Memento,
  ) {}

  /** @param pages as many as the file wants */
  link(panel: AdPanel, uri: vscode.Uri, query: SearchQuery, pages: number): void {
    const { search } = this.around;
    const linked = this.linked(panel, uri, nothingAgreed);
    panel.link(linked);
    void linked.agreeOn(agreedBody(search, query).then((searches) => ({ searches, pages })));
  }

  /**
   * For an explorer that VS Code has restored. Whichever was edited meanwhile, file or form, updates the other; a form
   * that starts over is filled from the file.
   */
  again(panel: AdPanel): void {
    const links = Object.entries(this.kept);
    const { platform, panel: own } = panel.session;
    // A panel that lost its memory has lost its name, too.
    const alike = () => links.find(([, { agreed }]) => platformIn(agreed[0]) === platform);
    const found = links.find(([, link]) => link.panel === own) ?? (panel.remembers ? undefined : alike());
    if (!found) return;
    const [file, { agreed: searches, pages }] = found;
    const agreed = panel.remembers ? { searches, pages } : nothingAgreed;
    const linked = this.linked(panel, vscode.Uri.parse(file), agreed, !panel.remembers);
    panel.link(linked);
    void linked.catchUp().catch((error: unknown) => this.around.onFailure("link", error));
  }

  private get kept(): z.infer<typeof keptLinks> {
    return keptLinks.catch({}).parse(this.store.get(storeKey));
  }

  private linked(panel: AdPanel, uri: vscode.Uri, agreed: Agreed, fillFirst = false): LinkedFile {
    const keep = (now: Agreed | undefined) => {
      const file = uri.toString();
      const others = Object.fromEntries(Object.entries(this.kept).filter(([name]) => name !== file));
      const link = now && { panel: panel.session.panel, agreed: now.searches, pages: now.pages };
      const kept = this.store.update(storeKey, link ? { ...others, [file]: link } : others);
      kept.then(undefined, (error: unknown) => this.around.onFailure("link", error));
    };
    const moved: LinkPorts["moved"] = (to, now, fillsFirst) => {
      const followed = this.linked(panel, to, now, fillsFirst);
      panel.link(followed);
      void followed.agreeOn(Promise.resolve(now));
    };
    return new LinkedFile(uri, agreed, { ...this.around, panel, fillFirst, keep, moved });
  }
}

interface LinkSurroundings {
  readonly files: SearchFiles;
  readonly search: SearchAds;
  readonly onFailure: (what: string, error: unknown) => void;
}

interface LinkPorts extends LinkSurroundings {
  readonly panel: Pick<AdPanel, "fill" | "link">;
  /** The form begins with content other than the file's: it is filled before it changes the file. */
  readonly fillFirst?: boolean;
  /** Stores what file and form agree on, so that the link outlives its window; undefined once it ends. */
  readonly keep: (agreed: Agreed | undefined) => void;
  /** Links the panel with the file where it is now. */
  readonly moved: (to: vscode.Uri, agreed: Agreed, fillFirst: boolean) => void;
}

/** What file and form agree on. */
interface Agreed {
  /** The search that the form shows, and the file's part of it, each by its name. */
  readonly searches: readonly string[];
  /** How many pages a run buys: only the file says so. */
  readonly pages: number;
}

const nothingAgreed: Agreed = { searches: [], pages: 1 };

/** Shorter pauses between keystrokes do not change the form. */
const typingMs = 200;

/** Keeps an explorer's form and a search file the same, whichever is edited. Nothing here costs anything. */
export class LinkedFile implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;
  private agreed: Promise<Agreed>;
  private ended = false;
  private fillFirst: boolean;
  /** What the form showed last, including what it doesn't send. */
  private inForm: SearchQuery | undefined;
  /** How often the form was filled from the file: what it said before is older than the file. */
  private fills = 0;
  private last: Promise<unknown> = Promise.resolve();
  private readonly subscription: vscode.Disposable;

  constructor(
    readonly uri: vscode.Uri,
    agreed: Agreed,
    private readonly ports: LinkPorts,
  ) {
    this.agreed = Promise.resolve(agreed);
    this.fillFirst = ports.fillFirst ?? false;
    const changed = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(
        () => void this.inTurn(() => this.takeFile()).catch((error: unknown) => ports.onFailure("link", error)),
        typingMs,
      );
    };
    // A file that is not open in an editor changes on the disk.
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
      vscode.workspace.onDidRenameFiles(({ files }) => {
        const to = files.map((each) => movedTo(uri, each)).find((each) => each !== undefined);
        if (to) void this.inTurn(() => this.follow(to));
      }),
    );
  }

  formChanged(draft: SearchQuery, sent: SearchQuery): Promise<void> {
    const { fills } = this;
    return this.inTurn(async () => {
      if (fills === this.fills) await this.takeForm(draft, sent);
    });
  }

  /**
   * Takes one change after another: two concurrent looks at the file would both fill the form, and the second would
   * overwrite what was typed since the first.
   */
  private inTurn(take: () => Promise<void>): Promise<void> {
    const taken = this.last.then(take);
    this.last = taken.catch(() => undefined);
    return taken;
  }

  private async takeForm(draft: SearchQuery, sent: SearchQuery): Promise<void> {
    const [body] = await agreedBody(this.ports.search, draft);
    if (body === undefined) return;
    this.inForm = draft;
    const agreed = await this.agreed;
    if (agreed.searches.includes(body)) this.fillFirst = false;
    else if (!this.fillFirst) await this.writeFile(agreed, body, sent);
  }

  private async writeFile({ searches: [agreed], pages }: Agreed, body: string, sent: SearchQuery): Promise<void> {
    // Another library's form has a different draft: the file keeps its search.
    if (agreed !== undefined && libraryIn(agreed) !== libraryIn(body)) {
      this.ports.panel.link(undefined);
      return;
    }
    const frozen = await this.ports.search.freezeBought(sent);
    const document = await this.opened();
    const text = editSearchFile(document.getText(), this.ports.search.bodyQuery(frozen));
    if (text !== undefined && !(await replaceText(document, text))) throw new Error("VS Code did not edit the file.");
    await this.agreeOn(Promise.resolve({ searches: [body, nameOf(frozen)], pages }));
  }

  private async follow(to: vscode.Uri): Promise<void> {
    const agreed = await this.agreed;
    if (!this.ended) this.ports.moved(to, agreed, this.fillFirst);
  }

  /** Takes over edits made to the file while there was no window. A missing file is unlinked. */
  catchUp(): Promise<void> {
    // In turn from the start: a form that was edited as well must not be written first.
    return this.inTurn(async () => {
      await this.opened();
      await this.takeFile();
    });
  }

  async agreeOn(both: Promise<Agreed>): Promise<void> {
    this.agreed = both;
    const agreed = await both;
    if (!this.ended) this.ports.keep(agreed);
  }

  dispose(): void {
    this.ended = true;
    this.ports.keep(undefined);
    clearTimeout(this.timer);
    this.subscription.dispose();
  }

  /** The file in VS Code. One that is gone is unlinked. */
  private async opened(): Promise<vscode.TextDocument> {
    try {
      return await vscode.workspace.openTextDocument(this.uri);
    } catch (error) {
      if (!this.ended) {
        this.ports.panel.link(undefined);
        const words = l10n.t("{0} can't be opened. Changes in the form no longer appear in it.", nameOfFile(this.uri));
        void vscode.window.showWarningMessage(plain(words));
      }
      throw error;
    }
  }

  private async takeFile(): Promise<void> {
    const { files, search, panel } = this.ports;
    const document = await vscode.workspace.openTextDocument(this.uri);
    const { file } = await files.lint(document.getText(), { age });
    if (!file) return;
    const query = await search.fromBody(file.platform, file.body);
    const [body] = await agreedBody(search, query);
    const { pages = 1 } = file;
    const agreed = await this.agreed;
    const isSame = body !== undefined && agreed.searches.includes(body);
    if (body === undefined || (isSame && agreed.pages === pages)) return;
    if (!isSame) this.inForm = undefined;
    await this.agreeOn(Promise.resolve({ searches: isSame ? agreed.searches : [body], pages }));
    this.fills += 1;
    panel.fill(this.inForm ?? query, pages);
  }
}

/** A query as one text for all that ask for the same; none where it cannot be sent. */
async function agreedBody(search: SearchAds, query: SearchQuery): Promise<readonly string[]> {
  try {
    return [nameOf(await search.freezeBought(query))];
  } catch {
    return [];
  }
}

const nameOf = ({ address }: FrozenSearch) => searchName(address);
const libraryIn = (name: string) => name.split("\n", 2).join(" ");
const platformIn = (name = "") => name.split("\n", 3)[2];

/** Where a file is after it, or a folder that it is in, was renamed; undefined if it was another one. */
function movedTo(
  file: vscode.Uri,
  { oldUri, newUri }: vscode.FileRenameEvent["files"][number],
): vscode.Uri | undefined {
  const isIn = file.toString() === oldUri.toString() || file.toString().startsWith(`${oldUri.toString()}/`);
  return isIn ? newUri.with({ path: newUri.path + file.path.slice(oldUri.path.length) }) : undefined;
}

/** Replaces a document's text, as one edit of the part that differs. @returns whether VS Code did it */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const old = document.getText();
  if (old === text) return true;
  let start = 0;
  while (start < Math.min(old.length, text.length) && old[start] === text[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, text.length) - start;
  while (end < most && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(old.length - end));
  edit.replace(document.uri, range, text.slice(start, text.length - end));
  return vscode.workspace.applyEdit(edit);
}
