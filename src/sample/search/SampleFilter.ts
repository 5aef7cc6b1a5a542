import type { FilterComponent } from "../../protocol/filters";
import type { CatalogItem } from "../catalog/CatalogItem";
import type { Facts } from "../world/Facts";
import type { Library } from "../world/Library";

/** Whether an ad belongs to the answer, seen at the second of the snapshot. */
export type Matcher = (facts: Facts, second: number) => boolean;

/** A filter's description, independent of the shape that either version of the service gives it. */
export interface FilterLook {
  readonly component: FilterComponent | "SwatchPicker";
  /** Absent if the service leaves the name to the client. */
  readonly label?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Name of the item route. */
  readonly itemsFrom?: string;
  readonly items?: readonly CatalogItem[];
  readonly default?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
  readonly infinite?: boolean;
  readonly disableOther?: true | readonly string[];
  readonly subKeys?: { readonly type: string; readonly main: string };
  /** V1 only. */
  readonly disabled?: "free_plan" | "coming_soon";
}

/** A filter of a platform: how it is described, and what it does. */
export interface SampleFilter {
  readonly key: string;
  readonly look: FilterLook;
  /** Reads a value from a search body; refuses what the contract does not allow. */
  compile(value: unknown, library: Library): Matcher;
}
