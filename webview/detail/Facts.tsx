import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { ShowMore } from "./ShowMore";

export interface Fact {
  readonly label: string;
  readonly value: ComponentChildren;
  /** The exact value where the shown one is shortened. */
  readonly title?: string;
}

const factsAtFirst = 12;
const factsAtMost = 200;

/** Facts in a row of tiles, each under its label. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  if (facts.length === 0) return null;
  return (
    <>
      <dl class="detail-facts">
        {facts.slice(0, open ? factsAtMost : factsAtFirst).map(({ label, value, title }, index) => (
          <div key={index} class="detail-fact">
            <dt dir="auto">{label}</dt>
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
