import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../Icon";
import type { Option } from "../option";

/** Height of a row in px; the style sheet holds the same. */
const rowHeight = 26;
const spare = 6;

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: ReadonlySet<string>;
  readonly active: number;
  readonly multiple: boolean;
  readonly onChoose: (option: Option) => void;
}

/** The id of a row, for `aria-activedescendant`. */
export function rowId(id: string, index: number): string {
  return `${id}-row-${index}`;
}

/**
 * A listbox that draws only the rows in sight, so that 10,000 options open as fast as ten. Rows of one height need four
 * lines for that; the library that draws the cards would have to be part of the first paint (9 kB zipped).
 */
export function OptionList(props: OptionListProps) {
  const { id, label, options, active, multiple } = props;
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 300 });
  useActiveInView(list, options, active);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const last = Math.min(options.length, Math.ceil((view.top + view.height) / rowHeight) + spare);
  const rows = options.slice(first, last);
  return (
    <div
      ref={list}
      id={id}
      class="picker-list"
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple}
      tabIndex={-1}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => {
        setView({ top: scrollTop, height: clientHeight });
      }}
    >
      <div class="picker-space" role="presentation" style={{ height: `${options.length * rowHeight}px` }}>
        {rows.map((option, at) => (
          <Row key={first + at} {...props} option={option} index={first + at} />
        ))}
        {active >= 0 && (active < first || active >= last) && options[active] && (
          <Row {...props} option={options[active]} index={active} />
        )}
      </div>
    </div>
  );
}

/** Scrolls to the active row, and to the top when other options arrive. */
function useActiveInView(
  list: { readonly current: HTMLElement | null },
  options: readonly Option[],
  active: number,
): void {
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = 0;
  }, [list, options]);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box || active < 0) return;
    const top = active * rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight;
  }, [list, active]);
}

function Row(props: OptionListProps & { readonly option: Option; readonly index: number }) {
  const { id, options, chosen, active, multiple, option, index, onChoose } = props;
  const selected = chosen.has(option.value);
  return (
    <div
      id={rowId(id, index)}
      class={`picker-row ${index === active ? "picker-row-active" : ""}`}
      role="option"
      aria-selected={selected}
      aria-setsize={options.length}
      aria-posinset={index + 1}
      style={{ top: `${index * rowHeight}px` }}
      title={option.label}
      onClick={() => {
        onChoose(option);
      }}
    >
      {multiple ? (
        <span class={`picker-check ${selected ? "picker-checked" : ""}`}>{selected && <Icon name="check" />}</span>
      ) : (
        <span class="picker-mark">{selected && <Icon name="check" />}</span>
      )}
      <span class="picker-label" dir="auto">
        {option.label}
      </span>
    </div>
  );
}
