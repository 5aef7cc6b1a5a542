import type { Accounts } from "./accounts";
import type { Form } from "./search/forms";
import type { Finder } from "./search/finder";
import type { Moments } from "./moments";
import type { SampleWorld } from "./world/sampleWorld";

/** What every route needs. */
export interface Service {
  readonly library: SampleWorld;
  /** Present if the library is frozen except for moments that are begun on request. */
  readonly moments: Moments | undefined;
  readonly finder: Finder;
  readonly forms: ReadonlyMap<string, Form>;
  readonly accounts: Accounts;
  /** Base URL of pictures and videos, without a trailing slash. */
  readonly mediaUrl: string;
  /** The newest snapshot, in seconds since the epoch. It moves on once a minute. */
  readonly present: () => number;
}
