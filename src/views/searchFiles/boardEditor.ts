import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import {
  boardEnding,
  type BoardEntry,
  type Boards,
  cardOfSnapshot,
  changeColumns,
  changeEntries,
  columnsOf,
  readBoard,
  type ReadBoard,
  removeAt,
  type Snapshot,
} from "../../features/boards";
import { versionedName } from "../../features/connection";
import { FeatureError } from "../../features/failures";
import { adKey } from "../../protocol/ads";
import { type BoardEdit, type ColumnEdit, editedColumns, type EntryCard, type ShownBoard } from "../../protocol/boards";
import type { HostFrame } from "../../protocol/envelope";
import type { PanelSurroundings } from "../panel/adPanel";
import { keptPicture } from "../panel/boughtHandlers";
import { type BoardHandlers, Dispatch } from "../panel/dispatch";
import { boughtStart } from "../panel/openPanel";
import { PanelPage } from "../panel/panelPage";
import { forWebview } from "../panel/panelServices";
import type { Panels } from "../panel/panels";
import { pageHtml } from "../panel/prerender";
import { PanelSession } from "../panel/session";
import { replaceText } from "./linkedFile";
import { errorWords } from "./workspaceBoards";

/** Opens boards in editors of their own. They share their documents with text editors, which own undo and saving. */
export function boardOpener(ports: Omit<BoardPorts, "mediaOrigin">) {
  return async (document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> => {
    const end = new AbortController();
    panel.onDidDispose(() => end.abort());
    const mediaOrigin = await ports.around.mediaOrigin();
    if (!end.signal.aborted) new BoardEditor(document, panel, end.signal, { ...ports, mediaOrigin });
  };
}

interface BoardPorts {
  readonly around: PanelSurroundings;
  readonly panels: Panels;
  readonly boards: Boards;
  readonly mediaOrigin: string | undefined;
}

/** Other changes than the editor's own are shown after this pause: they come key by key. */
const typingMs = 50;

/** A board's page and its document: each change is an edit of the document, and the page shows what the document says. */
class BoardEditor {
  private readonly page: PanelPage;
  /** The version of the document that the page was told last. */
  private told = -1;
  private known: (ReadBoard & { readonly version: number }) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Each edit begins with the text that the one before has left. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly document: vscode.TextDocument,
    private readonly panel: vscode.WebviewPanel,
    private readonly gone: AbortSignal,
    private readonly ports: BoardPorts,
  ) {
    const { around, panels, mediaOrigin } = ports;
    const { webview } = panel;
    const dispatch = new Dispatch(this.questions(), (frame) => this.post(frame), around.onFailure, () => undefined); // prettier-ignore
    const about = { webview, kind: "board", session: new PanelSession("mega"), remembered: undefined, gone } as const;
    const html = (origin?: string) => pageHtml({ ...around, ...about }, origin);
    webview.onDidReceiveMessage((message: unknown) => dispatch.receive(message));
    this.page = new PanelPage({ ...around, ...about, html }, mediaOrigin);
    const following = vscode.Disposable.from(
      dispatch,
      panels.join({ post: (frame) => this.post(frame), render: () => void this.render() }),
      vscode.workspace.onDidChangeTextDocument(({ document: changed }) => {
        if (changed === document) this.timer ??= setTimeout(() => this.tell(), typingMs);
      }),
    );
    panel.onDidDispose(() => {
      following.dispose();
      clearTimeout(this.timer);
    });
  }

  private post(frame: HostFrame): void {
    if (!this.gone.aborted) void this.panel.webview.postMessage(frame);
  }

  private async render(): Promise<void> {
    const mediaOrigin = await this.ports.around.mediaOrigin();
    if (!this.gone.aborted) this.page.change(mediaOrigin);
  }

  /** Shows the document as it is now, unless the page does already. */
  private tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.told === this.document.version) return;
    this.post({ kind: "fact", fact: "boardChanged", value: this.shown() });
  }

  /** The document as a board. Its cards are asked for in many parts, so each version is read once. */
  private read(): ReadBoard {
    const { version } = this.document;
    if (this.known?.version !== version) this.known = { version, ...readBoard(this.document.getText()) };
    return this.known;
  }

  private shown(): ShownBoard {
    this.told = this.document.version;
    const { board, problems } = this.read();
    if (!board) return { problem: errorWords(problems) ?? "" };
    const ids = idsOf(board.entries);
    const entries = board.entries.map(({ ad, column, tags, note, snapshot, sha256, source }, at) => ({
      ...{ id: ids[at] ?? "", ad, column, tags, note, answer: sha256.slice(0, 16) },
      ...(source.search && { searched: source.platform }),
      ...(typeof snapshot === "object" && { snapshot: true as const }),
    }));
    return { name: board.name, columns: columnsOf(board), entries };
  }

  private questions(): BoardHandlers {
    const { around, boards } = this.ports;
    return {
      openBoard: async () => {
        if (!this.page.arrived()) return new Promise(() => undefined);
        const panel = await boughtStart(around.services, new PanelSession("mega"), undefined);
        return { panel, board: this.shown() };
      },
      entryCards: ({ ids }, signal) => cardsOf(boards, this.entries(ids), signal),
      editBoard: ({ edit }) => {
        const done = this.last.then(() => this.edit(edit));
        this.last = done.catch(() => undefined);
        return done;
      },
      openSource: async ({ id }) => {
        const [entry] = this.entries([id]).values();
        if (entry) await this.openSource(entry);
      },
      keptPicture: ({ url }) => keptPicture(around.services, this.libraries(), url),
      openAsText: async () => {
        await vscode.commands.executeCommand("vscode.openWith", this.document.uri, "default");
      },
    };
  }

  /** Those that the ads are from. */
  private libraries(): ReadonlySet<string> {
    return new Set(this.read().board?.entries.map(({ source }) => source.library));
  }

  /** The entries with these names, as far as they are still there. */
  private entries(ids: readonly string[]): ReadonlyMap<string, BoardEntry> {
    const all = this.read().board?.entries ?? [];
    const byId = new Map(idsOf(all).map((id, at) => [id, all[at]]));
    return new Map(ids.flatMap((id) => [byId.get(id) ?? []].flat().map((entry) => [id, entry] as const)));
  }

  private async edit(edit: BoardEdit): Promise<void> {
    try {
      const texts = edit.kind === "snapshot" && edit.on ? await this.texts(edit.ids) : noTexts;
      const text = editedText(this.document.getText(), edit, texts);
      if (text === undefined || !(await replaceText(this.document, text)))
        throw new FeatureError("invalidRequest", { specifics: l10n.t("The board couldn't be edited. Try again.") });
    } catch (error) {
      // The page shows the edit as made.
      this.told = -1;
      throw error;
    } finally {
      this.tell();
    }
  }

  /** What the stored answers say of these entries. @throws {FeatureError} if none says anything */
  private async texts(ids: readonly string[]): Promise<Texts> {
    const entries = this.entries(ids);
    const found = await this.ports.boards.snapshots([...entries.values()]);
    const texts = [...entries].flatMap(([id, entry]) =>
      [found.get(entry) ?? []].flat().map((one) => [id, one] as const),
    );
    if (texts.length > 0) return new Map(texts);
    const specifics = l10n.t("No bought answer shows these ads, so there are no texts to store.");
    throw new FeatureError("notFound", { specifics });
  }

  /** Shows the bought pages of the search that an entry is from, for 0 credits. */
  private async openSource({ source }: BoardEntry): Promise<void> {
    const { around, panels } = this.ports;
    const { library, version, platform, search } = source;
    if (!search) return;
    if (versionedName(library, version) !== around.services.library()) throw new FeatureError("otherLibrary");
    await panels.showRun(await around.services.search.ofSentBody(platform, search.body), search.lastHit);
  }
}

/** Puts the texts of ads into a board that is saved, where its file asks for them (`"snapshot": true`). */
export function snapshotsOnSave(boards: Boards): vscode.Disposable {
  return vscode.workspace.onWillSaveTextDocument((event) => {
    const { document } = event;
    if (document.uri.path.endsWith(boardEnding) && document.getText().includes('"snapshot"'))
      event.waitUntil(wantedTexts(document, boards));
  });
}

async function wantedTexts(document: vscode.TextDocument, boards: Boards): Promise<readonly vscode.TextEdit[]> {
  const text = document.getText();
  const entries = readBoard(text).board?.entries ?? [];
  const found = await boards.snapshots(entries.filter(({ snapshot }) => snapshot === true));
  const at = new Set(entries.flatMap((entry, index) => (found.has(entry) ? [index] : [])));
  const textsAt = (index: number) => entries.slice(index, index + 1).map((entry) => found.get(entry))[0];
  const now = at.size === 0 ? text : changeEntries(text, at, (_, index) => ({ snapshot: textsAt(index) }));
  if (now === undefined || now === text) return [];
  return [vscode.TextEdit.replace(new vscode.Range(document.positionAt(0), document.positionAt(text.length)), now)];
}

/** Names of entries that outlast changes of others: their ads, and numbers for those that are there several times. */
function idsOf(entries: readonly BoardEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  return entries.map(({ ad }) => {
    const name = adKey(ad);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

async function cardsOf(
  boards: Boards,
  entries: ReadonlyMap<string, BoardEntry>,
  signal: AbortSignal,
): Promise<readonly EntryCard[]> {
  const seen = await boards.look([...entries.values()], signal);
  return [...entries].map(([id, entry]) => {
    const found = seen.get(entry) ?? { kind: "missing" };
    const own = { id, received: entry.source.received };
    if (found.kind === "seen") return { ...own, card: forWebview(found.card) };
    const card = cardOfSnapshot(entry);
    const kept = card && { card: forWebview(card), snapshot: true as const };
    return { ...own, ...kept, ...(found.kind !== "missing" && { changed: true }) };
  });
}

/** A board's text after an edit; undefined if it is no board, or would be none. */
function editedText(text: string, edit: BoardEdit, texts: Texts): string | undefined {
  const now = "ids" in edit ? withEntries(text, edit, texts) : withColumns(text, edit);
  return now !== undefined && readBoard(now).board ? now : undefined;
}

/** Texts of ads, by the names of their entries. */
type Texts = ReadonlyMap<string, Snapshot>;
const noTexts: Texts = new Map();

function withColumns(text: string, edit: ColumnEdit): string | undefined {
  const { board } = readBoard(text);
  const now = changeColumns(text, (names) => editedColumns(names, edit));
  const isTaken = edit.kind === "renameColumn" && board && columnsOf(board).includes(edit.name);
  if (edit.kind !== "renameColumn" || now === undefined || isTaken) return now;
  const entries = board?.entries ?? [];
  const own = new Set(entries.flatMap(({ column }, at) => (column === edit.column ? [at] : [])));
  return changeEntries(now, own, () => ({ column: edit.name }));
}

function withEntries(text: string, edit: Exclude<BoardEdit, ColumnEdit>, texts: Texts): string | undefined {
  const entries = readBoard(text).board?.entries ?? [];
  const wanted = new Set(edit.ids);
  const ids = idsOf(entries);
  const where = (applies: (entry: BoardEntry) => boolean) =>
    new Set(entries.flatMap((entry, at) => (wanted.has(ids[at] ?? "") && applies(entry) ? [at] : [])));
  switch (edit.kind) {
    case "move":
      return changeEntries(text, where(({ column }) => column !== edit.column), () => ({ column: edit.column })); // prettier-ignore
    case "note":
      return changeEntries(text, where(({ note }) => note !== edit.note), () => ({ note: edit.note })); // prettier-ignore
    case "snapshot":
      return edit.on
        ? changeEntries(text, new Set(ids.flatMap((id, at) => (texts.has(id) ? [at] : []))), (_, at) => ({ snapshot: texts.get(ids[at] ?? "") })) // prettier-ignore
        : changeEntries(text, where(({ snapshot }) => snapshot !== undefined), () => ({ snapshot: undefined })); // prettier-ignore
    case "remove":
      return removeAt(text, where(() => true)); // prettier-ignore
    case "tag": {
      const { tag, on } = edit;
      const others = (tags: readonly string[]) => tags.filter((other) => other !== tag);
      return changeEntries(
        text,
        where(({ tags }) => tags.includes(tag) !== on),
        ({ tags }) => ({ tags: on ? [...tags, tag] : others(tags) }),
      );
    }
  }
}
