/** Something that can be chosen: `value` tells it apart, `label` is what a person reads. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Shown, and not to be chosen. */
  readonly disabled?: boolean;
}
