import assert from "node:assert/strict";
import * as fc from "fast-check";
import { AdLibraryError, type FailureFacts } from "../../../src/api/errors";
import { failureOfFetch } from "../../../src/api/fetchFailure";
import { delayAfter, freeRetry, paidRetries, RetryQuota, worthAnother } from "../../../src/api/retry";

const failure = (code: AdLibraryError["code"], facts: Partial<FailureFacts> = {}) =>
  new AdLibraryError(code, { charge: "unknown", ...facts });

describe("Leave for repetitions", () => {
  it("is there ten times, once more for each success, and never more than at first", () => {
    const quota = new RetryQuota();
    const taken = () => Array.from({ length: 12 }, () => quota.take()).filter(Boolean).length;
    assert.equal(taken(), 10);
    quota.giveBack();
    assert.equal(taken(), 1);
    for (let successes = 0; successes < 30; successes += 1) quota.giveBack();
    assert.equal(taken(), 10);
  });
});

describe("Another attempt", () => {
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

  it("follows what may pass by itself, on free routes and where the user wants it", () => {
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

  it("follows on paid routes only what never left, and nothing where the user says never", () => {
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

  it("waits under a bound that doubles, at random from nothing on", () => {
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
    const error = failureOfFetch(new TypeError("fetch failed", { cause: root }), "api.example", (text) => text);
    return [error.code, error.charge];
  };

  it("never left: names, connections, certificates", () => {
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

  it("may have left: everything else", () => {
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
    assert.equal(failureOfFetch("text", "h", (text) => text).code, "interrupted");
  });

  it("took too long, or brought what cannot be read", () => {
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
