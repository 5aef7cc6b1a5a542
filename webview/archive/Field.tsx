import type { ComponentChildren } from "preact";

/** A visible name above a control; the control has the same as its accessible name. */
export function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="filter">
      <div class="filter-head">
        <span class="filter-name" aria-hidden="true">
          {name}
        </span>
      </div>
      {children}
    </div>
  );
}
