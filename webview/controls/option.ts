/** Something that can be chosen: `value` identifies it, `label` is shown. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Shown, but cannot be chosen. */
  readonly disabled?: boolean;
}

/** The id of an option's row in a picker's list, for `aria-activedescendant`. */
export function rowId(id: string, index: number): string {
  return `${id}-row-${index}`;
}
