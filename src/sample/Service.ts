import type { Accounts } from "./Accounts";
import type { Form } from "./search/createForms";
import type { Finder } from "./search/Finder";
import type { PageMemory } from "./search/PageMemory";
import type { Moments } from "./moments";
import type { Library } from "./world/Library";

/** What every route works with. */
export interface Service {
  readonly library: Library;
  /** Set if the library stands still except for moments begun on request. */
  readonly moments: Moments | undefined;
  readonly finder: Finder;
  readonly pages: PageMemory;
  readonly forms: ReadonlyMap<string, Form>;
  readonly accounts: Accounts;
  /** Base address of pictures and videos, without a trailing slash. */
  readonly mediaUrl: string;
  /** Second of the newest snapshot: the index of the library is renewed once a minute. */
  readonly present: () => number;
}
