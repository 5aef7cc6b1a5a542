import { monitorEventLoopDelay } from "node:perf_hooks";
import type { SearchAddress } from "../../src/features/archive/address";

const words =
  "sale shoes summer winter running coffee travel garden phone music yoga bike camera lamp desk water skin dress".split(
    " ",
  );

/** Numbers from 0 to below 1 that look random but depend only on the seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/**
 * An answer with one page of 18 ads, about as long as a real one (43 kB). The same number always gives the same page.
 */
export function benchPage(page: number, more: boolean): string {
  const next = random(page);
  const pick = (count: number) =>
    Array.from(
      { length: count },
      () => `${words[Math.floor(next() * words.length)]}${Math.floor(next() ** 3 * 3000)}`,
    ).join(" ");
  const ads = Array.from({ length: 18 }, (_, index) => {
    const id = 1_700_000_000_000 + page * 18 + index;
    const url = () =>
      `https://cdn.example.com/${next().toString(36).slice(2)}/${next().toString(36).slice(2)}.jpg?x=${next()}&y=${"z".repeat(200)}`;
    const attachments = Array.from(
      { length: 3 },
      () =>
        `{"id":${Math.floor(next() * 1e9)},"type":"video","url":"${url()}","thumbnail":"${url()}","subtitle":"${pick(12)}"}`,
    );
    const stats = ["Likes", "Shares", "Comments", "Days"].map(
      (tooltip) => `{"tooltip":"${tooltip}","value":${Math.floor(next() ** 4 * 1e6)},"icon":"x"}`,
    );
    return `{"id":${id},"is_bookmarked":false,"platform":"facebook","title":"${pick(9)}","display_url":"https://shop${Math.floor(next() * 20000)}.example.com/p","vendorweb":${Math.floor(next() * 1e6)},"last_seen":"3 hours ago","post_url":"${url()}","owner":{"id":${Math.floor(next() * 1e9)},"name":"${pick(2)}","avatar_url":"${url()}","is_verified":true},"attachments":[${attachments.join()}],"stats":[${stats.join()}],"metadata":[{"tooltip":"Regions","value":["US","NO"]},{"tooltip":"Text","value":"${pick(10)}"}]}`;
  });
  return `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":[${ads.join()}],"current_page":${page},"has_next_page":${more},"last_hit":1700000000}}`;
}

/** The address of a page in searches with 50 pages each, as deep searches have. */
export const addressOf = (page: number): SearchAddress => ({
  ...{ origin: "https://ads.example", version: "v2", platform: "mega" },
  body: `{"n":${Math.floor((page - 1) / 50)}}`,
});
/** Which page of its search a page is. */
export const numberOf = (page: number) => ((page - 1) % 50) + 1;

export const receivedAt = "2026-01-02T03:04:05.000Z";
/** The time of a page: no two arrive within one millisecond. */
export const receivedAtOf = (page: number) => new Date(Date.parse(receivedAt) + page * 300).toISOString();

/** How long the work took, in ms. */
export async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** The 99th percentile of the event loop's delay during a work, in ms. */
export async function lateness(work: () => Promise<unknown>): Promise<number> {
  const late = monitorEventLoopDelay({ resolution: 1 });
  late.enable();
  await work();
  late.disable();
  return late.percentile(99) / 1e6;
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
