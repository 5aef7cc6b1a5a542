import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import type { BoardEdit, BoardStart, ShownEntry } from "../../src/protocol/boards";
import type { CardContext } from "../cards/cardParts";
import { plainLabel } from "../charts/label";
import { Button, PlainButton } from "../controls/Button";
import { Dropdown, TextField } from "../controls/fields";
import type { BoughtPanelProps } from "../panes";
import { adsText } from "../words/phrases";
import { AddField, type BoardActions } from "./BoardCard";
import { BoardColumn, columnLabel } from "./BoardColumn";
import type { ColumnHead } from "./ColumnActs";
import { type Board, type BoardFilter, columnsShown, neighborOf, type ShownColumn, tagsOf } from "./boardState";
import { useBoard, useEntryCards } from "./useBoard";

interface BoardPanelProps extends BoughtPanelProps {
  readonly about: BoardStart<unknown>;
}

/** A board as columns of cards. Each edit is one of the document, which VS Code undoes, saves, and keeps. 0 credits. */
export function BoardPanel(props: BoardPanelProps) {
  const { host, about } = props;
  const { board, ...rest } = useBoard(host, about.board);
  const openText = () => void host.ask("openAsText", {}).catch(rest.onFailed);
  if (!("problem" in board)) return <BoardView {...props} {...rest} {...{ board, openText }} />;
  return (
    <main class="board column shrinks">
      <div class="empty" role="alert">
        <h1>{l10n.t("This file is not a valid board")}</h1>
        <p>{board.problem}</p>
        <p>{l10n.t("Nothing was changed. The cards come back once the text is a valid board again.")}</p>
        <Button look="primary" label={l10n.t("Open as Text")} onPress={openText} />
      </div>
    </main>
  );
}

interface BoardViewProps extends BoardPanelProps, Omit<ReturnType<typeof useBoard>, "board"> {
  readonly board: Board;
  readonly openText: () => void;
}

const noEntries: readonly ShownEntry[] = [];

function BoardView(props: BoardViewProps) {
  const { host, board, edit, onFailed, failed, openText } = props;
  const cards = useEntryCards(host, board.entries, onFailed);
  const [filter, setFilter] = useState<BoardFilter>({ text: "", tag: "" });
  const columns = useMemo(() => columnsShown(board, cards, filter), [board, cards, filter]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [said, say] = useState("");
  const chosen = selected.size === 0 ? noEntries : board.entries.filter(({ id }) => selected.has(id));
  const focus = useFocus(columns);
  const context = useMemo<CardContext>(
    () => ({
      ...{ boughtDetails: new Set<string>(), selected, openKey: undefined, dated: true },
      onDetails: () => undefined,
      onSelect: (ids, on) =>
        setSelected((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id)))),
    }),
    [selected],
  );
  const actions = useMemo<BoardActions>(
    () => ({ edit, openSource: (id) => void host.ask("openSource", { id }).catch(onFailed) }),
    [edit, host, onFailed],
  );
  const idsAt = (id: string) => (selected.has(id) ? chosen.map((entry) => entry.id) : [id]);
  const change = (wanted: BoardEdit) => {
    say(wordsOf(wanted));
    edit(wanted);
    if (wanted.kind === "remove") setSelected(new Set());
  };
  const shared = { cards, context, actions, ...focus };
  const columnFocus = useRef<ColumnHead["focus"]["current"]>(undefined);
  const head = { names: board.columns.filter((name) => name !== ""), edit: change, focus: columnFocus };
  return (
    <main class="board column shrinks">
      <BoardHead {...{ board, columns, filter, setFilter, edit: change, openText }} />
      {chosen.length > 0 && <Selection {...{ board, chosen, edit: change }} onClear={() => setSelected(new Set())} />}
      {failed !== undefined && (
        <p class="board-failed" role="alert">
          {failed}
        </p>
      )}
      <p class="unseen" role="status">
        {said}
      </p>
      <div class="board-columns" onKeyDownCapture={(event) => onKey(event, { columns, idsAt, focus, edit: change })}>
        {columns.map((column) => (
          <BoardColumn
            key={column.name}
            {...shared}
            column={column}
            head={column.name === "" ? undefined : head}
            onDrop={(id) => change({ kind: "move", ids: idsAt(id), column: column.name })}
          />
        ))}
      </div>
    </main>
  );
}

/** What was done, for those who can't see where a card went. */
function wordsOf(edit: BoardEdit): string {
  switch (edit.kind) {
    case "move":
      return l10n.t("Moved to {0}: {1}", columnLabel(edit.column), adsText(edit.ids.length));
    case "remove":
      return l10n.t("Removed from the board: {0}", adsText(edit.ids.length));
    case "renameColumn":
      return l10n.t("Column renamed: {0}", columnLabel(edit.name));
    case "moveColumn":
      return edit.by < 0
        ? l10n.t("Column moved to the left: {0}", columnLabel(edit.column))
        : l10n.t("Column moved to the right: {0}", columnLabel(edit.column));
    default:
      return "";
  }
}

/** Which entry Tab reaches, and whether it is to get the focus. */
function useFocus(columns: readonly ShownColumn[]) {
  const [chosen, choose] = useState<string>();
  const wanted = useRef(false);
  const isShown = (id: string) => columns.some(({ entries }) => entries.some((entry) => entry.id === id));
  const first = columns.find(({ entries }) => entries.length > 0)?.entries[0]?.id;
  const active = chosen !== undefined && isShown(chosen) ? chosen : first;
  const moveTo = useCallback((id: string | undefined) => {
    wanted.current = id !== undefined;
    if (id !== undefined) choose(id);
  }, []);
  return { active, wanted, moveTo, onFocus: choose };
}

interface KeyTarget extends Pick<HeadProps, "columns" | "edit"> {
  readonly idsAt: (id: string) => readonly string[];
  readonly focus: ReturnType<typeof useFocus>;
}

/** Keys on a card, and the way back to it from its fields. VS Code has commands of its own for some of them. */
function onKey(event: KeyboardEvent, target: KeyTarget): void {
  const { key, target: at } = event;
  const card = at instanceof HTMLElement ? at.closest<HTMLElement>("[data-key]") : null;
  const isHandled = card && (at === card ? onCardKey(event, card, target) : key === "Escape" && (card.focus(), true));
  if (!isHandled) return;
  event.preventDefault();
  event.stopPropagation();
}

function onCardKey(event: KeyboardEvent, card: HTMLElement, { columns, idsAt, focus, edit }: KeyTarget): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const id = card.dataset.key ?? "";
  if (ctrlKey || metaKey || shiftKey) return false;
  if (altKey) {
    const from = columns.findIndex(({ entries }) => entries.some((entry) => entry.id === id));
    const to = key === "ArrowRight" ? columns[from + 1] : key === "ArrowLeft" ? columns[from - 1] : undefined;
    if (!to) return key === "ArrowRight" || key === "ArrowLeft";
    focus.moveTo(id);
    edit({ kind: "move", ids: idsAt(id), column: to.name });
    return true;
  }
  if (key === "Enter") card.querySelector<HTMLElement>(".board-note")?.focus();
  else if (key === "Delete") {
    const ids = idsAt(id);
    const left = columns.map(({ name, entries }) => ({
      name,
      entries: entries.filter((one) => one.id === id || !ids.includes(one.id)),
    }));
    focus.moveTo(
      ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"].flatMap((way) => neighborOf(left, id, way) ?? [])[0],
    );
    edit({ kind: "remove", ids });
  } else {
    const next = neighborOf(columns, id, key);
    focus.moveTo(next);
    return next !== undefined || key.startsWith("Arrow");
  }
  return true;
}

interface HeadProps extends Pick<BoardViewProps, "board" | "edit" | "openText"> {
  readonly columns: readonly ShownColumn[];
  readonly filter: BoardFilter;
  readonly setFilter: (filter: BoardFilter) => void;
}

function BoardHead({ board, columns, filter, setFilter, edit, openText }: HeadProps) {
  const tags = useMemo(() => tagsOf(board), [board]);
  const shown = columns.reduce((sum, { entries }) => sum + entries.length, 0);
  const all = board.entries.length;
  const options = ["", ...tags].map((tag) => ({
    value: tag,
    label: tag === "" ? l10n.t("Any tag") : plainLabel(tag, 100),
  }));
  return (
    <header class="board-head row wraps keeps-size">
      <h1 class="board-name shrinks breaks-anywhere bold" dir="auto">
        {plainLabel(board.name, 200) || l10n.t("Board")}
      </h1>
      <span class="muted small" role="status">
        {shown === all ? adsText(all) : l10n.t("{0} of {1} ads", formatNumber(shown), formatNumber(all))}
      </span>
      <span class="head-space" />
      <TextField
        label={l10n.t("Text in ads, notes, and tags")}
        placeholder={l10n.t("Text in ads, notes, and tags")}
        value={filter.text}
        onInput={(text) => setFilter({ ...filter, text })}
      />
      {tags.length > 0 && (
        <Dropdown
          label={l10n.t("Tag")}
          value={filter.tag}
          {...{ options }}
          onChange={(tag) => setFilter({ ...filter, tag })}
        />
      )}
      <AddField
        of="column"
        label={l10n.t("New column, Enter adds it")}
        onAdd={(column) => edit({ kind: "addColumn", column })}
      />
      <Button label={l10n.t("Open as Text")} onPress={openText} />
      <p class="board-keys muted small">
        {l10n.t(
          "Drag a card to another column, or press Alt+Left or Alt+Right on it. Space selects it, Enter edits its note, Delete removes it.",
        )}
      </p>
    </header>
  );
}

interface SelectionProps extends Pick<BoardViewProps, "board" | "edit"> {
  readonly chosen: readonly ShownEntry[];
  readonly onClear: () => void;
}

/** What can be done with the selected ads. */
function Selection({ board, chosen, edit, onClear }: SelectionProps) {
  const ids = chosen.map(({ id }) => id);
  const haveTexts = chosen.every(({ snapshot }) => snapshot);
  const texts = haveTexts ? l10n.t("Remove texts from file") : l10n.t("Store texts in file");
  const aboutTexts = l10n.t("Texts in the file let colleagues see the card without buying the answer. 0 credits");
  const action = (icon: string, label: string, onPress: () => void, title?: string) => (
    <PlainButton class="selection-action" text={label} {...{ icon, label, title, onPress }} />
  );
  // Numbers name the columns: no column is called "move".
  const names = ["", ...board.columns.filter((name) => name !== "")];
  const options = [{ value: "move", label: l10n.t("Move to…") }, ...names.map((name, at) => ({ value: String(at), label: columnLabel(name) }))]; // prettier-ignore
  return (
    <div class="selection row wraps" role="group" aria-label={l10n.t("Selected ads")}>
      <span role="status">{chosen.length === 1 ? l10n.t("1 selected") : l10n.t("{0} selected", chosen.length)}</span>
      <Dropdown
        label={l10n.t("Move the selected ads")}
        value="move"
        options={options}
        onChange={(value) => edit({ kind: "move", ids, column: names[Number(value)] ?? "" })}
      />
      <AddField
        of="tag"
        label={l10n.t("Add a tag to the selected ads")}
        onAdd={(tag) => edit({ kind: "tag", ids, tag, on: true })}
      />
      {action("file-text", texts, () => edit({ kind: "snapshot", ids, on: !haveTexts }), aboutTexts)}
      {action("trash", l10n.t("Remove from board"), () => edit({ kind: "remove", ids }))}
      {action("clear-all", l10n.t("Clear selection"), onClear)}
    </div>
  );
}
