import * as fc from "fast-check";
import assert from "node:assert/strict";
import {
  type Call,
  delayAfter,
  freeRetry,
  type KeepUnread,
  OngoingCall,
  paidRetries,
  RetryQuota,
  worthAnother,
} from "../../../src/api/caller";
import { AdLibraryError, type FailureFacts, ifReadable, isUnreadable } from "../../../src/api/errors";
import { Redactor } from "../../../src/api/redact";
import { routeBase } from "../../../src/api/route";
import { failureOfFetch } from "../../../src/api/send";
import { readEnvelope } from "../../../src/api/wire/envelope";
import { type Reply, startMisbehaving } from "../../support/misbehaving";
import * as replies from "../../support/misbehavingReplies";
import { canary, clientOf, failureOf, openPermit } from "./client";

const request = { platform: "mega", body: "{}" } as const;

describe("A call", () => {
  it("reports a reader's error as a bad answer to the permit", async () => {
    const server = await startMisbehaving(replies.ok({}));
    const call: Call<never> = {
      method: "GET",
      segments: ["x"],
      price: 100,
      read: () => {
        throw new RangeError(`Maximum call stack size exceeded at ${canary}`);
      },
    };
    const permit = openPermit();
    const options = { baseUrl: server.url, key: () => canary, timeoutMs: 10_000, paidRetry: "always" } as const;
    const error = await failureOf(new OngoingCall(call, routeBase(server.url), options).toTheEnd(permit));
    await server.close();
    assert.deepEqual([error.code, error.charge, error.status, error.attempts], ["badAnswer", "unknown", 200, 1]);
    assert.deepEqual(permit.told, ["1", "1 unknown"]);
    assert.ok(error.cause instanceof Error && error.cause.message.endsWith("[key]"));
  });

  it("hands over a paid answer that can't be read, unless it came with an HTTP error and says no success", async () => {
    const answers: readonly (readonly [reply: Reply, kept?: string])[] = [
      [replies.ok({}), replies.okText({})],
      [replies.body(replies.okText({ ads: [] }), 500), replies.okText({ ads: [] })],
      [replies.body(Buffer.from("a\xff", "latin1")), "not UTF-8: a\xff"],
      [replies.body("<html>", 502)],
      [replies.body(" ")],
    ];
    for (const [reply, text] of answers) {
      const server = await startMisbehaving(reply);
      const kept: string[] = [];
      const keep: KeepUnread = (unread) => Promise.resolve(kept.push(unread.text) > 0);
      const asked = clientOf(server.url).library.search(request, undefined, openPermit(), undefined, keep);
      assert.deepEqual([(await failureOf(asked)).kept, ...kept], text === undefined ? [undefined] : [100, text]);
      await server.close();
    }
  });

  it("may have a stored answer, which is read only if this version can", () => {
    const read = (text: string) => ifReadable(() => readEnvelope(text));
    assert.deepEqual([read(replies.okText([1])), read("?")], [[1], undefined]);
    assert.throws(() => ifReadable(() => assert.fail("a defect")), /a defect/);
    assert.deepEqual([new SyntaxError("x"), failure("badAnswer"), new Error("x")].map(isUnreadable), [
      true,
      true,
      false,
    ]);
  });
});

const failure = (code: AdLibraryError["code"], facts: Partial<FailureFacts> = {}) =>
  new AdLibraryError(code, { charge: "unknown", ...facts });

describe("The retry quota", () => {
  it("allows ten retries, one more per success, and never more than ten", () => {
    const quota = new RetryQuota();
    const taken = () => Array.from({ length: 12 }, () => quota.take()).filter(Boolean).length;
    assert.equal(taken(), 10);
    quota.giveBack();
    assert.equal(taken(), 1);
    for (let successes = 0; successes < 30; successes += 1) quota.giveBack();
    assert.equal(taken(), 10);
  });
});

describe("A retry", () => {
  const transient = [
    failure("timeout"),
    failure("interrupted"),
    failure("rejected", { serviceCode: 1009 }),
    failure("badAnswer", { status: 503 }),
    failure("rejected", { serviceCode: 5, status: 500 }),
  ];
  const final = [
    failure("rejected", { serviceCode: 1001 }),
    failure("rejected", {}),
    failure("badAnswer"),
    failure("badAnswer", { status: 404 }),
    failure("tooLarge"),
    failure("tooLarge", { status: 200 }),
    failure("redirected", { status: 307 }),
    failure("cancelled"),
    failure("noKey"),
    failure("invalidRequest"),
  ];

  it("follows temporary failures, on free routes and if the user wants it", () => {
    for (const policy of [freeRetry, paidRetries.always]) {
      for (const error of transient)
        assert.deepEqual(
          [1, 2, 3].map((attempt) => worthAnother(policy, attempt, error)),
          [true, true, false],
        );
      for (const error of final) assert.equal(worthAnother(policy, 1, error), false);
      assert.equal(worthAnother(policy, 1, failure("notSent")), true);
    }
  });

  it("follows only unsent requests on paid routes, and none with never", () => {
    for (const error of [...transient, ...final]) {
      assert.equal(worthAnother(paidRetries.whenNotSent, 1, error), false);
      assert.equal(worthAnother(paidRetries.never, 1, error), false);
    }
    const notSent = failure("notSent");
    assert.deepEqual(
      [1, 2, 3].map((attempt) => worthAnother(paidRetries.whenNotSent, attempt, notSent)),
      [true, true, false],
    );
    assert.equal(worthAnother(paidRetries.never, 1, notSent), false);
  });

  it("waits a random time below a doubling bound", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const delay = delayAfter(attempt, random);
          assert.ok(Number.isInteger(delay) && delay >= 0 && delay < Math.min(500 * 2 ** (attempt - 1), 8000));
        },
      ),
    );
    assert.deepEqual(
      [1, 2, 3, 9].map((attempt) => delayAfter(attempt, 0.5)),
      [250, 500, 1000, 4000],
    );
    assert.equal(delayAfter(1, 0), 0);
  });
});

describe("A failed fetch", () => {
  const coded = (code: string, more: object = {}) => Object.assign(new Error("reason"), { code, ...more });
  const kindOf = (root: unknown) => {
    const error = failureOfFetch(new TypeError("fetch failed", { cause: root }), "api.example", new Redactor(""));
    return [error.code, error.charge];
  };

  it("was not sent: names, connections, certificates", () => {
    const codes = [
      ...[
        "ENOTFOUND",
        "EAI_AGAIN",
        "ECONNREFUSED",
        "UND_ERR_CONNECT_TIMEOUT",
        "CERT_HAS_EXPIRED",
        "CERT_NOT_YET_VALID",
      ],
      ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT", "INVALID_CA"],
      ...["ERR_TLS_CERT_ALTNAME_INVALID", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "HOSTNAME_MISMATCH", "CRL_HAS_EXPIRED"],
      ...[
        "ERR_SSL_WRONG_VERSION_NUMBER",
        "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
        "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
      ],
    ];
    for (const code of codes) assert.deepEqual(kindOf(coded(code)), ["notSent", "none"], code);
    for (const code of ["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "ECONNRESET"]) {
      assert.deepEqual(kindOf(coded(code, { syscall: "connect" })), ["notSent", "none"], code);
    }
    assert.deepEqual(
      kindOf(new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH", { syscall: "connect" })])),
      ["notSent", "none"],
    );
  });

  it("may have been sent: everything else", () => {
    for (const code of [
      "ECONNRESET",
      "EPIPE",
      "UND_ERR_SOCKET",
      "ETIMEDOUT",
      "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
      "X",
    ]) {
      assert.deepEqual(kindOf(coded(code, { syscall: "read" })), ["interrupted", "unknown"], code);
    }
    assert.deepEqual(kindOf(new AggregateError([coded("ECONNREFUSED"), coded("ECONNRESET")])), [
      "interrupted",
      "unknown",
    ]);
    for (const root of [
      undefined,
      "text",
      new AggregateError([]),
      new Error(""),
      Object.assign(new Error("x"), { code: 5 }),
    ]) {
      assert.deepEqual(kindOf(root), ["interrupted", "unknown"]);
    }
    assert.equal(failureOfFetch("text", "h", new Redactor("")).code, "interrupted");
  });

  it("names the proxy, and was not sent if that opened no tunnel", () => {
    const cause = coded("ECONNRESET", { syscall: "read" });
    const failed = (more: object) =>
      failureOfFetch(Object.assign(new TypeError("fetch failed", { cause }), more), "api.example", new Redactor(""));
    const { code, proxy } = failed({ proxy: "http://proxy.example" });
    assert.deepEqual([code, proxy], ["interrupted", "http://proxy.example"]);
    const { code: other, charge, obstacle } = failed({ obstacle: "proxy" });
    assert.deepEqual([other, charge, obstacle], ["notSent", "none", "proxy"]);
  });

  it("timed out, or was unreadable", () => {
    for (const code of ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])
      assert.deepEqual(kindOf(coded(code)), ["timeout", "unknown"]);
    for (const code of [
      "HPE_INVALID_CONSTANT",
      "UND_ERR_HEADERS_OVERFLOW",
      "Z_DATA_ERROR",
      "ERR__ERROR_FORMAT_PADDING_1",
    ]) {
      assert.deepEqual(kindOf(coded(code)), ["badAnswer", "unknown"], code);
    }
  });
});
