import assert from "node:assert/strict";
import { inspect } from "node:util";
import * as fc from "fast-check";
import type { AdLibraryOptions } from "../../../src/api/adLibrary";
import { AdLibraryError, amended } from "../../../src/api/errors";
import { failureOfFetch } from "../../../src/api/fetchFailure";
import { redactorOf } from "../../../src/api/redact";
import { startMisbehaving, type Misbehaving, type Reply } from "../../support/misbehaving";
import * as replies from "../../support/misbehavingReplies";
import { wireDetail, wireForm, wireItems, wirePage } from "./answers";
import { canary, clientOf, failureOf, openLeave, withoutPauses } from "./client";
import { times } from "../../support/long";

/** The forms in which the key may turn up. */
const forms = [
  canary,
  encodeURIComponent(canary),
  encodeURIComponent(canary).toLowerCase(),
  Buffer.from(canary).toString("base64").replace(/=*$/, "").slice(0, -1),
  Buffer.from(canary).toString("hex"),
  JSON.stringify(canary).slice(1, -1),
];

/** Everything that can be got out of an error, hidden and inherited properties included. */
function everythingIn(error: unknown): string {
  const parts = [inspect(error, { depth: 20, showHidden: true, getters: true }), JSON.stringify(error), String(error)];
  if (error instanceof Error) parts.push(error.message, error.stack ?? "", everythingIn(error.cause));
  return parts.join("\n");
}

function assertClean(text: string): void {
  for (const form of forms) assert.ok(!text.toLowerCase().includes(form.toLowerCase()), `${form} in ${text}`);
}

describe("The key", () => {
  withoutPauses();
  let server: Misbehaving;
  before(async () => {
    server = await startMisbehaving(replies.ok({}));
  });
  after(() => server.close());

  it("travels in its header, and nowhere else", async () => {
    const { library, records } = clientOf(`${server.url}/base`);
    server.answer(replies.ok(wireForm), replies.ok(wireItems), replies.ok(wirePage()), replies.ok(wireDetail));
    await library.filters("mega");
    await library.filterItems("native", "publishers", "a b");
    await library.search({ platform: "mega", body: "{}" }, { page: 2, lastHit: "5" }, openLeave());
    await library.adDetail({ platform: "native", id: "5" }, openLeave());
    for (const { target, body, headers } of server.requests.slice(-4)) {
      const { "x-api-key": key, ...others } = headers;
      assert.equal(key, canary);
      assertClean(target + body + JSON.stringify(others));
    }
    assertClean(JSON.stringify(records));
  });

  it("is read once per request, so that a new one counts at once", async () => {
    const keys = ["first", "second"];
    const { library } = clientOf(server.url, { key: () => keys.shift() });
    server.answer(replies.failed(1009), replies.ok(wireForm), replies.ok(wireForm));
    await library.filters("native");
    await library.filters("native");
    assert.deepEqual(
      server.requests.slice(-3).map(({ headers }) => headers["x-api-key"]),
      ["first", "first", "second"],
    );
  });

  const echoes: readonly (readonly [string, Reply])[] = [
    ["a failure that repeats it", replies.failed(7, `invalid key ${canary}`)],
    ["a failure that repeats it in other writings", replies.failed(7, forms.join(" "))],
    ["a page that prints the headers", ({ seen, response }) => response.end(`<html>${inspect(seen.headers)}</html>`)],
    ["a 500 with it", replies.body(`x-api-key: ${canary}`, 500)],
    ["broken text with it", replies.body(Buffer.concat([Buffer.from(canary), Buffer.of(0xff)]))],
    ["a redirect with it", replies.redirect(302, `https://${encodeURIComponent(canary)}@evil.example/?key=${canary}`)],
    ["a redirect to it", replies.redirect(302, `${canary.replace(/\W/g, "")}://x`)],
    ["a status line with it", replies.raw(`HTTP/1.1 ${canary}\r\n\r\n`)],
    ["headers with it", replies.raw(`HTTP/1.1 200 OK\r\n${canary}\r\n\r\n`)],
  ];
  for (const [name, reply] of echoes) {
    it(`is in no part of the error after ${name}`, async () => {
      const { library, records } = clientOf(server.url);
      server.answer(reply);
      const error = await failureOf(library.search({ platform: "mega", body: "{}" }, undefined, openLeave()));
      assertClean(everythingIn(error));
      assertClean(everythingIn(records));
    });
  }

  const unusable: readonly AdLibraryOptions["key"][] = [
    () => undefined,
    () => "",
    () => `${canary}\n`,
    () => `${canary} ${canary}`,
    () => `${canary}\u0000`,
    () => `${canary}é`,
    () => ` ${canary}`,
  ];
  for (const key of unusable) {
    it(`is not sent as ${JSON.stringify(key())?.replaceAll(canary, "key")}`, async () => {
      const { library, records } = clientOf(server.url, { key });
      const sent = server.requests.length;
      const leave = openLeave();
      const error = await failureOf(library.search({ platform: "mega", body: "{}" }, undefined, leave));
      assert.deepEqual([error.code, error.charge, leave.told, records], ["noKey", "none", [], []]);
      assert.equal(server.requests.length, sent);
      assertClean(everythingIn(error));
    });
  }

  it("is in no copy of a foreign error, however deep", () => {
    const deepest = Object.assign(new Error(`deep ${canary}`), { code: `E_${canary}`, request: { headers: canary } });
    const middle = new TypeError(forms.join(), { cause: deepest });
    const error = failureOfFetch(new Error("fetch failed", { cause: middle }), `${canary}.example`, redactorOf(canary));
    assertClean(everythingIn(error));
    assert.equal(error.code, "interrupted");
    assert.match(everythingIn(error), /\[key\]/);
    const { cause } = error;
    assert.ok(cause instanceof Error && cause.cause instanceof Error && cause.cause.cause instanceof Error);
    assert.deepEqual([cause.cause.name, "request" in cause.cause.cause], ["TypeError", false]);
  });

  it("is in no offending value", () => {
    const problems = [{ code: "unknownItem" as const, value: canary }, { code: "badPage" as const }];
    const error = new AdLibraryError("invalidRequest", { charge: "none", problems }, redactorOf(canary));
    assertClean(everythingIn(error));
    assert.deepEqual(error.problems, [{ code: "unknownItem", value: "[key]" }, { code: "badPage" }]);
  });
});

describe("The redactor", () => {
  const names: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

  it("finds a key in every writing, at any place in base64", () => {
    const key = fc.string({
      unit: fc.constantFrom(..."abzAZ09+/=_-.*?()[]{}|^$\\&<>\"'%~!#"),
      minLength: 8,
      maxLength: 60,
    });
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, left, right) => {
        const redact = redactorOf(secret);
        const hex = Buffer.from(secret).toString("hex");
        const writings = [
          secret,
          secret.toUpperCase(),
          encodeURIComponent(secret),
          new URLSearchParams({ k: secret }).toString().slice(2),
          hex.replace(/../g, "%$&"),
          hex,
          JSON.stringify(secret).slice(1, -1),
          JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
          [...secret].map((character) => `&#${character.charCodeAt(0)};`).join(""),
          secret.replaceAll(/[&<>"']/g, (sign) => `&${names[sign]!};`),
        ];
        for (const writing of writings) assert.ok(redact(`${left}${writing}${right}`).includes("[key]"), writing);
        for (const encoding of ["base64", "base64url"] as const) {
          const encoded = Buffer.from(`${left}${secret}${right}`).toString(encoding);
          for (const text of [encoded, encodeURIComponent(encoded), encoded.replaceAll("/", "\\/")])
            assert.match(redact(text), /\[key\]/);
        }
      }),
      { numRuns: times(100, 500) },
    );
  });

  it("leaves nothing of a key in base64, at any place", () => {
    for (let length = 8; length < 12; length += 1) {
      const [secret, redact] = ["k~y?0>9/8+7z".slice(0, length), redactorOf("k~y?0>9/8+7z".slice(0, length))];
      assert.equal(redact(`is ${Buffer.from(secret).toString("base64")}.`), "is [key].");
      for (const before of ["", "x", "xx", "xxx"]) {
        for (const encoding of ["base64", "base64url"] as const) {
          const encoded = Buffer.from(`${before}${secret}yyy`).toString(encoding);
          // The letters of which no bit is the key's.
          const [left, right] = [Math.floor((before.length * 8) / 6), Math.ceil(((before.length + length) * 8) / 6)];
          assert.equal(redact(encoded), `${encoded.slice(0, left)}[key]${encoded.slice(right)}`);
        }
      }
    }
  });

  it("leaves other texts alone", () => {
    // Of `abc` in the middle of a group only three letters are its own.
    assert.equal(redactorOf("abc")("YWJj FiY"), "[key] FiY");
    assert.equal(redactorOf("ab")("&undefined;&undefined; YWI"), "&undefined;&undefined; YWI");
    assert.equal(redactorOf("secret-key-1")("secret-key-2 $& a.b"), "secret-key-2 $& a.b");
    assert.equal(redactorOf(undefined)("as it is"), "as it is");
    assert.equal(redactorOf("")("as it is"), "as it is");
    assert.equal(redactorOf("a")("YQ== bad"), "YQ== b[key]d");
  });
});

describe("An error", () => {
  it("is one line without control characters, with what is known", () => {
    const facts = {
      charge: "unknown" as const,
      host: "api.example",
      serviceCode: 7,
      serviceText: "no\n\u001b[31m\u202Eway",
      status: 500,
      attempts: 2,
    };
    const error = new AdLibraryError("rejected", { ...facts, specifics: "" });
    assert.equal(error.message, "The library answered with a failure (api.example; code 7; no [31m way)");
    assert.deepEqual([error.name, error.status, error.attempts, error.cause], ["AdLibraryError", 500, 2, undefined]);
  });

  it("names the filters of its problems", () => {
    const problems = [{ filter: "gender", code: "unknownItem" as const }, { code: "badPage" as const }];
    assert.match(
      new AdLibraryError("invalidRequest", { charge: "none", problems }).message,
      /\(gender: unknownItem; badPage\)$/,
    );
  });

  it("copies whatever was thrown", () => {
    const copies = ["text", 5, { message: "object" }].map(
      (cause) => new AdLibraryError("badAnswer", { charge: "none", cause }).cause,
    );
    assert.deepEqual(copies.map(String), ["Error: text", "Error: not an error", "Error: not an error"]);
    let chain = new Error("end");
    for (let depth = 0; depth < 20; depth += 1) chain = new Error("link", { cause: chain });
    delete chain.stack;
    let length = 0;
    for (
      let link: unknown = new AdLibraryError("badAnswer", { charge: "none", cause: chain }).cause;
      link instanceof Error;
      link = link.cause
    )
      length += 1;
    assert.equal(length, 6);
  });

  it("can be told more, and keeps the rest", () => {
    const error = new AdLibraryError("timeout", { charge: "unknown", specifics: "d", cause: new Error("c") });
    const more = amended(error, { host: "h" });
    assert.deepEqual(
      [more.code, more.charge, more.specifics, more.host, String(more.cause)],
      ["timeout", "unknown", "d", "h", "Error: c"],
    );
  });
});
