// The sample library behind a recorder, which knows every request and can be told to misbehave.
import { type SampleOptions, startSampleLibrary } from "../../src/sample";
import { tested, testedVersion } from "./apiVersion";
import { startMisbehaving, type Exchange, type Reply, type Seen } from "./misbehaving";
import { through } from "./misbehavingReplies";

export interface CountedLibrary {
  readonly url: string;
  /** A key that it accepts; when the tests run with V1, a key for V1 only. */
  readonly key: string;
  /** Makes it accept a further key as that one. */
  accept(key: string): void;
  /** Every request, in order of arrival. */
  readonly requests: readonly Seen[];
  /** Paid requests, in order of arrival. */
  paid(): readonly Seen[];
  /**
   * Sets the replies to the next paid requests, one each, before those that were set earlier. Then all is as usual
   * again.
   */
  next(...replies: readonly Reply[]): void;
  /** Makes the next paid request wait for its usual answer. `answer` sends it and resolves once it is on its way. */
  hold(): { readonly answer: () => Promise<void> };
  /** The usual reply, for replies that differ only in part. */
  readonly usual: Reply;
  /** Changes the reply to every request; undefined restores the usual one, and drops the replies to come. */
  behave(reply?: Reply): void;
  /** Resolves when this many requests of any kind have arrived. */
  arrived(count: number): Promise<void>;
  /** Resolves when this many paid requests have arrived. */
  paidArrived(count: number): Promise<void>;
  /** Begins the next moment of a library that stands still (`moments`), some days after the one before. */
  nextMoment(days?: number): Promise<void>;
  /** The library's own answer to page 1 of a search without filters; the request is not recorded. */
  answerOf(platform: string): Promise<string>;
  close(): Promise<void>;
}

const began = Date.now();
/** Each run begins at the same time in the library's world, so that it sees the same ads at any hour. */
const now = () => Date.parse("2026-03-04T05:06:07Z") + Date.now() - began;

/** Starts the library and its recorder on free ports of 127.0.0.1. */
export async function startCountedLibrary(options: SampleOptions = {}): Promise<CountedLibrary> {
  const sample = await startSampleLibrary({ adsPerPlatform: 400, now, ...options });
  const usual = through(sample.url);
  const key = testedVersion === "v1" ? "key-for-v1" : sample.key;
  const accept = (further: string) => sample.addKey(further, { v2: testedVersion !== "v1" });
  if (testedVersion === "v1") accept(key);
  const replies: Reply[] = [];
  let behavior: Reply | undefined;
  const reply = (exchange: Exchange) => {
    const next = isPaid(exchange.seen) ? replies.shift() : undefined;
    return (next ?? behavior ?? usual)(exchange);
  };
  const recorder = await startMisbehaving(reply);
  const paid = () => recorder.requests.filter(isPaid);
  return {
    url: recorder.url,
    key,
    accept,
    requests: recorder.requests,
    usual,
    paid,
    next: (...more) => void replies.unshift(...more),
    hold: () => {
      let tell: () => void = () => undefined;
      const told = new Promise<void>((resolve) => (tell = resolve));
      const given = new Promise<void>((resolve) => {
        replies.push(async (exchange) => {
          await told;
          await usual(exchange);
          resolve();
        });
      });
      return { answer: () => (tell(), given) };
    },
    behave: (other) => {
      behavior = other;
      if (!other) replies.length = 0;
    },
    arrived: (count) => recorder.arrived(count),
    paidArrived: async (count) => {
      while (paid().length < count) await recorder.arrived(recorder.requests.length + 1);
    },
    nextMoment: async (days = 0) =>
      void (await fetch(new URL(`/next-moment?days=${days}`, sample.url), { method: "POST" })),
    answerOf: async (platform) => {
      const url = new URL(tested.search(platform), sample.url);
      const headers = { "x-api-key": key, "content-type": "application/json" };
      return (await fetch(url, { method: "POST", headers, body: '{"page":1}' })).text();
    },
    close: async () => {
      await recorder.close();
      await sample.close();
    },
  };
}

/** Whether a request is paid: a search, or the detail of one ad (docs/api.md, "Endpoints" and "Versioning"). */
function isPaid({ method, target }: Seen): boolean {
  return method === "POST" || /^\/(?:v2\/ads\/[^/?]+|v1\/[^/?]+\/ads)\/\d+$/.test(target);
}
