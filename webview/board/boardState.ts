import {
  type BoardEdit,
  type ColumnEdit,
  editedColumns,
  type EntryCard,
  type ShownBoard,
  type ShownEntry,
} from "../../src/protocol/boards";
import { cardWords } from "../cards/viewed";
import { keyMoves } from "../controls/keys";

export type Board = Exclude<ShownBoard, { readonly problem: string }>;
/** What is known of the stored answers, by entry. */
export type EntryCards = ReadonlyMap<string, EntryCard>;

/** Names an entry together with what its card is made of: another answer, or texts in the file, show another card. */
export const answerOf = ({ id, answer, snapshot }: ShownEntry): string => `${id} ${answer} ${snapshot ?? ""}`;

/** The board as it will be after an edit, shown until the host says what its document has become. */
export function withEdit(board: ShownBoard, edit: BoardEdit): ShownBoard {
  if ("problem" in board) return board;
  const { entries } = board;
  if (!("ids" in edit)) return withColumns(board, edit);
  const ids = new Set(edit.ids);
  if (edit.kind === "remove") return { ...board, entries: entries.filter(({ id }) => !ids.has(id)) };
  return { ...board, entries: entries.map((entry) => (ids.has(entry.id) ? edited(entry, edit) : entry)) };
}

/** Entries in no column come last, and have no place among the names. */
function withColumns(board: Board, edit: ColumnEdit): Board {
  const names = board.columns.filter((name) => name !== "");
  const columns = editedColumns(names, edit);
  if (columns === names) return board;
  const rest = board.columns.filter((name) => name === "");
  const { entries } = board;
  const renamed = (name: string) => entries.map((one) => (one.column === edit.column ? { ...one, column: name } : one));
  return {
    ...board,
    columns: [...columns, ...rest],
    entries: edit.kind === "renameColumn" ? renamed(edit.name) : entries,
  };
}

function edited(entry: ShownEntry, edit: Extract<BoardEdit, { readonly ids: unknown }>): ShownEntry {
  if (edit.kind === "move") return { ...entry, column: edit.column };
  if (edit.kind === "note") return { ...entry, note: edit.note };
  if (edit.kind !== "tag") return entry;
  const others = entry.tags.filter((tag) => tag !== edit.tag);
  return { ...entry, tags: edit.on ? [...others, edit.tag] : others };
}

/** What narrows a board: words in entries and their ads, and a tag ("" for any). */
export interface BoardFilter {
  readonly text: string;
  readonly tag: string;
}

export interface ShownColumn {
  readonly name: string;
  readonly entries: readonly ShownEntry[];
}

/** The columns with the entries that a filter leaves. The first is for those that are in none. */
export function columnsShown({ columns, entries }: Board, cards: EntryCards, filter: BoardFilter): ShownColumn[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const byColumn = new Map<string, ShownEntry[]>(["", ...columns].map((name) => [name, []]));
  for (const entry of entries) {
    const { column, tags, note, ad } = entry;
    if (filter.tag !== "" && !tags.includes(filter.tag)) continue;
    const card = cards.get(answerOf(entry))?.card;
    const all = [note, ...tags, ad.platform, ad.id, card ? cardWords(card) : ""].join("\n").toLowerCase();
    if (words.every((word) => all.includes(word))) byColumn.get(column)?.push(entry);
  }
  return [...byColumn].map(([name, shown]) => ({ name, entries: shown }));
}

/** The tags of a board from A to Z. */
export const tagsOf = ({ entries }: Board): readonly string[] =>
  [...new Set(entries.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));

/** Where a key leads from an entry: up and down in its column, and to the same place in the next one that has entries. */
export function neighborOf(columns: readonly ShownColumn[], id: string, key: string): string | undefined {
  const at = columns.findIndex(({ entries }) => entries.some((entry) => entry.id === id));
  const entries = columns[at]?.entries ?? [];
  const row = entries.findIndex((entry) => entry.id === id);
  const { x = 0, y = 0, end = 0 } = keyMoves.get(key) ?? {};
  if (y !== 0) return entries[row + y]?.id;
  if (end !== 0) return entries.at(end < 0 ? 0 : -1)?.id;
  if (x === 0) return undefined;
  const others = x > 0 ? columns.slice(at + 1) : columns.slice(0, at).reverse();
  const next = others.find((column) => column.entries.length > 0)?.entries;
  return (next?.[row] ?? next?.at(-1))?.id;
}
