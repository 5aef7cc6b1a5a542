import { codes, type Purpose, Refusal } from "./request";

/** What a key has used: credits, and successful requests by what they asked for. */
export interface Account {
  readonly credits: number;
  readonly requests: Readonly<Record<Purpose, number>>;
  /** Requests answered with a failure envelope, which cost nothing. */
  readonly failed: number;
}

/** Price of one successful request, in credits. */
const prices: Readonly<Record<Purpose, number>> = { filters: 0, filterItems: 0, search: 100, adDetail: 100 };

interface OpenAccount {
  readonly v2: boolean;
  readonly requests: Record<Purpose, number>;
  failed: number;
}

/** The keys that the service accepts, each with what it has used. */
export class Accounts {
  private readonly open = new Map<string, OpenAccount>();

  add(key: string, { v2 }: { readonly v2: boolean }): void {
    this.open.set(key, { v2, requests: { filters: 0, filterItems: 0, search: 0, adDetail: 0 }, failed: 0 });
  }

  /** What a key has used; undefined if there is no such key. */
  of(key: string): Account | undefined {
    const account = this.open.get(key);
    if (!account) return undefined;
    const { requests, failed } = account;
    return {
      requests: { ...requests },
      failed,
      credits: requests.search * prices.search + requests.adDetail * prices.adDetail,
    };
  }

  /** Returns the key. @throws {Refusal} if it is missing, unknown, or not enabled for this version of the service */
  check(key: string | undefined, version: 1 | 2): string {
    const account = key === undefined ? undefined : this.open.get(key);
    if (key === undefined) throw new Refusal(codes.badKey, "API key is missing.");
    if (!account) throw new Refusal(codes.badKey, "API key is invalid.");
    if (version === 2 && !account.v2) throw new Refusal(codes.notEnabled, "This API key is not enabled for V2.");
    return key;
  }

  /** Counts a successful request. */
  charge(key: string, purpose: Purpose): void {
    const account = this.open.get(key);
    if (account) account.requests[purpose] += 1;
  }

  /** Counts a failed request, unless its key is missing or unknown. */
  countFailure(key: string | undefined): void {
    const account = key === undefined ? undefined : this.open.get(key);
    if (account) account.failed += 1;
  }
}
