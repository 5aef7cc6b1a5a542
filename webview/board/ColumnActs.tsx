import * as l10n from "@vscode/l10n";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ColumnEdit } from "../../src/protocol/boards";
import { PlainButton } from "../controls/Button";

export interface ColumnHead {
  readonly names: readonly string[];
  readonly edit: (edit: ColumnEdit) => void;
  /** The button that is to get the focus once its column is drawn: the page moves it when the columns change. */
  readonly focus: { current: { readonly column: string; readonly act: string } | undefined };
}

interface ColumnActsProps {
  readonly name: string;
  readonly label: string;
  readonly head: ColumnHead;
}

/** Renames a column, and moves it among the others. */
export function ColumnActs({ name, label, head }: ColumnActsProps) {
  const { names, edit, focus } = head;
  const [typed, setTyped] = useState<string>();
  const acts = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focus.current?.column !== name) return;
    const { act } = focus.current;
    focus.current = undefined;
    const wanted = acts.current?.querySelector<HTMLElement>(`.${act}:not(:disabled)`);
    (wanted ?? acts.current?.querySelector<HTMLElement>("button:not(:disabled)"))?.focus();
  });
  const close = (to: string) => {
    const isNew = to !== "" && to !== name && !names.includes(to);
    focus.current = { column: isNew ? to : name, act: "rename" };
    setTyped(undefined);
    if (isNew) edit({ kind: "renameColumn", column: name, name: to });
  };
  const move = (by: 1 | -1, act: string) => {
    focus.current = { column: name, act };
    edit({ kind: "moveColumn", column: name, by });
  };
  const at = names.indexOf(name);
  if (typed !== undefined)
    return (
      <div ref={acts} class="board-column-acts keeps-size">
        <NameField
          {...{ typed, label, setTyped }}
          isTaken={typed.trim() !== name && names.includes(typed.trim())}
          close={(done) => close(done ? typed.trim() : name)}
        />
      </div>
    );
  const rename = l10n.t("Rename the column {0}", label);
  const sides = [
    { act: "left", by: -1, text: l10n.t("Move the column {0} to the left", label), disabled: at <= 0 },
    { act: "right", by: 1, text: l10n.t("Move the column {0} to the right", label), disabled: at === names.length - 1 },
  ] as const;
  return (
    <div ref={acts} class="board-column-acts keeps-size">
      <PlainButton class="column-act rename" icon="edit" label={rename} title={rename} onPress={() => setTyped(name)} />
      {sides.map(({ act, by, text, disabled }) => (
        <PlainButton
          key={act}
          class={`column-act ${act}`}
          icon={`arrow-${act}`}
          label={text}
          title={text}
          disabled={disabled}
          onPress={() => move(by, act)}
        />
      ))}
    </div>
  );
}

interface NameFieldProps {
  readonly typed: string;
  readonly label: string;
  readonly isTaken: boolean;
  readonly setTyped: (typed: string) => void;
  readonly close: (done: boolean) => void;
}

function NameField({ typed, label, isTaken, setTyped, close }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      class="board-field"
      aria-label={l10n.t("New name of the column {0}", label)}
      aria-invalid={isTaken}
      title={isTaken ? l10n.t("There is a column with this name already.") : undefined}
      maxLength={1000}
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) close(true);
      }}
      onKeyDown={(event) => {
        if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        event.stopPropagation();
        close(event.key === "Enter");
      }}
    />
  );
}
