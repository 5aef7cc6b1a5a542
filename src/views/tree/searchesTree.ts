import vscode = require("vscode");
import { writeExact } from "../../protocol/exactJson";
import type { PlatformToken } from "../../protocol/platforms";
import {
  boardItem,
  fileItem,
  filterChangeItem,
  groupItem,
  recentItem,
  runItem,
  runRows,
  savedItem,
  touchedItem,
} from "./searchItems";
import {
  type BoardRow,
  type GroupId,
  idsAfterDrop,
  type SavedSearchRow,
  type SearchFileRow,
  type SearchNode,
  type SearchRows,
} from "./searchNodes";

const mime = "application/vnd.code.tree.adlibrary.searches";

/** Saved searches, and the recent ones below them. Reads files on this machine; does not ask the service. */
export class SearchesTree
  implements vscode.TreeDataProvider<SearchNode>, vscode.TreeDragAndDropController<SearchNode>, vscode.Disposable
{
  readonly dragMimeTypes = [mime];
  readonly dropMimeTypes = [mime];
  private readonly changed = new vscode.EventEmitter<SearchNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private following: { dispose(): void } | undefined;
  /** What VS Code will get when it asks next. */
  private ready: Promise<SearchNode[]> | undefined;
  /** Whether VS Code was asked to reload all rows and has not done so yet. */
  private announced = false;
  /** What VS Code is getting or last got. */
  private told: Promise<readonly SearchNode[]> = Promise.resolve([]);

  constructor(
    private readonly rows: () => Promise<SearchRows>,
    /** Whether a library is connected, or searches of one are kept. */
    private readonly mayHave: () => Promise<boolean>,
    /** Called with the number of new ads that no one has looked at, and of watched searches that are due. */
    private readonly onNewAds: (count: number, due: number) => void = () => undefined,
    /** The icon of a platform. */
    private readonly iconOf: (platform: PlatformToken) => vscode.TreeItem["iconPath"] = () => undefined,
  ) {}

  /**
   * When VS Code is asked to reload all rows, it forgets the old ones until it gets the new ones, and an open menu then
   * acts on none. So it is asked only if rows came or went, and once, and the new ones are read beforehand.
   */
  refresh(): void {
    if (!this.following) return this.announce();
    const ready = this.read();
    this.ready = ready;
    // An answer on its way to VS Code may predate this change.
    Promise.all([this.told, ready]).then(
      ([told, nodes]) => {
        if (this.ready === ready && !this.announced) this.tell(told, nodes);
      },
      () => this.announce(),
    );
  }

  async getChildren(node?: SearchNode): Promise<SearchNode[]> {
    if (node?.kind === "filterChange") return node.row.touched.map((row) => ({ kind: "touched", row }));
    if (node?.kind === "group") return node.nodes;
    if (node?.kind === "saved" || node?.kind === "file") return this.runsOf(node.row);
    if (node) return [];
    const { ready } = this;
    this.ready = undefined;
    this.announced = false;
    const nodes = ready ?? this.read();
    this.told = nodes;
    return nodes;
  }

  private async runsOf({ search }: SavedSearchRow | SearchFileRow): Promise<SearchNode[]> {
    const runs = search ? await (await this.rows()).runs(search) : [];
    return runRows(runs).map((row) => ({ kind: "run", row }));
  }

  private announce(): void {
    this.announced = true;
    this.changed.fire(undefined);
  }

  private tell(told: readonly SearchNode[], nodes: readonly SearchNode[]): void {
    if (told.map(keyOf).join() !== nodes.map(keyOf).join()) return this.announce();
    this.ready = undefined;
    const changed = told.flatMap((node, at) =>
      textOf(node) === textOf(nodes[at]) ? [] : [Object.assign(node, nodes[at])],
    );
    if (changed.length > 0) this.changed.fire(changed);
  }

  private async read(): Promise<SearchNode[]> {
    // What is bought is shown even without a library; if there is nothing, nothing has to be loaded.
    if (!(await this.mayHave()) && !(await hasFiles())) {
      this.onNewAds(0, 0);
      return [];
    }
    const rows = await this.rows();
    this.following ??= rows.onChanged(() => this.refresh());
    const [changes, saved, files, boards, recent] = await Promise.all([
      rows.filterChanges(),
      rows.saved(),
      rows.files(),
      rows.boards(),
      rows.recent(),
    ]);
    const searches = [...saved, ...files];
    const due = searches.filter(({ watch }) => watch?.isDue).length;
    this.onNewAds(
      searches.reduce((sum, { newAds = 0 }) => sum + newAds, 0),
      due,
    );
    const news = changes.map((row): SearchNode => ({ kind: "filterChange", row }));
    const own = saved.map((row): SearchNode => ({ kind: "saved", row }));
    const ran = recent.map((row): SearchNode => ({ kind: "recent", row }));
    return [...news, ...own, ...filesAndBoards(files, boards), ...group("recent", ran)];
  }

  getTreeItem(node: SearchNode): vscode.TreeItem {
    switch (node.kind) {
      case "filterChange":
        return filterChangeItem(node.row);
      case "touched":
        return touchedItem(node.row);
      case "saved":
        return savedItem(node.row, this.iconOf(node.row.platform));
      case "recent":
        return recentItem(node.row, this.iconOf(node.row.platform));
      case "run":
        return runItem(node.row);
      case "file":
        return fileItem(node.row, node.row.platform && this.iconOf(node.row.platform));
      case "board":
        return boardItem(node.row);
      case "group":
        return groupItem(node.id, node.nodes.length);
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
      idsAfterDrop(
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

function keyOf(node: SearchNode): string {
  if (node.kind === "group") return node.id;
  return node.kind === "saved" || node.kind === "filterChange" ? node.row.id : node.kind;
}

const group = (id: GroupId, nodes: SearchNode[]): SearchNode[] =>
  nodes.length > 0 ? [{ kind: "group", id, nodes }] : [];

const filesAndBoards = (files: readonly SearchFileRow[], boards: readonly BoardRow[]) => [
  ...group(
    "files",
    files.map((row) => ({ kind: "file", row, target: row.target })),
  ),
  ...group(
    "boards",
    boards.map((row) => ({ kind: "board", row })),
  ),
];

/** Whether the open folders have search files or boards. */
async function hasFiles(): Promise<boolean> {
  const found = vscode.workspace.findFiles("**/*.{adsearch,adboard}.json", "**/node_modules/**", 1);
  return (await Promise.resolve(found).catch(() => [])).length > 0;
}

/** A row as a text, for comparison. */
function textOf(node: SearchNode | undefined): string {
  return writeExact(node);
}
