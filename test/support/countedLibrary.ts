// The sample library behind a recorder: it knows what was asked and paid, and misbehaves when it is told to.
import { type SampleOptions, startSampleLibrary } from "../../src/sample";
import { tested, testedVersion } from "./apiVersion";
import { startMisbehaving, type Exchange, type Reply, type Seen } from "./misbehaving";
import { through } from "./misbehavingReplies";

export interface CountedLibrary {
  readonly url: string;
  /** A key that it accepts; one for V1 alone where the tests run with V1. */
  readonly key: string;
  /** Every request, in order of arrival. */
  readonly requests: readonly Seen[];
  /** Paid requests, in order of arrival. */
  paid(): readonly Seen[];
  /** The replies to the next paid requests, one each, before those told earlier; after them all is as usual. */
  next(...replies: readonly Reply[]): void;
  /** Has the next paid request wait for its usual answer; `answer` gives it, and settles once it is on its way. */
  hold(): { readonly answer: () => Promise<void> };
  /** How it answers as usual, for replies that differ in part. */
  readonly usual: Reply;
  /** Changes how it answers every request; undefined is as usual. */
  behave(reply?: Reply): void;
  /** Settles when this many requests of any kind have arrived. */
  arrived(count: number): Promise<void>;
  /** Settles when this many paid requests have arrived. */
  paidArrived(count: number): Promise<void>;
  /** Begins the next moment of a library that stands still. */
  nextMoment(): Promise<void>;
  /** What the library behind the recorder answers to page 1 of a search of everything; not recorded. */
  answerOf(platform: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts it on a free port of 127.0.0.1. */
export async function startCountedLibrary(options: SampleOptions = {}): Promise<CountedLibrary> {
  const sample = await startSampleLibrary({ adsPerPlatform: 400, ...options });
  const usual = through(sample.url);
  const key = testedVersion === "v1" ? "key-for-v1" : sample.key;
  if (testedVersion === "v1") sample.addKey(key, { v2: false });
  const replies: Reply[] = [];
  let behaviour: Reply | undefined;
  const reply = (exchange: Exchange) => {
    const next = isPaid(exchange.seen) ? replies.shift() : undefined;
    return (next ?? behaviour ?? usual)(exchange);
  };
  const recorder = await startMisbehaving(reply);
  const paid = () => recorder.requests.filter(isPaid);
  return {
    url: recorder.url,
    key,
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
    behave: (other) => (behaviour = other),
    arrived: (count) => recorder.arrived(count),
    paidArrived: async (count) => {
      while (paid().length < count) await recorder.arrived(recorder.requests.length + 1);
    },
    nextMoment: async () => void (await fetch(new URL("/next-moment", sample.url), { method: "POST" })),
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

/** A search, or the detail of one ad, of either version (docs/api.md, "Endpoints" and "Versioning"). */
function isPaid({ method, target }: Seen): boolean {
  return method === "POST" || /^\/(?:v2\/ads\/[^/?]+|v1\/[^/?]+\/ads)\/\d+$/.test(target);
}
