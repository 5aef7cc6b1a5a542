import assert from "node:assert/strict";
import * as fc from "fast-check";
import { AdLibraryError, amended } from "../../../../src/api/errors";
import { Redactor } from "../../../../src/api/redact";
import { readEnvelope } from "../../../../src/api/wire/envelope";

function failureOf(text: string): AdLibraryError {
  try {
    readEnvelope(text);
  } catch (error) {
    if (error instanceof AdLibraryError) return error;
    throw error;
  }
  throw new Error("The envelope was accepted.");
}

/** As the caller hands it out. */
const shortOf = (text: string) => amended(failureOf(text), {}, new Redactor("some-key"));

describe("The envelope", () => {
  it("succeeds only with ok and 1000", () => {
    assert.deepEqual(readEnvelope('{"status":"ok","meta":{"code":1000,"message":null},"data":[1]}'), [1]);
    assert.deepEqual(readEnvelope('\n{"status":"ok","meta":{"code":1000},"data":{"id":9007199254740993}} '), {
      id: 9007199254740993n,
    });
  });

  const rejected: readonly (readonly [string, unknown])[] = [
    ['{"status":"failed","meta":{"code":1000,"message":"no"},"data":[]}', 1000],
    ['{"status":"ok","meta":{"code":1001,"message":null},"data":{}}', 1001],
    ['{"status":"failed","meta":{"code":1009,"message":"Server Error"},"data":[]}', 1009],
    ['{"status":"failed","meta":{"code":0,"message":"no"},"data":[]}', 0],
    ['{"status":"failed","meta":{"code":-5},"data":[]}', -5],
    ['{"status":"failed","meta":{"code":"1000"},"data":[]}', undefined],
    ['{"status":"failed","meta":{"code":1.5},"data":[]}', undefined],
    ['{"status":"failed","meta":null}', undefined],
    ['{"status":"failed"}', undefined],
    ['{"meta":{"code":1003}}', 1003],
    ['{"status":"OK","meta":{"code":1003}}', 1003],
    ['{"status":"ok","meta":{"code":9007199254740993}}', undefined],
  ];
  for (const [text, code] of rejected) {
    it(`fails: ${text}`, () => {
      const error = failureOf(text);
      assert.deepEqual(
        [error.code, error.charge],
        [code === undefined && !text.includes("failed") ? "badAnswer" : "rejected", "unknown"],
      );
      assert.equal(error.serviceCode, code);
    });
  }

  const noEnvelopes = [
    "{}",
    "[]",
    "null",
    "1000",
    '"ok"',
    '{"status":"ok"}',
    '{"meta":{"code":1000}}',
    '{"status":"OK","meta":{"code":1000}}',
    '{"status":"ok","meta":{"code":"1000"}}',
    '{"status":"ok","meta":{"code":null}}',
    '{"status":"ok","meta":[1000]}',
    '{"status":true,"meta":{"code":1000}}',
    '{"status":["ok"],"meta":{"code":1000}}',
  ];
  for (const text of noEnvelopes) {
    it(`is invalid: ${text}`, () => {
      const error = failureOf(text);
      assert.deepEqual([error.code, error.charge], ["badAnswer", "unknown"]);
      assert.equal(error.specifics, "no envelope");
    });
  }

  it("says what came instead: nothing, or no JSON", () => {
    for (const text of ["", " \n\t"]) {
      const error = failureOf(text);
      assert.deepEqual([error.code, error.charge, error.specifics], ["badAnswer", "unknown", "the body is empty"]);
    }
    // A warning after the JSON cuts nothing off.
    for (const text of ["<html>no</html>", "{]}", " x", '{"a":"}"} <br /> Warning']) {
      const error = failureOf(text);
      assert.deepEqual([error.code, error.charge, error.specifics], ["badAnswer", "unknown", "not JSON"]);
    }
    for (const text of ['{"status":"ok","meta"', '{"status":"ok","data":{}', '{"status":"ok","da}}']) {
      const cut = failureOf(text);
      assert.deepEqual([cut.code, cut.charge, cut.cutOff], ["badAnswer", "unknown", true]);
      assert.equal(cut.specifics, `cut off after ${text.length} characters`);
    }
  });

  it("reports any code, and one line of any message", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.oneof(fc.string({ unit: "binary" }), fc.constant(null)),
        (code, message) => {
          fc.pre(code !== 1000);
          const error = shortOf(JSON.stringify({ status: "failed", meta: { code, message }, data: [] }));
          assert.deepEqual([error.code, error.serviceCode], ["rejected", code]);
          assert.doesNotMatch(error.message + error.serviceText, /\p{Cc}/u);
        },
      ),
    );
    const error = shortOf(JSON.stringify({ status: "failed", meta: { code: 5, message: "m".repeat(1_000_000) } }));
    assert.deepEqual([error.serviceText?.length, error.message.length < 1001], [500, true]);
  });
});
