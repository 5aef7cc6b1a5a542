import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { gzipSync, brotliCompressSync } from "node:zlib";
import type { Charge } from "../../../src/protocol/credits";
import type { AdLibraryError } from "../../../src/api/errors";
import { startMisbehaving, type Reply } from "../../support/misbehaving";
import { useService } from "../../support/fixtures";
import * as replies from "../../support/misbehavingReplies";
import { Authority } from "../../support/misbehavingTls";
import { wireDetail, wireForm, wireItems, wirePage } from "./answers";
import { clientOf, failureOf, limitMs, openPermit, passLimits, withoutPauses } from "./client";

type Code = AdLibraryError["code"];
type Client = ReturnType<typeof clientOf>["library"];
type Permit = ReturnType<typeof openPermit>;

interface Route {
  readonly name: string;
  readonly paid: boolean;
  readonly good: unknown;
  readonly call: (library: Client, permit: Permit) => Promise<unknown>;
}

const request = { platform: "facebook", body: '{"gender":[1]}' } as const;
const routes: readonly Route[] = [
  { name: "filters", paid: false, good: wireForm, call: (library) => library.filters("facebook") },
  { name: "items", paid: false, good: wireItems, call: (library) => library.filterItems("native", "publishers", "a") },
  {
    name: "search",
    paid: true,
    good: wirePage(),
    call: (library, permit) => library.search(request, undefined, permit),
  },
  {
    name: "detail",
    paid: true,
    good: wireDetail,
    call: (library, permit) => library.adDetail({ platform: "youtube", id: "1" }, permit),
  },
];

interface Fault {
  readonly name: string;
  readonly reply: Reply;
  readonly code: Code;
  /** Requests that a free route sends; a paid one sends one. */
  readonly free: 1 | 3;
  /** What the failure says. */
  readonly words?: RegExp | undefined;
}

const html = "<html><body>Sign in</body></html>";
const good = replies.okText({ ads: [] });
const bytes = (...values: readonly number[]) => Uint8Array.from(values);

const envelope = (status: unknown, meta: unknown) => replies.body(JSON.stringify({ status, meta, data: wirePage() }));

/** A fault that a free route survives with another try, or not. */
const passing = (name: string, reply: Reply, code: Code, words?: RegExp): Fault => ({
  name,
  reply,
  code,
  free: 3,
  words,
});
const final = (name: string, reply: Reply, code: Code): Fault => ({ name, reply, code, free: 1 });
const bad = (name: string, reply: Reply, words?: RegExp): Fault => ({ name, reply, code: "badAnswer", free: 1, words });

const faults: readonly Fault[] = [
  // Nothing ends these but the time limit.
  passing("hang before headers", replies.hangBeforeHeaders, "timeout"),
  passing("hang after headers", replies.hangAfterHeaders, "timeout"),
  passing("hang in the body", replies.hangInBody, "timeout"),
  passing("slow drip", replies.drip, "timeout"),
  passing("reset before headers", replies.resetBeforeHeaders, "interrupted"),
  passing("reset in the body", replies.resetInBody, "interrupted"),
  passing("short body", replies.shortBody, "interrupted"),
  final("gzip bomb", replies.gzipBomb(40), "tooLarge"),
  bad("HTML", replies.body(html), /not JSON: <html>.*Sign in/),
  bad("plain text", replies.body("hello"), /hello/),
  bad("empty body", replies.body(""), /empty/),
  bad("204", ({ response }) => response.writeHead(204).end(), /empty/),
  bad("404 with HTML", replies.body(html, 404), /HTTP 404: <html>/),
  bad("200 words under 404", replies.body(good, 404), /HTTP 404/),
  passing("502 with HTML", replies.body(html, 502), "badAnswer", /HTTP 502/),
  passing("500 with a failure", replies.failed(7, "x", 500), "rejected"),
  final("401 with a failure", replies.failed(7, "x", 401), "rejected"),
  // `fetch` turns it into an error of its own, and keeps the reason to itself.
  passing("407 of a proxy", replies.body("Proxy", 407), "interrupted", /proxy/),
  bad("truncated JSON", replies.body(good.slice(0, -3))),
  bad("two documents", replies.body(good + good)),
  bad("garbage behind", replies.body(`${good}x`)),
  bad("NaN", replies.body(good.replace("1000", "NaN"))),
  bad("two byte order marks", replies.body(`\uFEFF\uFEFF${good}`)),
  bad("UTF-16", replies.body(Buffer.from(`\uFEFF${good}`, "utf16le"))),
  bad("UTF-16 with the high byte first", replies.body(Buffer.from(`\uFEFF${good}`, "utf16le").swap16())),
  bad("the same without a mark", replies.body(Buffer.from(good, "utf16le").swap16())),
  bad("bad UTF-8", replies.body(bytes(0x22, 0xc3, 0x28, 0x22)), /not UTF-8/),
  bad("overlong UTF-8", replies.body(bytes(0x22, 0xc0, 0xaf, 0x22))),
  bad("no envelope", replies.body("[]"), /no envelope/),
  bad("data of another kind", replies.ok("text")),
  final("failure 1000", replies.failed(1000, null), "rejected"),
  final("failure without a code", replies.failed(null, null), "rejected"),
  final("failure with a long message", replies.failed(7, "m".repeat(1e6)), "rejected"),
  final("ok with 1001", envelope("ok", { code: 1001, message: null }), "rejected"),
  bad("ok with 1000 as text", envelope("ok", { code: "1000" })),
  bad("OK in capitals", envelope("OK", { code: 1000 })),
  bad("ok without meta", envelope("ok", undefined)),
  bad("1000 without a status", envelope(undefined, { code: 1000 })),
  passing("failure 1009", replies.failed(1009, "Server Error"), "rejected"),
  final("failure 1001", replies.failed(1001, "No"), "rejected"),
  bad("gzip that is none", replies.body("hello", 200, { "content-encoding": "gzip" })),
  bad("brotli that is none", replies.body("hello", 200, { "content-encoding": "br" })),
  bad("not HTTP", replies.raw("SSH-2.0-OpenSSH_9.9\r\n\r\n")),
  bad("header flood", replies.headerFlood),
];

describe("Network faults on every route", () => {
  withoutPauses();
  const server = useService(replies.ok({}), [before, after]);

  for (const fault of faults) {
    for (const route of routes) {
      it(`${fault.name}, ${route.name}`, async () => {
        const hangs = fault.code === "timeout";
        const { library, records } = clientOf(server.url, { ...(hangs && { timeoutMs: limitMs }) });
        const permit = openPermit();
        const before = server.requests.length;
        const sent = route.paid ? 1 : fault.free;
        server.answer(fault.reply);
        const limits = hangs ? passLimits(sent, (request) => server.arrived(before + request)) : undefined;
        const error = await failureOf(route.call(library, permit));
        await limits;
        const charge: Charge = route.paid ? "unknown" : "none";
        assert.deepEqual(
          { code: error.code, charge: error.charge, attempts: error.attempts, sent: server.requests.length - before },
          { code: fault.code, charge, attempts: sent, sent },
        );
        assert.equal(error.host, new URL(server.url).host);
        if (fault.words) assert.match(error.specifics ?? "", fault.words);
        const outcome = fault.code === "rejected" ? "rejected" : "unknown";
        assert.deepEqual(permit.told, route.paid ? ["1", `1 ${outcome}`] : []);
        assert.deepEqual(
          records.map(({ attempts, credits, failure }) => ({ attempts, credits, code: failure?.code })),
          [{ attempts: sent, credits: route.paid ? 100 : 0, code: fault.code }],
        );
        // What follows is not disturbed.
        server.answer(replies.ok(route.good));
        await route.call(library, permit);
      });
    }
  }

  it("closes the socket when it stops listening", async () => {
    const { library } = clientOf(server.url, { timeoutMs: limitMs });
    for (const reply of [replies.hangBeforeHeaders, replies.hangAfterHeaders, replies.hangInBody, replies.drip]) {
      const next = server.requests.length + 1;
      server.answer(reply);
      const limits = passLimits(1, () => server.arrived(next));
      await failureOf(library.search(request, undefined, openPermit()));
      await limits;
      await server.requests.at(-1)!.closed;
    }
  });

  it("reads an endless body up to its limit, then hangs up", async () => {
    let taken = 0;
    server.answer(replies.endless((bytes) => (taken += bytes)));
    const { library } = clientOf(server.url);
    assert.equal((await failureOf(library.search(request, undefined, openPermit()))).code, "tooLarge");
    await server.requests.at(-1)!.closed;
    assert.ok(taken < 64 * 1024 * 1024, `${taken} bytes were taken`);
  });

  it("tolerates a byte order mark, compression, any content type, and any chunking", async () => {
    const { library } = clientOf(server.url);
    const text = replies.okText(wirePage([{ id: 1, title: "Größe 👩‍👩‍👧 שלום" }]));
    const html = { "content-type": "text/html; charset=iso-8859-1" };
    const variants = [
      replies.body(`\uFEFF${text}`),
      replies.body(gzipSync(text), 200, { "content-encoding": "gzip" }),
      replies.body(brotliCompressSync(text), 200, { "content-encoding": "br" }),
      replies.body(text, 200, html),
      replies.byteByByte(text),
    ];
    for (const variant of variants) {
      server.answer(variant);
      const received = await library.search(request, undefined, openPermit());
      assert.equal(received.text, text);
      assert.equal(received.value.ads[0]?.title, "Größe 👩‍👩‍👧 שלום");
    }
  });

  it("keeps no cookies", async () => {
    const { library } = clientOf(server.url);
    for (const route of routes) {
      server.answer(replies.body(replies.okText(route.good), 200, { "set-cookie": "session=1; Path=/" }));
      await route.call(library, openPermit());
      await route.call(library, openPermit());
      assert.equal(server.requests.at(-1)!.headers.cookie, undefined, route.name);
    }
  });

  it("uses the current global fetch, so that VS Code's proxy and certificates apply", async () => {
    const { library } = clientOf("https://library.invalid/base");
    const { fetch: real } = globalThis;
    const asked: string[] = [];
    const viaProxy: typeof fetch = (input, options) => {
      const { url } = new Request(input);
      asked.push(url);
      assert.ok(options && !("dispatcher" in options) && !("agent" in options));
      return real(url.replace("https://library.invalid", server.url), options);
    };
    const before = server.requests.length;
    try {
      globalThis.fetch = viaProxy;
      for (const route of routes) {
        server.answer(replies.ok(route.good));
        await route.call(library, openPermit());
      }
    } finally {
      globalThis.fetch = real;
    }
    assert.deepEqual([asked.length, server.requests.length - before], [routes.length, routes.length]);
    assert.ok(asked.every((url) => url.startsWith("https://library.invalid/base/v2/ads/")));
  });

  it("ends with the first successful try", async () => {
    const { library, records } = clientOf(server.url);
    server.answer(replies.resetBeforeHeaders, replies.failed(1009), replies.ok(wireForm));
    assert.equal((await library.filters("native")).attempts, 3);
    assert.deepEqual(
      records.map(({ status, attempts, credits, failure }) => ({ status, attempts, credits, failure })),
      [{ status: 200, attempts: 3, credits: 0, failure: undefined }],
    );
  });

  it("counts unreadable fields in the log", async () => {
    const { library, records } = clientOf(server.url);
    server.answer(replies.ok(wirePage([{ title: 5 }, { owner: "x" }])));
    await library.search(request, undefined, openPermit());
    assert.deepEqual([records[0]?.repairs, records[0]?.credits], [2, 100]);
  });

  it("reads an answer that came during sleep, and waits at most one more time limit", async () => {
    const { library } = clientOf(server.url, { timeoutMs: limitMs });
    const now = performance.now.bind(performance);
    const sleep = () =>
      Object.defineProperty(performance, "now", { value: () => now() + 3_600_000, configurable: true });
    const awake = () => Reflect.deleteProperty(performance, "now");
    let release: () => void = () => undefined;
    const held = replies.ok(wirePage());
    try {
      for (const answered of [true, false]) {
        const next = server.requests.length + 1;
        server.answer((exchange) => (release = () => held(exchange)));
        const permit = openPermit();
        const call = library.search(request, undefined, permit);
        const [error] = await Promise.all([
          answered ? undefined : failureOf(call),
          passLimits(answered ? 1 : 2, async () => {
            await server.arrived(next);
            sleep();
          }),
        ]);
        if (answered) {
          release();
          assert.equal((await call).attempts, 1);
        }
        assert.equal(error?.code, answered ? undefined : "timeout");
        assert.deepEqual(permit.told, ["1", answered ? "1 received" : "1 unknown"]);
        awake();
      }
    } finally {
      awake();
    }
  });

  it("pays again only if the user wants it, and counts every attempt", async () => {
    const { library, records } = clientOf(server.url, { paidRetry: "always" });
    const permit = openPermit();
    server.answer(replies.resetBeforeHeaders, replies.failed(1009), replies.ok(wirePage()));
    assert.equal((await library.search(request, undefined, permit)).attempts, 3);
    assert.deepEqual(permit.told, ["1", "1 unknown", "2", "2 rejected", "3", "3 received"]);
    assert.equal(records[0]?.credits, 300);
  });
});

describe("Requests that never leave", () => {
  withoutPauses();

  async function closedPort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    server.close();
    await once(server, "close");
    return typeof address === "object" && address ? address.port : 0;
  }

  const addresses: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
    ["a closed port", async () => `http://127.0.0.1:${await closedPort()}`, /ECONNREFUSED/],
    ["a closed port of both families", async () => `http://localhost:${await closedPort()}`, /ECONNREFUSED/],
    ["a port that fetch refuses", () => Promise.resolve("http://127.0.0.1:9"), /^bad port$/],
    ["an unknown name", () => Promise.resolve("http://library.invalid"), /ENOTFOUND|EAI_AGAIN/],
  ];

  for (const [name, address, code] of addresses) {
    for (const route of routes) {
      it(`${name}, ${route.name}: three attempts, nothing charged`, async () => {
        const permit = openPermit();
        // A resolver may take its time to know nothing of a name.
        const { library, records } = clientOf(await address(), { timeoutMs: 100_000 });
        const error = await failureOf(route.call(library, permit));
        assert.deepEqual([error.code, error.charge, error.attempts], ["notSent", "none", 3]);
        assert.match(error.specifics ?? "", code);
        assert.deepEqual(permit.told, route.paid ? ["1", "1 notSent", "2", "2 notSent", "3", "3 notSent"] : []);
        assert.equal(records[0]?.credits, 0);
      });
    }
  }

  for (const certificate of ["selfSigned", "selfSignedAndExpired", "wrongHost"] as const) {
    for (const route of routes) {
      it(`an untrusted certificate (${certificate}), ${route.name}: nothing gets through`, async () => {
        const server = await new Authority().serve(certificate);
        const permit = openPermit();
        const { library, records } = clientOf(server.url);
        const error = await failureOf(route.call(library, permit));
        const asked = server.asked();
        await server.close();
        const { code, charge, attempts, obstacle } = error;
        assert.deepEqual([code, charge, attempts, obstacle, asked], ["notSent", "none", 3, "certificate", 0]);
        assert.match(error.specifics ?? "", /SELF_SIGNED_CERT|CERT_HAS_EXPIRED|UNABLE_TO_VERIFY/);
        assert.deepEqual(permit.told, route.paid ? ["1", "1 notSent", "2", "2 notSent", "3", "3 notSent"] : []);
        assert.deepEqual(
          records.map(({ credits }) => credits),
          [0],
        );
      });
    }
  }

  it("a proxy's refusal as VS Code's fetch reports it: nothing charged", async () => {
    const { fetch: real } = globalThis;
    // The same happens with a real proxy in `test/host/proxy.test.ts`.
    const words = "Proxy response (407) !== 200 when HTTP Tunneling";
    const refusal = Object.assign(new DOMException(words, "AbortError"), { cause: undefined });
    const cause = new Error("Request was cancelled.", { cause: refusal });
    globalThis.fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const permit = openPermit();
    try {
      const call = clientOf("https://library.invalid").library.search(request, undefined, permit);
      const { code, charge, attempts, obstacle, specifics } = await failureOf(call);
      assert.deepEqual(
        [code, charge, attempts, obstacle, specifics],
        ["notSent", "none", 3, "proxy", "the proxy answered 407"],
      );
      assert.deepEqual(permit.told.at(-1), "3 notSent");
    } finally {
      globalThis.fetch = real;
    }
  });

  it("https spoken to a plain http port", async () => {
    const server = await startMisbehaving(replies.ok({}));
    const error = await failureOf(clientOf(server.url.replace("http", "https")).library.filters("native"));
    await server.close();
    assert.deepEqual([error.code, error.specifics], ["notSent", "ERR_SSL_WRONG_VERSION_NUMBER"]);
    assert.equal(server.requests.length, 0);
  });

  it("is tried once if the user wants no retry", async () => {
    const permit = openPermit();
    const { library } = clientOf(`http://127.0.0.1:${await closedPort()}`, { paidRetry: "never" });
    await failureOf(library.search(request, undefined, permit));
    assert.deepEqual(permit.told, ["1", "1 notSent"]);
  });

  it("counts an earlier attempt that may have been charged", async () => {
    const server = await startMisbehaving(replies.failed(1009));
    const permit = openPermit();
    const { library } = clientOf(server.url, { paidRetry: "always" });
    const closing = {
      ...permit,
      beforeAttempt: async (attempt: number) => (attempt === 2 ? server.close() : undefined),
    };
    const error = await failureOf(library.search(request, undefined, closing));
    assert.deepEqual([error.code, error.charge, error.attempts], ["notSent", "unknown", 3]);
  });
});

describe("Redirects", () => {
  it("are never followed: one request, an error that names the target's origin", async () => {
    const other = await startMisbehaving(replies.ok(wireForm));
    const server = await startMisbehaving(replies.ok({}));
    const targets: readonly (readonly [string, string | undefined])[] = [
      [`${other.url}/v2/steal?key=1`, other.url],
      ["/v2/ads/elsewhere", server.url],
      ["", server.url],
      ["none", new URL(server.url).host],
      ["file:///etc/passwd", "file:"],
      ["http://[bad", new URL(server.url).host],
    ];
    for (const [target, named] of targets) {
      for (const status of [301, 302, 303, 307, 308, 304]) {
        for (const route of routes) {
          server.answer(target === "none" ? replies.body("", status) : replies.redirect(status, target));
          const before = server.requests.length;
          const error = await failureOf(route.call(clientOf(server.url).library, openPermit()));
          const charge: Charge = route.paid ? "unknown" : "none";
          assert.deepEqual([error.code, error.status, error.host, error.charge], ["redirected", status, named, charge]);
          assert.equal(server.requests.length - before, 1);
        }
      }
    }
    assert.equal(other.requests.length, 0);
    await Promise.all([server.close(), other.close()]);
  });
});

describe("Canceling", () => {
  const server = useService(replies.hangInBody, [before, after]);

  it("closes the socket, says that it may have been charged, and is no failure", async () => {
    const controller = new AbortController();
    const permit = openPermit();
    const call = failureOf(clientOf(server.url).library.search(request, undefined, permit, controller.signal));
    await server.arrived(1);
    controller.abort();
    const error = await call;
    assert.deepEqual([error.code, error.charge], ["cancelled", "unknown"]);
    assert.deepEqual(permit.told, ["1", "1 unknown"]);
    await server.requests[0]!.closed;
  });

  it("before the start, asks for no permit and sends nothing", async () => {
    const permit = openPermit();
    const { library, records } = clientOf(server.url);
    const error = await failureOf(library.search(request, undefined, permit, AbortSignal.abort()));
    assert.deepEqual([error.code, error.charge, error.attempts], ["cancelled", "none", 0]);
    assert.deepEqual([permit.told, records], [[], []]);
    assert.equal(server.requests.length, 1);
  });

  it("while waiting for a permit, sends nothing", async () => {
    const controller = new AbortController();
    const permit = openPermit();
    const slow = { ...permit, beforeAttempt: () => Promise.resolve(controller.abort()) };
    const error = await failureOf(clientOf(server.url).library.search(request, undefined, slow, controller.signal));
    assert.deepEqual([error.code, error.charge], ["cancelled", "none"]);
    assert.deepEqual(permit.told, ["1 notSent"]);
    assert.equal(server.requests.length, 1);
  });

  it("ends the pause between two attempts", async () => {
    const controller = new AbortController();
    server.answer(replies.failed(1009));
    const { library } = clientOf(server.url, { paidRetry: "always" });
    const permit = openPermit();
    const aborting = { ...permit, afterAttempt: () => Promise.resolve(controller.abort()) };
    const error = await failureOf(library.search(request, undefined, aborting, controller.signal));
    assert.deepEqual([error.code, error.charge, error.attempts], ["cancelled", "unknown", 1]);
  });

  it("sends nothing when the permit is refused", async () => {
    const refused = new Error("over budget");
    const permit = { ...openPermit(), beforeAttempt: () => Promise.reject(refused) };
    const sent = server.requests.length;
    await assert.rejects(clientOf(server.url).library.search(request, undefined, permit), refused);
    assert.equal(server.requests.length, sent);
  });
});
