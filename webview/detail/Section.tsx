import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

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
    <section class="detail-section" aria-labelledby={heading}>
      <h3 id={heading}>
        {title}
        {mark !== undefined && <span class="detail-remark">{` ${mark}`}</span>}
      </h3>
      {children}
    </section>
  );
}
