import assert from "node:assert/strict";
import { workingVersion } from "../../../src/api/adLibrary";
import { type Reply } from "../../support/misbehaving";
import { useService } from "../../support/fixtures";
import { body, failed, ok, redirect } from "../../support/misbehavingReplies";
import { groupV1 } from "../../support/v1Answers";
import { wireForm } from "./answers";
import { clientOf, failureOf } from "./client";

describe("detecting a key's version", () => {
  const service = useService(ok([]), [before, after]);

  /** A service with one answer for the routes of each version; gives the version, and the routes asked for. */
  function found(v2: Reply, v1: Reply, first?: "v1") {
    service.answer((exchange) => (exchange.seen.target.startsWith("/v2/") ? v2 : v1)(exchange));
    const before = service.requests.length;
    const asked = () => service.requests.slice(before).map(({ target }) => target);
    const version = workingVersion(
      (of) => clientOf(service.url, { version: of }).library,
      ["native"],
      undefined,
      first,
    );
    return { version, asked };
  }

  it("V2 if it works, with no V1 request", async () => {
    const { version, asked } = found(ok(wireForm), ok(groupV1));
    assert.equal(await version, "v2");
    assert.deepEqual(asked(), ["/v2/ads/native/filters"]);
  });

  for (const [name, reply] of [
    ["refuses the key", failed(1004)],
    ["has no such route", body("<html>404</html>", 404)],
  ] as const) {
    it(`V1 if V2 ${name}`, async () => {
      const { version, asked } = found(reply, ok(groupV1));
      assert.equal(await version, "v1");
      assert.deepEqual(asked(), ["/v2/ads/native/filters", "/v1/filters/native/search"]);
    });
  }

  it("prefers V1 if it is asked for first, else V2", async () => {
    for (const [v1, version, routes] of [
      [ok(groupV1), "v1", ["/v1/filters/native/search"]],
      [failed(1004), "v2", ["/v1/filters/native/search", "/v2/ads/native/filters"]],
    ] as const) {
      const { version: is, asked } = found(ok(wireForm), v1, "v1");
      assert.equal(await is, version);
      assert.deepEqual(asked(), routes);
    }
  });

  it("V2's refusal if V1 refuses too", async () => {
    const { version } = found(failed(1004, "not for V2"), failed(1005, "not for V1"));
    const { serviceCode, serviceText } = await failureOf(version);
    assert.deepEqual([serviceCode, serviceText], [1004, "not for V2"]);
  });

  it("any other failure says nothing about the version", async () => {
    const { version, asked } = found(redirect(302, "https://b.example/"), ok(groupV1));
    assert.equal((await failureOf(version)).code, "redirected");
    assert.equal(asked().length, 1);
  });
});
