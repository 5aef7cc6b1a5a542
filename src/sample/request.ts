/** What a request asks for. */
export type Purpose = "filters" | "filterItems" | "search" | "adDetail";

/** A JSON object as received. */
export type Body = ReadonlyMap<string, unknown>;

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

/** Codes of envelopes. The contract shows 1000 for success and 1009; the others are decisions of the sample library. */
export const codes = {
  success: 1000,
  badKey: 1001,
  badRequest: 1002,
  notFound: 1003,
  notEnabled: 1004,
  server: 1009,
} as const;

/** A request that is answered with a failure envelope. It costs nothing. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Refuses a request whose body or parameters violate the contract. @throws {Refusal} always */
export function bad(message: string): never {
  throw new Refusal(codes.badRequest, message);
}
