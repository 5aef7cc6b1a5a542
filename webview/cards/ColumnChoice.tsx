import * as l10n from "@vscode/l10n";
import { useEffect, useRef } from "preact/hooks";
import type { TableLook } from "../../src/protocol/panel";
import { Button, PlainButton } from "../controls/Button";
import { movedColumn, type TableColumn } from "./tableColumns";

interface ColumnChoiceProps {
  readonly columns: readonly { readonly column: TableColumn; readonly shown: boolean }[];
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
  readonly onClose: () => void;
}

/** Which columns the table has, and in which order. */
export function ColumnChoice({ columns, look, onLook, onClose }: ColumnChoiceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="dialog column-choice" aria-labelledby="column-choice-title" onClose={onClose}>
      <div class="dialog-head">
        <h2 id="column-choice-title">{l10n.t("Columns")}</h2>
        <Button look="icon" icon="close" label={l10n.t("Close")} onPress={() => dialog.current?.close()} />
      </div>
      <ul>
        {columns.map(({ column: { key } }, at) => (
          <Choice key={key} {...{ columns, look, onLook, at }} />
        ))}
      </ul>
      <PlainButton class="text-button" label={l10n.t("Reset columns")} onPress={() => onLook({})}>
        {l10n.t("Reset columns")}
      </PlainButton>
    </dialog>
  );
}

function Choice({ columns, look, onLook, at }: Omit<ColumnChoiceProps, "onClose"> & { readonly at: number }) {
  const chosen = columns[at];
  if (!chosen) return null;
  const { key, name } = chosen.column;
  const keys = columns.map(({ column }) => column.key);
  const move = (icon: string, label: string, to: number) => (
    <PlainButton
      icon={icon}
      label={label}
      title={label}
      disabled={to < 0 || to >= keys.length}
      onPress={() => onLook(movedColumn(look, keys, key, to))}
    />
  );
  return (
    <li>
      <label>
        <input
          type="checkbox"
          class="check-box"
          checked={chosen.shown}
          onChange={({ currentTarget }) => onLook({ ...look, shown: { ...look.shown, [key]: currentTarget.checked } })}
        />
        <span dir="auto">{name}</span>
      </label>
      {move("arrow-up", l10n.t("Move {0} left", name), at - 1)}
      {move("arrow-down", l10n.t("Move {0} right", name), at + 1)}
    </li>
  );
}
