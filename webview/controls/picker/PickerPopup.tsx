import * as l10n from "@vscode/l10n";
import { useRef, useLayoutEffect } from "preact/hooks";
import { TextButton } from "../Button";
import type { Option } from "../fields";
import { Icon } from "../Icon";
import { useVirtualRows } from "../useVirtualRows";
import { type FoundOptions, rowId } from "./usePicking";

export interface PickerPopupProps {
  readonly id: string;
  readonly label: string;
  readonly anchor: Anchor;
  readonly found: FoundOptions;
  readonly text: string;
  readonly chosen: ReadonlySet<string>;
  readonly active: number;
  readonly multiple: boolean;
  readonly onChoose: (option: Option) => void;
}

/** The open list of a picker, above everything so that no pane cuts it off. */
export function PickerPopup({ anchor, found, text, ...list }: PickerPopupProps) {
  const popover = useRef<HTMLDivElement>(null);
  usePlacement(popover, anchor);
  return (
    <div
      ref={popover}
      popover="manual"
      class="picker-popup"
      onMouseDown={(event) => {
        // The text keeps the focus while a row is clicked.
        event.preventDefault();
      }}
    >
      <OptionList {...list} options={found.options} />
      <p class="picker-status wraps keeps-size muted smaller" role="status">
        {statusOf(found, text)}
        {found.retry && !found.searching && (
          <TextButton label={l10n.t("Load the items again, 0 credits")} onPress={found.retry}>
            {l10n.t("Try again, 0 credits")}
          </TextButton>
        )}
      </p>
    </div>
  );
}

function statusOf({ options, searching, failure, retry }: FoundOptions, text: string): string {
  if (searching) return l10n.t("Searching…");
  if (failure !== undefined) return failure;
  if (retry) return l10n.t("The service sent no items. Type to search for one.");
  if (text.trim() === "" && options.length === 0) return l10n.t("Type to search");
  if (options.length === 0) return l10n.t("Nothing found");
  return options.length === 1
    ? l10n.t("1 item")
    : l10n.t("{0} items", options.length.toLocaleString(document.documentElement.lang));
}

/** Height of a row in px. */
const rowHeight = 26;

interface OptionListProps extends Omit<PickerPopupProps, "anchor" | "found" | "text"> {
  readonly options: readonly Option[];
}

/** A listbox that draws only the rows in sight, so that 10,000 options open as fast as ten. */
function OptionList(props: OptionListProps) {
  const { id, label, options, active, multiple } = props;
  const list = useRef<HTMLDivElement>(null);
  const { drawn, height, scrollTo } = useVirtualRows({
    count: options.length,
    scroller: list,
    offset: 0,
    keep: active < 0 ? undefined : active,
    estimate: () => rowHeight,
  });
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = 0;
  }, [options]);
  useLayoutEffect(() => {
    if (active >= 0) scrollTo(active);
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      class="picker-list"
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple}
      tabIndex={-1}
    >
      <div class="picker-space" role="presentation" style={{ height: `${height}px` }}>
        {drawn.map(({ index, start }) => (
          <Row key={index} {...props} index={index} top={start} />
        ))}
      </div>
    </div>
  );
}

function Row(props: OptionListProps & { readonly index: number; readonly top: number }) {
  const { id, options, chosen, active, multiple, index, top, onChoose } = props;
  const option = options[index];
  if (!option) return null;
  const selected = chosen.has(option.value);
  return (
    <div
      id={rowId(id, index)}
      class={`picker-row row ${index === active ? "picker-row-active" : ""}`}
      role="option"
      aria-selected={selected}
      aria-setsize={options.length}
      aria-posinset={index + 1}
      style={{ top: `${top}px`, height: `${rowHeight}px` }}
      title={option.label}
      onClick={() => onChoose(option)}
    >
      {multiple ? (
        <span class={`picker-check ${selected ? "picker-checked" : ""}`}>{selected && <Icon name="check" />}</span>
      ) : (
        <span class="picker-mark keeps-size">{selected && <Icon name="check" />}</span>
      )}
      <span class="one-line" dir="auto">
        {option.label}
      </span>
    </div>
  );
}

/** An element that may not be there yet. */
interface Anchor {
  readonly current: HTMLElement | null;
}

const gap = 2;
const wish = 300;

function place(box: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const below = innerHeight - bottom - gap;
  const upwards = below < Math.min(wish, top);
  const wide = Math.min(Math.max(width, 220), innerWidth - 8);
  box.style.width = `${wide}px`;
  box.style.maxHeight = `${Math.min(wish, Math.max(upwards ? top - gap : below, 80))}px`;
  box.style.left = `${Math.max(4, Math.min(left, innerWidth - wide - 4))}px`;
  box.style.top = upwards ? "auto" : `${bottom + gap}px`;
  box.style.bottom = upwards ? `${innerHeight - top + gap}px` : "auto";
}

/** Puts a popover below its anchor, or above it if there is more room, and keeps it there while things move. */
function usePlacement(popover: Anchor, anchor: Anchor): void {
  useLayoutEffect(() => {
    const follow = () => {
      if (popover.current && anchor.current) place(popover.current, anchor.current);
    };
    popover.current?.showPopover();
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [popover, anchor]);
  // What is chosen may push the anchor down: placed again whenever the list is drawn.
  useLayoutEffect(() => {
    if (popover.current && anchor.current) place(popover.current, anchor.current);
  });
}
