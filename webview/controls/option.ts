/** Something that can be chosen: `value` identifies it, `label` is shown. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Shown, but cannot be chosen. */
  readonly disabled?: boolean;
}
