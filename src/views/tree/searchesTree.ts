import * as vscode from "vscode";
import type { PlatformToken } from "../../protocol/platforms";
import { reordered } from "./reordered";
import { groupItem, recentItem, savedItem } from "./searchItems";

/** A saved search as the tree shows it. */
export interface SavedSearchRow {
  readonly id: string;
  readonly name: string;
  readonly platform: PlatformToken;
  /** ISO time of the last run. */
  readonly lastRunAt?: string;
  /** Pages owned of the last run. */
  readonly ownedPages: number;
}

/** A search that ran lately. */
export interface RecentSearchRow {
  /** Undefined for a search of everything. */
  readonly label: string | undefined;
  readonly platform: PlatformToken;
  readonly at: string;
  /** `{ platform, body }`, the argument of `adLibrary.search`. */
  readonly search: unknown;
}

/** What the tree shows, from the part of the extension that is loaded on first use. */
export interface SearchRows {
  saved(): Promise<readonly SavedSearchRow[]>;
  recent(): Promise<readonly RecentSearchRow[]>;
  /** Puts these searches first, in this order. */
  reorder(ids: readonly string[]): Promise<void>;
  onChanged(listener: () => void): { dispose(): void };
}

export type SearchNode =
  | { readonly kind: "saved"; readonly row: SavedSearchRow }
  | { readonly kind: "recent"; readonly row: RecentSearchRow }
  | { readonly kind: "recentGroup"; readonly rows: readonly RecentSearchRow[] };

const mime = "application/vnd.code.tree.adlibrary.searches";

/** Saved searches, and the recent ones below them. Reads files of this machine; asks the service nothing. */
export class SearchesTree
  implements vscode.TreeDataProvider<SearchNode>, vscode.TreeDragAndDropController<SearchNode>, vscode.Disposable
{
  readonly dragMimeTypes = [mime];
  readonly dropMimeTypes = [mime];
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private following: { dispose(): void } | undefined;
  /** What VS Code will be told when it asks next. */
  private ready: Promise<SearchNode[]> | undefined;
  /** What VS Code was told last. */
  private told = "";

  constructor(
    private readonly rows: () => Promise<SearchRows>,
    private readonly connected: () => boolean,
  ) {}

  /**
   * VS Code forgets its rows until it is told the new ones, and a menu then acts on none: they are read beforehand, and
   * VS Code is told only when they differ.
   */
  refresh(): void {
    if (!this.following) return this.changed.fire(undefined);
    const ready = this.read();
    this.ready = ready;
    const tell = (nodes?: readonly SearchNode[]) => {
      if (this.ready !== ready) return;
      if (nodes && textOf(nodes) === this.told) this.ready = undefined;
      else this.changed.fire(undefined);
    };
    ready.then(tell, () => tell());
  }

  async getChildren(node?: SearchNode): Promise<SearchNode[]> {
    if (node?.kind === "recentGroup") return node.rows.map((row) => ({ kind: "recent", row }));
    if (node) return [];
    const { ready } = this;
    this.ready = undefined;
    const nodes = await (ready ?? this.read());
    this.told = textOf(nodes);
    return nodes;
  }

  private async read(): Promise<SearchNode[]> {
    if (!this.connected()) return [];
    const rows = await this.rows();
    this.following ??= rows.onChanged(() => this.refresh());
    const [saved, recent] = await Promise.all([rows.saved(), rows.recent()]);
    const group: SearchNode[] = recent.length > 0 ? [{ kind: "recentGroup", rows: recent }] : [];
    return [...saved.map((row): SearchNode => ({ kind: "saved", row })), ...group];
  }

  getTreeItem(node: SearchNode): vscode.TreeItem {
    switch (node.kind) {
      case "saved":
        return savedItem(node.row);
      case "recent":
        return recentItem(node.row);
      case "recentGroup":
        return groupItem(node.rows.length);
    }
  }

  handleDrag(source: readonly SearchNode[], data: vscode.DataTransfer): void {
    const ids = source.flatMap((node) => (node.kind === "saved" ? [node.row.id] : []));
    if (ids.length > 0) data.set(mime, new vscode.DataTransferItem(ids));
  }

  async handleDrop(target: SearchNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged: unknown = data.get(mime)?.value;
    if (!Array.isArray(dragged)) return;
    const rows = await this.rows();
    const ids = (await rows.saved()).map(({ id }) => id);
    const onto = target?.kind === "saved" ? target.row.id : undefined;
    await rows.reorder(
      reordered(
        ids,
        dragged.filter((id) => typeof id === "string"),
        onto,
      ),
    );
  }

  dispose(): void {
    this.following?.dispose();
    this.changed.dispose();
  }
}

/** Rows as a text to compare them by. */
function textOf(nodes: readonly SearchNode[]): string {
  return JSON.stringify(nodes, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
