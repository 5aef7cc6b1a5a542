import type { ComponentChildren, JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { ShowMore } from "../charts/ChartFigure";
import { useWidth } from "../charts/useWidth";
import { meaningOf } from "../words/meanings";

interface SectionProps {
  readonly title: string;
  /** A remark beside the title. */
  readonly mark?: string;
  readonly children: ComponentChildren;
}

/** A part of the details under its heading. */
export function Section({ title, mark, children }: SectionProps): JSX.Element {
  const heading = useId();
  return (
    <section class="detail-section shrinks" aria-labelledby={heading}>
      <h3 class="bold" id={heading} title={meaningOf(title)}>
        {title}
        {mark !== undefined && <span class="detail-remark muted small">{` ${mark}`}</span>}
      </h3>
      {children}
    </section>
  );
}

export interface LabeledFact {
  readonly label: string;
  readonly value: ComponentChildren;
  /** The exact value, if the shown one is shortened. */
  readonly title?: string;
}

const factsAtFirst = 12;
const factsAtMost = 200;

/** Minimum width of a fact next to others, in px. */
const narrowest = 132;

/** How many facts stand side by side, so that the rows are as even as possible. */
export function evenColumns(count: number, width: number): number {
  const most = Math.max(1, Math.floor(width / narrowest));
  return Math.max(1, Math.ceil(count / Math.ceil(count / most)));
}

/** Facts in a row of tiles, each under its label. */
export function FactTiles({ facts }: { readonly facts: readonly LabeledFact[] }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDListElement>(null);
  const width = useWidth(list);
  if (facts.length === 0) return null;
  const shown = facts.slice(0, open ? factsAtMost : factsAtFirst);
  const beside = evenColumns(shown.length, width);
  const columns = width > 0 ? `repeat(${beside}, minmax(0, 1fr))` : undefined;
  const alone = beside > 1 && shown.length % beside === 1;
  return (
    <>
      <dl class="detail-facts" ref={list} style={columns === undefined ? {} : { gridTemplateColumns: columns }}>
        {shown.map(({ label, value, title }, index) => (
          <div key={index} class={`detail-fact ${alone && index === shown.length - 1 ? "detail-fact-wide" : ""}`}>
            <dt class="breaks-anywhere muted small" dir="auto" title={meaningOf(label)}>
              {label}
            </dt>
            <dd dir="auto" title={title}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <ShowMore count={facts.length} first={factsAtFirst} open={open} onToggle={() => setOpen(!open)} />
    </>
  );
}
