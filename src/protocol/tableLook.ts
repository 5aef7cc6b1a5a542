import type { PlatformToken } from "./platforms";

/** How a person has arranged the table's columns. */
export interface TableLook {
  /** Shown or hidden, contrary to the default. */
  readonly shown?: Readonly<Record<string, boolean>>;
  /** Columns with a chosen place, first to last; others follow. */
  readonly order?: readonly string[];
  /** px. */
  readonly widths?: Readonly<Record<string, number>>;
}

export type TableLooks = Readonly<Partial<Record<PlatformToken, TableLook>>>;
