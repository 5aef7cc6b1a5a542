import type { FilterComponent } from "../../protocol/filters";
import type { CatalogItem } from "../catalog/catalogItem";
import type { Facts } from "../world/facts";
import type { SampleWorld } from "../world/sampleWorld";

/** Whether an ad belongs to the answer, as it stood at the second of the snapshot. */
export type Matcher = (facts: Facts, second: number) => boolean;

/** How a filter is described, whichever shape a version of the service gives it. */
export interface FilterLook {
  readonly component: FilterComponent | "SwatchPicker";
  /** Absent if the service sends no name, so that clients show the key. */
  readonly label?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Name of the route that serves the items. */
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

/** A filter of a platform: its description and its effect. */
export interface SampleFilter {
  readonly key: string;
  readonly look: FilterLook;
  /**
   * Turns the filter's value in a search body into a matcher. @throws {Refusal} for a value that the contract forbids
   */
  compile(value: unknown, library: SampleWorld): Matcher;
}
