import type { Filter, FilterItem } from "../../src/protocol/filters";
import type { FilterValue } from "../../src/protocol/search";

/** What the control of a filter is given. */
export interface FilterControlProps {
  readonly filter: Filter;
  readonly value?: FilterValue;
  readonly disabled: boolean;
  /** Whether what is chosen has a problem, told beside the control. */
  readonly invalid: boolean;
  /** Id of the text with the description and the problem. */
  readonly describedBy: string;
  /** Without a value the filter is cleared. */
  readonly onChange: (value?: FilterValue) => void;
  /** Items of this filter by text, from the service. Free. */
  readonly loadItems: (text: string, signal: AbortSignal) => Promise<readonly FilterItem[]>;
  /** Asks the service for the whole form again, where it sent a filter without choices. Free. */
  readonly reloadForm: () => void;
  /** Enter in a text. */
  readonly onSubmit: () => void;
}
