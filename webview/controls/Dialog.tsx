import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./Button";

interface DialogProps {
  readonly class: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page, with its title and a button that closes it. */
export function Dialog({ class: name, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class={`dialog ${name}`} aria-labelledby={id} onClose={onClose}>
      <div class="row spread">
        <h2 id={id}>{title}</h2>
        <Button look="icon" icon="close" label={l10n.t("Close")} onPress={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}

/** Closes the dialog around what was pressed. */
export function closeDialog({ target }: MouseEvent): void {
  if (target instanceof Element) target.closest("dialog")?.close();
}
