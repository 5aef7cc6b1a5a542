import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

/** A part of the details under its heading. */
export function Section({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  const heading = useId();
  return (
    <section class="detail-section" aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  );
}
