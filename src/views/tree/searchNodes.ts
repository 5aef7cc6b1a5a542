import type * as vscode from "vscode";
import type { BodyQuery } from "../../features/forms";
import type { Watched } from "../../features/watches";
import type { PlatformToken } from "../../protocol/platforms";
import type { BoughtSearch } from "../../protocol/panel";
import type { Run } from "../../protocol/runs";
import type { SearchFileTarget } from "../doors";

type BoughtResult = Pick<BoughtSearch, "pages" | "fetchedAt">;

/** How a search is watched. */
export interface WatchRow extends Pick<Watched, "every" | "credits" | "isDue" | "isAllowed"> {
  /** ISO time. */
  readonly next: string;
}

interface SearchRow {
  readonly name: string;
  /** Absent if a file names no known one. */
  readonly platform?: PlatformToken;
  /** The newest bought result. */
  readonly bought?: BoughtResult;
  /** What it asks for. */
  readonly search?: BodyQuery;
  /** How many runs of it are kept. */
  readonly runs?: number;
  /** New ads from a check that no one has looked at yet. */
  readonly newAds?: number;
  readonly watch?: WatchRow;
}

/** A saved search as shown in the tree. */
export interface SavedSearchRow extends SearchRow {
  readonly id: string;
  readonly platform: PlatformToken;
  /** ISO time of the last run. */
  readonly lastRunAt?: string;
  /** The library it was saved in, if another one is connected. */
  readonly otherLibrary?: string;
}

/** A search that ran recently. */
export interface RecentSearchRow {
  /** Undefined for a search of everything. */
  readonly label: string | undefined;
  readonly platform: PlatformToken;
  readonly at: string;
  /** The argument of `adLibrary.search`. */
  readonly search: BodyQuery;
  readonly bought?: BoughtResult;
  /** The library that it ran in, if another one is connected. */
  readonly otherLibrary?: string;
}

/** A search file of the open folders. */
export interface SearchFileRow extends SearchRow {
  /** Relative to its folder. */
  readonly path: string;
  /** How many pages a run buys. */
  readonly pages?: number;
  /** Why it cannot run: its first error. */
  readonly problem?: string;
  /** What commands on this row act on. */
  readonly target: SearchFileTarget;
}

/** A board of the open folders. */
export interface BoardRow {
  readonly uri: vscode.Uri;
  /** Relative to its folder. */
  readonly path: string;
  readonly name: string;
  /** How many ads are on it. */
  readonly ads?: number;
  /** Why it can't be changed: its first error. */
  readonly problem?: string;
}

/** A platform dropped or added filters, items or sorts, and no one has looked at it yet. */
export interface FilterChangeRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** Searches that it breaks. */
  readonly touched: readonly TouchedSearchRow[];
}

/** A saved search or a search file that a platform's new filters break. */
export interface TouchedSearchRow {
  readonly name: string;
  readonly problem: string;
  /** What a click does: 0 credits. */
  readonly open: { readonly command: string; readonly arguments: readonly unknown[] };
}

/** A kept run of a search. */
export interface RunRow extends Run {
  readonly search: BodyQuery;
  /** Another run began in the same minute. */
  readonly toTheSecond?: true;
}

/** What the tree shows, from the lazily loaded part of the extension. */
export interface SearchRows {
  filterChanges(): Promise<readonly FilterChangeRow[]>;
  saved(): Promise<readonly SavedSearchRow[]>;
  recent(): Promise<readonly RecentSearchRow[]>;
  files(): Promise<readonly SearchFileRow[]>;
  boards(): Promise<readonly BoardRow[]>;
  /** The kept runs of a search, newest first. */
  runs(search: BodyQuery): Promise<readonly RunRow[]>;
  /** Puts these searches first, in this order. */
  reorder(ids: readonly string[]): Promise<void>;
  onChanged(listener: () => void): { dispose(): void };
}

/** What VS Code keeps for a row: the same object as long as the row exists, however its contents change. */
export type SearchNode =
  | { readonly kind: "filterChange"; row: FilterChangeRow }
  | { readonly kind: "touched"; readonly row: TouchedSearchRow }
  | { readonly kind: "saved"; row: SavedSearchRow }
  | { readonly kind: "recent"; readonly row: RecentSearchRow }
  | { readonly kind: "file"; readonly row: SearchFileRow; readonly target: SearchFileTarget }
  | { readonly kind: "run"; readonly row: RunRow }
  | { readonly kind: "board"; readonly row: BoardRow }
  | { readonly kind: "group"; readonly id: GroupId; nodes: SearchNode[] };

/** Recent searches, and the search files and boards of the open folders. */
export type GroupId = "recent" | "files" | "boards";

/** Dropped rows take the place of the row they are dropped on, from either direction; without one, they go last. */
export function idsAfterDrop(
  ids: readonly string[],
  moved: readonly string[],
  onto: string | undefined,
): readonly string[] {
  if (onto !== undefined && moved.includes(onto)) return ids;
  const others = ids.filter((id) => !moved.includes(id));
  const [first = ""] = moved;
  const downwards = onto !== undefined && ids.indexOf(first) < ids.indexOf(onto);
  const at = onto === undefined ? others.length : others.indexOf(onto) + (downwards ? 1 : 0);
  return [...others.slice(0, at), ...moved, ...others.slice(at)];
}
