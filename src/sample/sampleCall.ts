import type { Purpose } from "./accounts";
import type { Body } from "./search/readOrder";

/** A request, parsed as far as every route needs it. */
export interface SampleCall {
  readonly method: string;
  /** Decoded segments of the path after the version. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Body;
}

/** What a route answers with, and what was asked for. */
export interface Reply {
  readonly purpose: Purpose;
  /** `data` of the envelope, as JSON. */
  readonly data: string;
}
