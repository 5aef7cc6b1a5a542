import { useState } from "preact/hooks";
import type { Option } from "../option";
import { optionAfterKey } from "./optionAfterKey";
import { useOptions, type FoundOptions, type LoadOptions } from "./useOptions";

export interface PickingProps {
  readonly options: readonly Option[];
  readonly chosen: readonly Option[];
  readonly multiple: boolean;
  readonly load?: LoadOptions;
  readonly onChange: (chosen: readonly Option[]) => void;
}

/** A picker's internal state: the typed text, whether the list is open, which row is active. */
export interface Picking {
  readonly text: string;
  readonly open: boolean;
  readonly active: number;
  readonly found: FoundOptions;
  readonly type: (text: string) => void;
  readonly show: () => void;
  readonly close: () => void;
  readonly choose: (option: Option) => void;
  /** Handles a key; returns whether it was consumed. */
  readonly press: (key: string) => boolean;
}

/** Keyboard and choices of a picker, after the ARIA pattern of an editable combobox with a listbox. */
export function usePicking({ options, chosen, multiple, load, onChange }: PickingProps): Picking {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useOptions(options, text, open, load);
  const change = (next: { readonly open: boolean; readonly text: string }) => {
    setOpen(next.open);
    setText(next.text);
    setActive(-1);
  };
  const show = () => {
    setOpen(true);
  };
  const close = () => {
    change({ open: false, text: "" });
  };
  const choose = (option: Option) => {
    if (!multiple) close();
    onChange(multiple ? toggled(chosen, option) : [option]);
  };
  const press = (key: string) => {
    const option = open ? found.options[active] : undefined;
    const next = open ? optionAfterKey(key, active, found.options.length) : undefined;
    if (next !== undefined) setActive(next);
    else if (key === "Enter" && option) choose(option);
    else if (key === "Escape" && open) close();
    else if (key === "Backspace" && text === "" && multiple && chosen.length > 0) onChange(chosen.slice(0, -1));
    else if (!open && (key === "ArrowDown" || key === "ArrowUp")) show();
    else return key === "Enter" && open;
    return true;
  };
  const type = (next: string) => {
    change({ open: true, text: next });
  };
  return { text, open, active, found, type, show, close, choose, press };
}

function toggled(chosen: readonly Option[], option: Option): readonly Option[] {
  const others = chosen.filter(({ value }) => value !== option.value);
  return others.length === chosen.length ? [...others, option] : others;
}
