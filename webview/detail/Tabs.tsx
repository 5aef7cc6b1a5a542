import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { plainLabel } from "../charts/label";
import { useRovingFocus } from "../charts/useRovingFocus";

export interface Tab {
  readonly label: string;
  readonly content: () => ComponentChildren;
}

const tabsAtMost = 40;

/** Tabs of which one is open; arrows move and open, following the ARIA pattern. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): JSX.Element | null {
  const id = useId();
  const [open, setOpen] = useState(0);
  const shown = tabs.slice(0, tabsAtMost);
  const roving = useRovingFocus<HTMLDivElement>(shown.length);
  const current = shown[open];
  if (!current) return null;
  return (
    <div class="detail-tabs">
      <div class="detail-tab-list" role="tablist" aria-label={label} ref={roving.list} onKeyDown={roving.onKeyDown}>
        {shown.map((tab, index) => (
          <button
            key={index}
            id={`${id}-tab-${index}`}
            type="button"
            role="tab"
            class="detail-tab"
            data-stop
            dir="auto"
            aria-selected={index === open}
            {...(index === open && { "aria-controls": `${id}-panel` })}
            tabIndex={roving.tabIndex(index)}
            onFocus={() => {
              roving.onFocus(index);
              setOpen(index);
            }}
            onClick={() => setOpen(index)}
          >
            {plainLabel(tab.label, 40) || "-"}
          </button>
        ))}
      </div>
      <div key={open} id={`${id}-panel`} class="detail-tab-panel" role="tabpanel" aria-labelledby={`${id}-tab-${open}`}>
        {current.content()}
      </div>
    </div>
  );
}
