import { useState, useEffect, useMemo } from "preact/hooks";
import type { Option } from "../fields";
import { keyMoves, nearestPlace } from "../keys";

export interface PickingProps {
  readonly options: readonly Option[];
  readonly chosen: readonly Option[];
  readonly multiple: boolean;
  readonly load?: LoadOptions;
  readonly onChange: (chosen: readonly Option[]) => void;
}

/**
 * A picker's internal state (the typed text, whether the list is open, which row is active), its keyboard, and its
 * choices, after the ARIA pattern of an editable combobox with a listbox.
 */
export function usePicking({ options, chosen, multiple, load, onChange }: PickingProps) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useOptions(options, text, open, load);
  const change = (next: { readonly open: boolean; readonly text: string }) => {
    setOpen(next.open);
    setText(next.text);
    setActive(-1);
  };
  const show = () => setOpen(true);
  const close = () => change({ open: false, text: "" });
  const choose = (option: Option) => {
    if (!multiple) close();
    onChange(multiple ? toggled(chosen, option) : [option]);
  };
  /** Handles a key; returns whether it was consumed. */
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
  const type = (next: string) => change({ open: true, text: next });
  return { text, open, active, found, type, show, close, choose, press };
}

function toggled(chosen: readonly Option[], option: Option): readonly Option[] {
  const others = chosen.filter(({ value }) => value !== option.value);
  return others.length === chosen.length ? [...others, option] : others;
}

/** Requests options by text; each request cancels the one before. */
type LoadOptions = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;

export interface FoundOptions {
  readonly options: readonly Option[];
  readonly searching: boolean;
  /** Why the last search failed. */
  readonly failure?: string;
  /** Asks once more after a failure, or if no items came for an empty text. Free. */
  readonly retry?: () => void;
}

interface Answer {
  readonly text: string;
  readonly options: readonly Option[];
  readonly failure?: string;
}

/** How long typing must pause before the service is asked. */
const restMs = 250;

/**
 * The options for a text: filtered here, or requested from `load` while the list is open; older answers stay until
 * newer ones come.
 */
function useOptions(local: readonly Option[], text: string, open: boolean, load?: LoadOptions): FoundOptions {
  const matches = useMemo(() => (open ? matching(local, text) : []), [local, text, open]);
  const [answer, setAnswer] = useState<Answer>();
  const wanted = text.trim();
  const asks = load !== undefined && open && answer?.text !== wanted;
  useEffect(() => {
    if (!asks) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () =>
        void ask(load, wanted, abort.signal).then((next) => {
          if (!abort.signal.aborted) setAnswer(next);
        }),
      restMs,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // `load` is a new function at each render; the question is the text alone.
  }, [asks, wanted]);
  const remote = load !== undefined;
  const options = useMemo(
    () => (remote ? withoutRepeats([...matches, ...(answer?.options ?? [])]) : matches),
    [matches, answer, remote],
  );
  if (!remote) return { options, searching: false };
  return {
    options,
    searching: asks,
    ...(answer?.failure !== undefined && { failure: answer.failure }),
    ...(answer && (answer.failure !== undefined || isEmpty(answer)) && { retry: () => setAnswer(undefined) }),
  };
}

/** For an empty text the service names items to begin with, so none counts as a failure. */
function isEmpty({ text, options }: Answer): boolean {
  return text === "" && options.length === 0;
}

async function ask(load: LoadOptions, text: string, signal: AbortSignal): Promise<Answer> {
  try {
    return { text, options: await load(text, signal) };
  } catch (error) {
    return { text, options: [], failure: error instanceof Error ? error.message : String(error) };
  }
}

function withoutRepeats(options: readonly Option[]): readonly Option[] {
  return [...new Map(options.map((option) => [option.value, option])).values()];
}

const folded = new WeakMap<readonly Option[], readonly string[]>();

/** ASCII, where no letter has an accent. */
const plain = /^[\0-\x7f]*$/;

/** Lower case without accents, so that "sohne" finds "Söhne". */
function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function foldedLabels(options: readonly Option[]): readonly string[] {
  const known = folded.get(options);
  if (known) return known;
  const labels = options.map(({ label }) => fold(label));
  folded.set(options, labels);
  return labels;
}

/** The options whose label holds every word of the text; those that begin with it come first. All for an empty text. */
export function matching(options: readonly Option[], text: string): readonly Option[] {
  const wanted = fold(text.trim());
  if (wanted === "") return options;
  const words = wanted.split(/\s+/);
  const labels = foldedLabels(options);
  const first: Option[] = [];
  const rest: Option[] = [];
  options.forEach((option, index) => {
    const label = labels[index] ?? "";
    if (!words.every((word) => label.includes(word))) return;
    (label.startsWith(wanted) ? first : rest).push(option);
  });
  return [...first, ...rest];
}

/** How far Page Up and Page Down go. */
const pageKeyStep = 8;

/** Where a key moves in a list of `count` options; absent for keys that do not move. -1 is "none yet". */
export function optionAfterKey(key: string, active: number, count: number): number | undefined {
  const { y = 0, page = 0 } = keyMoves.get(key) ?? {};
  if (count === 0 || (y === 0 && page === 0)) return undefined;
  if (page !== 0) return nearestPlace(active + page * pageKeyStep, count);
  return y > 0 ? (active + 1) % count : active <= 0 ? count - 1 : active - 1;
}

/** The id of an option's row in a picker's list, for `aria-activedescendant`. */
export function rowId(id: string, index: number): string {
  return `${id}-row-${index}`;
}
