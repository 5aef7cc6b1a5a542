import type { AdCard, AdRef } from "./ads";
import type { PlatformToken } from "./platforms";

/** An entry of a board as its editor shows it. */
export interface ShownEntry {
  /** Names the entry among those of its board: its ad, and its number if the ad is on the board several times. */
  readonly id: string;
  readonly ad: AdRef;
  /** "" if it is in none. */
  readonly column: string;
  readonly tags: readonly string[];
  readonly note: string;
  /** The platform that was searched; absent if the entry is from details. */
  readonly searched?: PlatformToken;
  /** Whether the file has texts of the ad. */
  readonly snapshot?: true;
  /** Differs for another stored answer. */
  readonly answer: string;
}

/** A board as its editor shows it, or why it can't be shown. */
export type ShownBoard =
  | { readonly name: string; readonly columns: readonly string[]; readonly entries: readonly ShownEntry[] }
  | { readonly problem: string };

/** What the stored answer of an entry shows: its ad, or that it is not bought, or no longer what was added. */
export interface EntryCard {
  readonly id: string;
  readonly card?: AdCard;
  /** ISO time at which the answer was received. */
  readonly received: string;
  readonly changed?: true;
  /** The card is what the board's file has of the ad: the stored answer can't be shown. */
  readonly snapshot?: true;
}

/** A change to a board's text. Entries that are gone by then are left out. */
export type BoardEdit =
  | { readonly kind: "move"; readonly ids: readonly string[]; readonly column: string }
  | { readonly kind: "tag"; readonly ids: readonly string[]; readonly tag: string; readonly on: boolean }
  | { readonly kind: "note"; readonly ids: readonly string[]; readonly note: string }
  | { readonly kind: "remove"; readonly ids: readonly string[] }
  /** Puts the texts of the ads into the file, or takes them out. */
  | { readonly kind: "snapshot"; readonly ids: readonly string[]; readonly on: boolean }
  | ColumnEdit;

/** A change to the columns; that of a name changes the entries in it, too. */
export type ColumnEdit =
  | { readonly kind: "addColumn"; readonly column: string }
  | { readonly kind: "renameColumn"; readonly column: string; readonly name: string }
  | { readonly kind: "moveColumn"; readonly column: string; readonly by: 1 | -1 };

/** The names of columns after a change; the same list if it changes nothing. */
export function editedColumns(names: readonly string[], edit: ColumnEdit): readonly string[] {
  const at = names.indexOf(edit.column);
  if (edit.kind === "addColumn") return at === -1 ? [...names, edit.column] : names;
  if (edit.kind === "renameColumn") return at === -1 || names.includes(edit.name) ? names : names.with(at, edit.name);
  const other = names[at + edit.by];
  return at === -1 || other === undefined ? names : names.with(at, other).with(at + edit.by, edit.column);
}

/** Everything for the first paint of a board's editor. */
export interface BoardStart<PanelStart> {
  readonly panel: PanelStart;
  readonly board: ShownBoard;
}

/** Facts that the host pushes to the editor of a board. */
export interface BoardFacts {
  /** The document was changed, by the editor itself or elsewhere. */
  boardChanged: ShownBoard;
}

/** What only the editor of a board asks. Nothing there asks the service or costs anything. */
export interface BoardApi<PanelStart> {
  /** Free. */
  openBoard(p: Readonly<Record<never, never>>): BoardStart<PanelStart>;
  /** Free. What the stored answers of these entries show. */
  entryCards(p: { readonly ids: readonly string[] }): readonly EntryCard[];
  /** Free. Changes the document, which stays unsaved. The new board is pushed before the answer. */
  editBoard(p: { readonly edit: BoardEdit }): void;
  /** Free. Opens the bought result of the search that an entry is from. */
  openSource(p: { readonly id: string }): void;
  /** Free. */
  openAsText(p: Readonly<Record<never, never>>): void;
}
