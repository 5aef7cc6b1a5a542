// Asks a sample library over HTTP and reads what the contract promises.
import assert from "node:assert/strict";
import { isIndividual, platforms } from "../../../src/protocol/platforms";
import { startSampleLibrary, type SampleLibrary, type SampleOptions } from "../../../src/sample/index";

export const segments: readonly string[] = platforms.map(({ token }) => token).filter(isIndividual);

export interface Envelope {
  readonly status: string;
  readonly meta: { readonly code: number; readonly message: string | null };
  readonly data: unknown;
}

export interface Attachment {
  readonly id: number;
  readonly type: string;
  readonly url?: string;
  readonly thumbnail?: string;
  readonly youtube_id?: string;
  readonly subtitle?: string;
  readonly duration?: number;
}

export interface Card {
  readonly id: number;
  readonly is_bookmarked: boolean;
  readonly platform: string;
  readonly title?: string;
  readonly display_url?: string;
  readonly visitorweb?: number;
  readonly last_seen?: string;
  readonly post_url?: string;
  readonly active?: boolean;
  readonly owner: Readonly<Record<string, unknown>> & { readonly id: number; readonly name: string };
  readonly attachments: readonly Attachment[];
  readonly stats: readonly { readonly tooltip: string; readonly value: number; readonly icon: string }[];
  readonly metadata: readonly { readonly tooltip: string; readonly value: unknown }[];
}

export interface Page {
  readonly ads: readonly Card[];
  readonly current_page: number;
  readonly has_next_page: boolean;
  readonly last_hit: number;
}

export interface Item {
  readonly key: number | string;
  readonly label: string | null;
  readonly icon: string | null;
}

export interface FilterWire {
  readonly key: string;
  readonly component: string;
  readonly label?: string;
  readonly api_url?: string;
  readonly items?: readonly Item[];
  readonly default?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
  readonly infinite_sign?: boolean;
  readonly disable_other?: unknown;
  readonly sub_keys?: { readonly type: string; readonly main: string };
}

export interface Breakdown {
  readonly value_type: string;
  readonly datasets: readonly { readonly label: string; readonly value: number; readonly key?: string }[];
}

export interface Period {
  readonly growth: { readonly value: string; readonly timeline: Breakdown };
  readonly timeline: {
    readonly value_type: string;
    readonly metrics: readonly { readonly key: string; readonly label: string }[];
    readonly datasets: readonly { readonly key: string; readonly values: Readonly<Record<string, number>> }[];
  };
  readonly breakdown: Breakdown;
}

export interface Detail {
  readonly id: number;
  readonly post_url?: string;
  readonly card: {
    readonly title?: string;
    readonly subtitle: string;
    readonly description: string;
    readonly cta: string;
    readonly is_bookmarked: boolean;
    readonly owner: Card["owner"];
    readonly attachments: readonly Attachment[];
  };
  readonly impression: {
    readonly total: number;
    readonly days_running: number;
    readonly devices: Breakdown;
    readonly publish_at: string;
    readonly first_seen_at: string;
    readonly last_seen_at: string;
  };
  readonly targeting_detail?: {
    readonly cards: readonly {
      readonly key: string;
      readonly label: string;
      readonly value: string;
      readonly icon: string;
    }[];
    readonly tabs: readonly { readonly key: string; readonly label: string; readonly breakdown: Breakdown }[];
  };
  readonly engagement_data?: {
    readonly score: number;
    readonly growth_last_month: string | number;
    readonly lifetime: Period;
    readonly last_month?: Period;
  };
  readonly url_chain?: readonly { readonly id: number; readonly url: string; readonly count: number }[];
  readonly domain?: {
    readonly name: string;
    readonly monthly_visit: number;
    readonly age: string;
    readonly timeline: Breakdown;
  };
}

export type Fields = Readonly<Record<string, unknown>>;

/** Stops the test when a value is not of the type. */
export function isInteger(value: unknown): asserts value is number {
  assert.ok(Number.isSafeInteger(value), `${JSON.stringify(value)} is no integer`);
}

export function isText(value: unknown): asserts value is string {
  assert.ok(typeof value === "string" && value !== "", `${JSON.stringify(value)} is no text`);
}

/** A library under test with its clock, and short ways to its routes. */
export class Visitor {
  /** The present, in milliseconds; the tests move it. */
  now = Date.UTC(2025, 10, 21, 12);

  private constructor(readonly library: SampleLibrary) {}

  static async start(options: SampleOptions = {}): Promise<Visitor> {
    const clock = { now: () => Date.UTC(2025, 10, 21, 12) };
    const library = await startSampleLibrary({ adsPerPlatform: 900, now: () => clock.now(), ...options });
    const visitor = new Visitor(library);
    clock.now = () => visitor.now;
    return visitor;
  }

  /** The raw answer: nothing is asserted but that it is an envelope with HTTP 200. */
  async ask(path: string, init: RequestInit = {}, key: string | undefined = this.library.key): Promise<Envelope> {
    const headers = { ...(key !== undefined && { "x-api-key": key }) };
    const answer = await fetch(this.library.url + path, { headers, ...init });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    return (await answer.json()) as Envelope;
  }

  post(path: string, body: unknown, key?: string): Promise<Envelope> {
    return this.ask(path, { method: "POST", body: JSON.stringify(body) }, key);
  }

  async ok(asked: Promise<Envelope>): Promise<unknown> {
    const { status, meta, data } = await asked;
    assert.deepEqual({ status, meta }, { status: "ok", meta: { code: 1000, message: null } });
    return data;
  }

  async refused(asked: Promise<Envelope>, code?: number): Promise<void> {
    const { status, meta, data } = await asked;
    assert.equal(status, "failed");
    isInteger(meta.code);
    assert.notEqual(meta.code, 1000);
    isText(meta.message);
    assert.deepEqual(data, []);
    if (code !== undefined) assert.equal(meta.code, code);
  }

  async search(segment: string, body: Fields = {}): Promise<Page> {
    return (await this.ok(this.post(`/v2/ads/${segment}/search`, body))) as Page;
  }

  async filters(segment: string): Promise<readonly FilterWire[]> {
    const group = (await this.ok(this.ask(`/v2/ads/${segment}/filters`))) as {
      readonly filters: readonly FilterWire[];
    };
    return group.filters;
  }

  async filter(segment: string, key: string): Promise<FilterWire> {
    const found = (await this.filters(segment)).find((filter) => filter.key === key);
    assert.ok(found, `${segment} has no filter ${key}`);
    return found;
  }

  async items(url: string, search: string): Promise<readonly Item[]> {
    return (await this.ok(this.ask(`${url}?search=${encodeURIComponent(search)}`))) as readonly Item[];
  }

  async detail(segment: string, id: number): Promise<Detail> {
    return (await this.ok(this.ask(`/v2/ads/${segment}/${id}`))) as Detail;
  }

  /** All ads of a search, page after page under the snapshot of the first; `between` runs after each page. */
  async all(segment: string, body: Fields = {}, between: () => void = () => undefined): Promise<Card[]> {
    const first = await this.search(segment, body);
    const ads = [...first.ads];
    let more = first.has_next_page;
    for (let page = 2; more; page++) {
      between();
      const next = await this.search(segment, { ...body, page, last_hit: first.last_hit });
      assert.equal(next.current_page, page);
      assert.equal(next.last_hit, first.last_hit);
      assert.ok(next.ads.length > 0, "a further page has ads");
      assert.ok(!next.has_next_page || next.ads.length === 18);
      ads.push(...next.ads);
      more = next.has_next_page;
    }
    return ads;
  }

  /** Cards of the first pages of a platform: enough to meet every variant. */
  async some(segment: string, pages = 8): Promise<Card[]> {
    const { ads, last_hit } = await this.search(segment);
    const rest = Array.from({ length: pages - 1 }, (_, i) => this.search(segment, { page: i + 2, last_hit }));
    return [...ads, ...(await Promise.all(rest)).flatMap((page) => page.ads)];
  }

  /** Credits spent with the key of the library. */
  get credits(): number {
    return this.library.account(this.library.key)?.credits ?? Number.NaN;
  }
}

/** What one row of the table promises. */
export type Checks = Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>>;
