import assert from "node:assert/strict";
import { checkPlatforms } from "../../../../src/features/connection/freeChecks";
import { isBaseUrlProblem, parseBaseUrl } from "../../../../src/features/connection/baseUrl";
import { tryKey } from "../../../../src/features/connection/freeChecks";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { startMisbehaving, type Misbehaving, type Reply } from "../../../support/misbehaving";
import { body, failed, ok, redirect } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { openStack, type Stack } from "../stack";

const never = new AbortController().signal;
const form = ok({ filters: [{ key: "gender", component: "StringMulti", items: [{ key: 1 }] }] });

describe("testing a connection", () => {
  const folder = temporaryFolder();
  let service: Misbehaving;
  let stack: Stack;
  beforeEach(async () => {
    service = await startMisbehaving(form);
    stack = openStack(folder(), service.url, "k3y");
  });
  afterEach(async () => {
    await stack.close();
    await service.close();
  });

  const on =
    (replies: Readonly<Record<string, Reply>>, usual: Reply): Reply =>
    (exchange) => {
      const segment = exchange.seen.target.split("/")[3] ?? "";
      return (replies[segment] ?? usual)(exchange);
    };
  const found = () =>
    tryKey((version) => {
      const address = parseBaseUrl(service.url);
      assert.ok(!isBaseUrlProblem(address));
      return stack.clients.of(stack.connection.candidate(address, { key: "k3y" }, version));
    }, never);
  const tried = async () => {
    const finding = await found();
    return "failure" in finding ? finding.failure.message : undefined;
  };

  it("takes one free request if the key works, three if it works for some platforms only, and says why a key is refused", async () => {
    assert.equal(await tried(), undefined);
    const asked = service.requests.map(({ method, target }) => `${method} ${target}`);
    assert.deepEqual(asked, ["GET /v2/ads/native/filters"]);
    service.answer(on({ mega: form }, failed(1004, "not enabled")));
    assert.equal(await tried(), undefined);
    assert.equal(service.requests.length, 4);
    service.answer(on({ native: failed(1003, "no such key") }, failed(1004, "not enabled")));
    assert.equal(
      await tried(),
      "The library refused the request: no such key (code 1003). The request was not charged.",
    );
  });

  it("finds V1 for a key that V2 refuses on every platform, without asking V1 for mega", async () => {
    const refused = failed(1004, "not enabled for V2");
    service.answer((exchange) => (exchange.seen.target.startsWith("/v1/") ? form : refused)(exchange));
    assert.deepEqual(await found(), { version: "v1" });
    assert.deepEqual(valuesOf(service.requests, "target"), [
      "/v2/ads/native/filters",
      "/v2/ads/facebook/filters",
      "/v2/ads/mega/filters",
      "/v1/filters/native/search",
    ]);
    service.answer(refused);
    assert.equal(
      await tried(),
      "The library refused the request: not enabled for V2 (code 1004). The request was not charged.",
    );
    const asked = service.requests.slice(7).map(({ target }) => target);
    assert.deepEqual(asked, ["/v1/filters/native/search", "/v1/filters/facebook/search"]);
  });

  it("asks each version once if the base URL is wrong", async () => {
    service.answer(body("<html>Not found</html>", 404));
    assert.match((await tried())!, /not from an ad library\. Check the base URL\. The request was not charged\.$/);
    service.answer(redirect(301, "https://www.ads.example/v2"));
    assert.match((await tried())!, /redirects to https:\/\/www\.ads\.example\./);
    assert.deepEqual(valuesOf(service.requests, "target"), [
      "/v2/ads/native/filters",
      "/v1/filters/native/search",
      "/v2/ads/native/filters",
    ]);
  });

  const checkOf = async ({ clients, forms }: Stack) => {
    const client = await clients.current();
    return checkPlatforms((platform) => forms.fetch(client, platform, never), defaultSegments);
  };
  const check = async () => checkOf(stack);

  it("reports each of the ten platforms, for 0 credits", async () => {
    const findings = await check();
    assert.equal(findings.length, 10);
    assert.ok(findings.every(({ works, words, ms }) => works && words === "Works: 1 filter" && ms >= 0));
    assert.deepEqual(new Set(service.requests.map(({ method }) => method)), new Set(["GET"]));
  });

  it("says that V1 lacks mega, and blames neither its name nor the key", async () => {
    const old = openStack(folder(), service.url, "k3y", { apiVersion: "v1" });
    const findings = await checkOf(old);
    await old.close();
    const lacking = findings.filter(({ works }) => !works);
    assert.deepEqual(
      lacking.map(({ platform, segmentInDoubt }) => [platform.token, segmentInDoubt]),
      [["mega", false]],
    );
    assert.match(lacking[0]!.words, /^V1 can't search all platforms at once\./);
    assert.equal(service.requests.length, 9);
  });

  it("distinguishes a disabled platform from a misnamed one if others work", async () => {
    service.answer(on({ twitter: body("no route", 404), reddit: failed(1004, "not in your plan") }, form));
    const findings = new Map((await check()).map((finding) => [finding.platform.token, finding]));
    assert.match(findings.get("twitter")!.words, /no route for “twitter”\. This library may use another name/);
    assert.match(findings.get("reddit")!.words, /not in your plan.*not enabled for this platform, or.*“reddit”/);
    assert.equal(findings.get("native")!.works, true);
    assert.deepEqual(
      [...findings.values()].filter(({ segmentInDoubt }) => segmentInDoubt).map(({ segment }) => segment),
      ["reddit", "twitter"],
    );
  });

  it("blames no platform name if nothing works", async () => {
    service.answer(failed(1003, "no such key"));
    const findings = await check();
    assert.ok(findings.every(({ works, segmentInDoubt }) => !works && !segmentInDoubt));
    assert.equal(
      findings[0]!.words,
      "The library refused the request: no such key (code 1003). The request was not charged.",
    );
  });
});
