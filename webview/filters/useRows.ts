import { useState } from "preact/hooks";
import type { FilterValue } from "../../src/protocol/search";

export type TextRow = Extract<FilterValue, { kind: "texts" }>["texts"][number];

/** The rows that are not blank. */
export const filled = (rows: readonly TextRow[]): readonly TextRow[] => rows.filter((row) => row.text.trim() !== "");

const same = (a: readonly TextRow[], b: readonly TextRow[]) => JSON.stringify(a) === JSON.stringify(b);

/** Rows while they are typed: blank ones exist only here, so that only real texts become part of the query. */
export function useRows(value: FilterValue | undefined, onChange: (value: FilterValue) => void) {
  const given = value?.kind === "texts" ? value.texts : [];
  const [typed, setTyped] = useState(given);
  const rows = same(filled(typed), given) ? typed : given;
  const change = (next: readonly TextRow[]) => {
    setTyped(next);
    if (!same(filled(next), given)) onChange({ kind: "texts", texts: filled(next) });
  };
  return { rows, change };
}
