import assert from "node:assert/strict";
import { isIndividual, platforms, type PlatformSegments } from "../../../src/protocol/platforms";
import { routeBase, routeUrl } from "../../../src/api/route";
import { type Reply } from "../../support/misbehaving";
import { useService } from "../../support/fixtures";
import * as replies from "../../support/misbehavingReplies";
import { wireDetail, wireForm, wireItems, wirePage } from "./answers";
import { clientOf, failureOf, openPermit, segments } from "./client";

const good: Reply = (exchange) => {
  const { method, target } = exchange.seen;
  const data =
    method === "POST"
      ? wirePage()
      : target.includes("/filters/")
        ? wireItems
        : target.endsWith("/filters")
          ? wireForm
          : { ...wireDetail, id: undefined };
  return replies.ok(data)(exchange);
};

describe("Routes", () => {
  const server = useService(good, [before, after]);

  it("are those of the contract, on all platforms", async () => {
    const { library } = clientOf(server.url);
    for (const { token } of platforms) {
      const first = server.requests.length;
      await library.filters(token);
      await library.filterItems(token, "owner_categories", "a");
      await library.search({ platform: token, body: '{"gender":[1]}' }, undefined, openPermit());
      await library.search(
        { platform: token, body: '{"gender":[1]}' },
        { page: 2, lastHit: "9007199254740993" },
        openPermit(),
      );
      if (isIndividual(token)) await library.adDetail({ platform: token, id: "9007199254740993" }, openPermit());
      const lines = server.requests
        .slice(first)
        .map(({ method, target, body }) => `${method} ${target} ${body}`.trim());
      const base = `/v2/ads/${token}`;
      assert.deepEqual(lines, [
        `GET ${base}/filters`,
        `GET ${base}/filters/owner_categories?search=a`,
        `POST ${base}/search {"gender":[1],"page":1}`,
        `POST ${base}/search {"gender":[1],"page":2,"last_hit":9007199254740993}`,
        ...(isIndividual(token) ? [`GET ${base}/9007199254740993`] : []),
      ]);
    }
  });

  it("send JSON where they send a body, and no more headers than needed", async () => {
    const { library } = clientOf(server.url);
    await library.search({ platform: "native", body: "{}" }, undefined, openPermit());
    await library.filters("native");
    const [search, filters] = server.requests.slice(-2).map(({ headers }) => headers);
    assert.deepEqual([search?.["content-type"], filters?.["content-type"]], ["application/json", undefined]);
    for (const name of ["cookie", "authorization", "referer", "origin"]) assert.equal(search?.[name], undefined);
  });

  it("encode typed text", async () => {
    const { library } = clientOf(server.url);
    for (const text of ["a b&c=d#e?f/g+h", "éש👍", "%2e%2e", "\ud800 lone", "", "..", "\r\nx-evil: 1"]) {
      await library.filterItems("native", "publishers", text);
      const { target, headers } = server.requests.at(-1)!;
      const url = new URL(target, server.url);
      assert.equal(url.pathname, "/v2/ads/native/filters/publishers");
      assert.deepEqual([...url.searchParams], [["search", text.replace("\ud800", "\ufffd")]]);
      assert.equal(headers["x-evil"], undefined);
      assert.doesNotMatch(target, /\+/);
    }
  });

  it("use the operator's segments, each as one segment", async () => {
    const own: PlatformSegments = { ...segments, native: "my/../native?x#y%2f", mega: ".." };
    const { library } = clientOf(server.url, { segments: own });
    await library.filters("native");
    assert.equal(server.requests.at(-1)!.target, "/v2/ads/my%2F..%2Fnative%3Fx%23y%252f/filters");
    const sent = server.requests.length;
    assert.equal((await failureOf(library.filters("mega"))).code, "invalidRequest");
    assert.equal(server.requests.length, sent);
  });

  for (const name of ["", ".", "..", "a\u0000b", "\ud800"]) {
    it(`refuse the filter name ${JSON.stringify(name)}`, async () => {
      const { library, records } = clientOf(server.url);
      const sent = server.requests.length;
      const error = await failureOf(library.filterItems("native", name, "a"));
      assert.deepEqual(
        [error.code, error.charge, server.requests.length, records],
        ["invalidRequest", "none", sent, []],
      );
    });
  }

  for (const id of ["", "1/../../x", "1.5", "01", "abc", "..", "1 ", "9".repeat(41)]) {
    it(`refuse the ad id ${JSON.stringify(id)}`, async () => {
      const permit = openPermit();
      const sent = server.requests.length;
      const error = await failureOf(clientOf(server.url).library.adDetail({ platform: "native", id }, permit));
      assert.deepEqual(
        [error.code, error.charge, permit.told, server.requests.length],
        ["invalidRequest", "none", [], sent],
      );
    });
  }

  it("refuse an invalid page before anything is sent", async () => {
    const permit = openPermit();
    const sent = server.requests.length;
    const call = clientOf(server.url).library.search(
      { platform: "native", body: "{}" },
      { page: 0, lastHit: "1" },
      permit,
    );
    assert.deepEqual((await failureOf(call)).problems, [{ code: "badPage", value: "0, 1" }]);
    assert.deepEqual([permit.told, server.requests.length], [[], sent]);
  });

  const prefixes = [
    "",
    "/",
    "//",
    "/base",
    "/base/",
    "/a/b//",
    "/base?x=1",
    "/base#f",
    "/b%20c",
    "/ü",
    "/./x/../base",
    "/B;c=1",
  ];
  for (const prefix of prefixes) {
    it(`keep a base URL's path before every route: ${prefix || "none"}`, async () => {
      const first = server.requests.length;
      const { library, records } = clientOf(server.url + prefix);
      await library.filters("native");
      await library.filterItems("native", "publishers", "a");
      await library.search({ platform: "native", body: "{}" }, undefined, openPermit());
      await library.adDetail({ platform: "native", id: "5" }, openPermit());
      await library.filters("mega");
      await library.search({ platform: "mega", body: "{}" }, undefined, openPermit());
      const path = new URL(server.url + prefix).pathname.replace(/\/+$/, "");
      const routes = ["native/filters", "native/filters/publishers?search=a", "native/search", "native/5"];
      assert.deepEqual(
        server.requests.slice(first).map(({ target }) => target),
        [...routes, "mega/filters", "mega/search"].map((route) => `${path}/v2/ads/${route}`),
      );
      assert.deepEqual(
        records.map(({ credits }) => credits),
        [0, 0, 100, 100, 0, 100],
      );
    });
  }
});

describe("Base URLs", () => {
  const joined: readonly (readonly [string, string])[] = [
    ["https://api.example", "https://api.example/v2/x"],
    ["https://api.example/", "https://api.example/v2/x"],
    ["HTTPS://API.Example:443/Base/", "https://api.example/Base/v2/x"],
    ["https://api.example:8443/base", "https://api.example:8443/base/v2/x"],
    ["https://api.example/base/?key=1#top", "https://api.example/base/v2/x"],
    ["http://[::1]:8080/p", "http://[::1]:8080/p/v2/x"],
    ["http://127.0.0.1:1", "http://127.0.0.1:1/v2/x"],
    ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC/v2/x"],
    [" https://api.example ", "https://api.example/v2/x"],
    ["https:\\\\api.example\\base", "https://api.example/base/v2/x"],
    ["https://api.example//", "https://api.example/v2/x"],
    ["https://api.example/a/../b", "https://api.example/b/v2/x"],
  ];
  for (const [base, url] of joined) {
    it(`join: ${base}`, () => assert.equal(routeUrl(routeBase(base), ["v2", "x"]).href, url));
  }

  it("have neither query nor fragment", () =>
    assert.equal(routeBase("https://api.example/base?key=1#top").href, "https://api.example/base/"));

  it("accept only valid segments", () => {
    const base = routeBase("https://api.example");
    for (const name of ["a..", "..a", "a.", ".a", "..."])
      assert.equal(routeUrl(base, ["v2", name]).pathname, `/v2/${name}`);
    for (const name of ["", ".", "..", "a\n"])
      assert.throws(
        () => routeUrl(base, ["v2", name]),
        new RegExp(`"${name.replaceAll(".", "\\.").trim()}.*cannot stand in a path`, "s"),
      );
  });

  const refused = [
    "",
    "api.example",
    "ftp://api.example",
    "xhttp://api.example",
    "httpx://api.example",
    "file:///x",
    "javascript:alert(1)",
    "sample:",
    "https://",
    "https://u@x",
    "https://u:secret@x",
    "https://:secret@x",
  ];
  for (const base of refused) {
    it(`are refused: ${base || "an empty one"}`, () => {
      assert.throws(
        () => clientOf(base),
        (error: Error & { code?: string; charge?: string }) => {
          assert.deepEqual(
            [error.code, error.charge, error.message.includes("secret")],
            ["invalidRequest", "none", false],
          );
          assert.match(error.message, /must be an http or https URL without user name and password/);
          return true;
        },
      );
    });
  }
});
