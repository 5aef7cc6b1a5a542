import assert from "node:assert/strict";
import { inspect } from "node:util";
import * as fc from "fast-check";
import type { AdLibraryOptions } from "../../../src/api/adLibrary";
import { AdLibraryError, amended } from "../../../src/api/errors";
import { failureOfFetch } from "../../../src/api/send";
import { Redactor } from "../../../src/api/redact";
import { type Reply } from "../../support/misbehaving";
import { useService } from "../../support/fixtures";
import * as replies from "../../support/misbehavingReplies";
import { wireDetail, wireForm, wireItems, wirePage } from "./answers";
import { canary, clientOf, failureOf, openPermit, withoutPauses } from "./client";
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
  const server = useService(replies.ok({}), [before, after]);

  it("is sent only in its header", async () => {
    const { library, records } = clientOf(`${server.url}/base`);
    server.answer(replies.ok(wireForm), replies.ok(wireItems), replies.ok(wirePage()), replies.ok(wireDetail));
    await library.filters("mega");
    await library.filterItems("native", "publishers", "a b");
    await library.search({ platform: "mega", body: "{}" }, { page: 2, lastHit: "5" }, openPermit());
    await library.adDetail({ platform: "native", id: "1" }, openPermit());
    for (const { target, body, headers } of server.requests.slice(-4)) {
      const { "x-api-key": key, ...others } = headers;
      assert.equal(key, canary);
      assertClean(target + body + JSON.stringify(others));
    }
    assertClean(JSON.stringify(records));
  });

  it("is read once per request, so that a new one applies at once", async () => {
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
      const error = await failureOf(library.search({ platform: "mega", body: "{}" }, undefined, openPermit()));
      assertClean(everythingIn(error));
      assertClean(everythingIn(records));
    });
  }

  const cuts: Readonly<Record<string, (text: string) => Reply>> = {
    "a failure's message": (text) => replies.failed(7, text),
    "a page that is not JSON": (text) => replies.body(`<p>${text}</p>`),
    "JSON without an envelope": (text) => replies.body(JSON.stringify({ oops: text })),
    "JSON that is cut off": (text) => replies.body(`{"status":"ok","oops":"${text}`),
    "another status": (text) => replies.body(text, 502),
    "a text that is not UTF-8": (text) => replies.body(Buffer.concat([Buffer.from(text), Buffer.of(0xff)])),
    "a text in UTF-16": (text) => replies.body(Buffer.from(text, "utf16le")),
  };
  for (const [name, reply] of Object.entries(cuts)) {
    it(`leaves no part of it if a clip goes through it, in ${name}`, async () => {
      const { library } = clientOf(server.url);
      for (const form of forms) {
        const parts = Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8).toLowerCase());
        // The clips are after 80 and after 500 characters, some of which are words of ours.
        for (let at = 0; at < form.length + 20; at += times(3, 1)) {
          const [before, after] = name.includes("cut off")
            ? ["", at]
            : [". ".repeat(name.includes("message") ? 250 : 40).slice(at), 600];
          server.answer(reply(before + form + " .".repeat(after)));
          const error = await failureOf(library.search({ platform: "mega", body: "{}" }, undefined, openPermit()));
          const texts = `${error.message}\n${error.stack}\n${error.specifics}\n${error.serviceText}`.toLowerCase();
          for (const part of parts) assert.ok(!texts.includes(part), `${part} in ${texts}`);
        }
      }
    });
  }

  it("is removed from a successful answer, and nothing else is", async () => {
    const { library } = clientOf(server.url);
    const escaped = [...canary].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join("");
    const percent = encodeURIComponent(canary).replaceAll("%", "\\u0025");
    // Half of each escape is escaped itself.
    const html = [...canary].map((sign) => `&#\\u0078${sign.charCodeAt(0).toString(16)};`).join("");
    // Each alone: what gives one away must not give away another.
    for (const form of [...forms, `\\\\${canary}`, escaped, percent, html]) {
      const card = `{"id":9007199254740993,"title":"a \\"${form}\\" b","key ${form}":1.50}`;
      server.answer(replies.body(`{"status":"ok", "meta":{"code":1000},"data":{"ads":[${card}]}}`));
      const { value, text } = await library.search({ platform: "mega", body: "{}" }, undefined, openPermit());
      assertClean(text + JSON.stringify(value));
      const [{ id, title } = {}] = value.ads;
      assert.deepEqual([id, title?.replace("\\", "")], ["9007199254740993", 'a "[key]" b'], form);
      assert.equal(text.split('{"id":9007199254740993,"title":').length, 2);
      assert.equal(text.split(":1.50}").length, 2);
    }
  });

  it("stays in an answer's ads if it is as short as a word", async () => {
    for (const [key, shown] of [
      ["status", "status"],
      ["some-banner", "some-banner"],
      ["some-banners", "[key]"],
    ] as const) {
      const { library } = clientOf(server.url, { key: () => key });
      server.answer(replies.ok(wirePage([{ title: key }])), replies.failed(7, `bad key: ${key}`));
      const read = () => library.search({ platform: "mega", body: "{}" }, undefined, openPermit());
      assert.equal((await read()).value.ads[0]?.title, shown);
      assert.equal((await failureOf(read())).serviceText, "bad key: [key]");
    }
  });

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
      const permit = openPermit();
      const error = await failureOf(library.search({ platform: "mega", body: "{}" }, undefined, permit));
      assert.deepEqual([error.code, error.charge, permit.told, records], ["noKey", "none", [], []]);
      assert.equal(server.requests.length, sent);
      assertClean(everythingIn(error));
    });
  }

  it("is in no copy of a nested foreign error", () => {
    const deepest = Object.assign(new Error(`deep ${canary}`), { code: `E_${canary}`, request: { headers: canary } });
    const middle = new TypeError(forms.join(), { cause: deepest });
    const error = failureOfFetch(
      new Error("fetch failed", { cause: middle }),
      `${canary}.example`,
      new Redactor(canary),
    );
    assertClean(everythingIn(error));
    assert.equal(error.code, "interrupted");
    assert.match(everythingIn(error), /\[key\]/);
    const { cause } = error;
    assert.ok(cause instanceof Error && cause.cause instanceof Error && cause.cause.cause instanceof Error);
    assert.deepEqual([cause.cause.name, "request" in cause.cause.cause], ["TypeError", false]);
  });

  it("is in no offending value", () => {
    const problems = [{ code: "unknownItem" as const, value: canary }, { code: "badPage" as const }];
    const error = new AdLibraryError("invalidRequest", { charge: "none", problems }, new Redactor(canary));
    assertClean(everythingIn(error));
    assert.deepEqual(error.problems, [{ code: "unknownItem", value: "[key]" }, { code: "badPage" }]);
  });
});

describe("The redactor", () => {
  it("finds a short key before it clips a text, wherever the cut would go through the key", () => {
    const key = "some-banner";
    const redactor = new Redactor(key);
    for (let at = 0; at <= key.length; at += 1) {
      // White space is shortened, so that what is far behind a clip moves before it.
      const [start, end] = [`a${" ".repeat(319 - at)}${key} b`, `${key}${"b".repeat(80 - at)}`];
      for (const text of [redactor.excerpt(start, 80), redactor.excerpt(end, 80, "end")])
        assert.doesNotMatch(text, /some|bann|nner/, text);
    }
  });

  const names: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

  it("finds a key in every encoding, up to four times over, at any base64 offset", () => {
    const key = fc.string({
      unit: fc.constantFrom(..."abzAZ09+/=_-.*?()[]{}|^$\\&<>\"'%~!#"),
      minLength: 8,
      maxLength: 60,
    });
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, left, right) => {
        const redact = (text: string) => new Redactor(secret).text(text);
        const hex = Buffer.from(secret).toString("hex");
        const codes = [...secret].map((character) => character.charCodeAt(0).toString(16));
        const inJson = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/");
        const inHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&${names[sign]!};`);
        const nested = (write: (text: string) => string, text: string) => write(write(write(write(text))));
        const writings = [
          secret,
          secret.toUpperCase(),
          encodeURIComponent(secret),
          nested(encodeURIComponent, secret),
          nested(inJson, secret),
          nested(inHtml, secret),
          inJson(inJson(inJson(codes.map((code) => `\\u00${code}`).join("")))),
          codes.map((code) => `\\u{${code}}`).join(""),
          new URLSearchParams({ k: secret }).toString().slice(2),
          hex.replace(/../g, "%$&"),
          hex,
          JSON.stringify(secret).slice(1, -1),
          JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
          [...secret].map((character) => `&#${character.charCodeAt(0)};`).join(""),
          inHtml(secret),
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

  it("leaves nothing of a key at any base64 offset", () => {
    for (let length = 8; length < 12; length += 1) {
      const secret = "k~y?0>9/8+7z".slice(0, length);
      const redact = (text: string) => new Redactor(secret).text(text);
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
    assert.equal(new Redactor("abc").text("YWJj FiY"), "[key] FiY");
    assert.equal(new Redactor("ab").text("&undefined;&undefined; YWI"), "&undefined;&undefined; YWI");
    assert.equal(new Redactor("secret-key-1").text("secret-key-2 $& a.b"), "secret-key-2 $& a.b");
    assert.equal(new Redactor("").text("as it is"), "as it is");
    assert.equal(new Redactor("a").text("YQ== bad"), "YQ== b[key]d");
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
    const error = new AdLibraryError("rejected", { ...facts, specifics: "" }, new Redactor(canary));
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

  it("can be extended, and keeps the rest", () => {
    const error = new AdLibraryError("timeout", { charge: "unknown", specifics: "d", cause: new Error("c") });
    const more = amended(error, { host: "h" });
    assert.deepEqual(
      [more.code, more.charge, more.specifics, more.host, String(more.cause)],
      ["timeout", "unknown", "d", "h", "Error: c"],
    );
  });
});
