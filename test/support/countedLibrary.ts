// The sample library behind a recorder, which knows every request and can be told to misbehave.
import { type SampleLibrary, type SampleOptions, startSampleLibrary } from "../../src/sample";
import { tested, testedVersion } from "./apiVersion";
import { startMisbehaving, type Exchange, type Misbehaving, type Reply, type Seen } from "./misbehaving";
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
  const { library, start } = countedLibrary(options);
  await start();
  return library;
}

/** Gives each test of the enclosing suite a library of its own. */
export function useCountedLibrary(options: SampleOptions = {}): CountedLibrary {
  const { library, start } = countedLibrary(options);
  beforeEach(start);
  afterEach(() => library.close());
  return library;
}

/** Gives the enclosing suite a library that its tests share. */
export function shareCountedLibrary(options: SampleOptions = {}): CountedLibrary {
  const { library, start } = countedLibrary(options);
  before(start);
  after(() => library.close());
  return library;
}

/** A library that has its ports once it is started. */
function countedLibrary(options: SampleOptions): {
  readonly library: CountedLibrary;
  readonly start: () => Promise<void>;
} {
  let sample: SampleLibrary;
  let recorder: Misbehaving;
  let usual: Reply;
  let behavior: Reply | undefined;
  const replies: Reply[] = [];
  const accept = (further: string) => sample.addKey(further, { v2: testedVersion !== "v1" });
  const reply = (exchange: Exchange) => {
    const next = isPaid(exchange.seen) ? replies.shift() : undefined;
    return (next ?? behavior ?? usual)(exchange);
  };
  const start = async () => {
    sample = await startSampleLibrary({ adsPerPlatform: 400, now, ...options });
    usual = through(sample.url);
    if (testedVersion === "v1") accept(library.key);
    behavior = undefined;
    replies.length = 0;
    recorder = await startMisbehaving(reply);
  };
  const paid = () => recorder.requests.filter(isPaid);
  const library: CountedLibrary = {
    get url() {
      return recorder.url;
    },
    get key() {
      return testedVersion === "v1" ? "key-for-v1" : sample.key;
    },
    get requests() {
      return recorder.requests;
    },
    accept,
    usual: (exchange) => usual(exchange),
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
      const headers = { "x-api-key": library.key, "content-type": "application/json" };
      return (await fetch(url, { method: "POST", headers, body: '{"page":1}' })).text();
    },
    close: async () => {
      await recorder.close();
      await sample.close();
    },
  };
  return { library, start };
}

/** Whether a request is paid: a search, or the detail of one ad (docs/api.md, "Endpoints" and "Versioning"). */
function isPaid({ method, target }: Seen): boolean {
  return method === "POST" || /^\/(?:v2\/ads\/[^/?]+|v1\/[^/?]+\/ads)\/\d+$/.test(target);
}
