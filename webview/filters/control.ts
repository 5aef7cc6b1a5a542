import type { Filter, FilterItem } from "../../src/protocol/filters";
import type { FilterValue } from "../../src/protocol/search";

/** The props of a filter's control. */
export interface FilterControlProps {
  readonly filter: Filter;
  readonly value?: FilterValue;
  readonly disabled: boolean;
  /** Whether the choice has a problem, which is shown next to the control. */
  readonly invalid: boolean;
  /** Id of the text with the description and the problem. */
  readonly describedBy: string;
  /** Without a value the filter is cleared. */
  readonly onChange: (value?: FilterValue) => void;
  /** Items of this filter by text, from the service. Free. */
  readonly loadItems: (text: string, signal: AbortSignal) => Promise<readonly FilterItem[]>;
  /** Asks the service for the whole form again, if it sent a filter without choices. Free. */
  readonly reloadForm: () => void;
  /** Enter in a text. */
  readonly onSubmit: () => void;
}
