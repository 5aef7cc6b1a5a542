import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../Icon";
import { rowId, type Option } from "../option";
import { useVirtualRows } from "../useVirtualRows";

/** Height of a row in px. */
const rowHeight = 26;

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: ReadonlySet<string>;
  readonly active: number;
  readonly multiple: boolean;
  readonly onChoose: (option: Option) => void;
}

/** A listbox that draws only the rows in sight, so that 10,000 options open as fast as ten. */
export function OptionList(props: OptionListProps) {
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
      class={`picker-row ${index === active ? "picker-row-active" : ""}`}
      role="option"
      aria-selected={selected}
      aria-setsize={options.length}
      aria-posinset={index + 1}
      style={{ top: `${top}px`, height: `${rowHeight}px` }}
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
