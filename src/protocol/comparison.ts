import type { PanelStart } from "./panel";
import type { StateCounts } from "./runs";

/** Everything for the first paint of a comparison. */
export interface ComparisonStart {
  readonly panel: PanelStart;
  /** Whose runs these are. */
  readonly name: string;
  readonly counts: StateCounts;
  /** What the two runs looked at, in sentences. */
  readonly coverage: readonly string[];
}
