import assert from "node:assert/strict";
import type { Call } from "../../../src/api/call";
import { Caller } from "../../../src/api/caller";
import { startMisbehaving } from "../../support/misbehaving";
import * as replies from "../../support/misbehavingReplies";
import { canary, failureOf, openLeave } from "./client";

describe("A call", () => {
  it("whose reader stumbles is a bad answer, and its leave is told", async () => {
    const server = await startMisbehaving(replies.ok({}));
    const call: Call<never> = {
      method: "GET",
      segments: ["x"],
      price: 100,
      read: () => {
        throw new RangeError(`Maximum call stack size exceeded at ${canary}`);
      },
    };
    const leave = openLeave();
    const caller = new Caller({ baseUrl: server.url, key: () => canary, timeoutMs: 10_000, paidRetry: "always" });
    const error = await failureOf(caller.call(call, leave));
    await server.close();
    assert.deepEqual([error.code, error.charge, error.status, error.attempts], ["badAnswer", "unknown", 200, 1]);
    assert.deepEqual(leave.told, ["1", "1 unknown"]);
    assert.ok(error.cause instanceof Error && error.cause.message.endsWith("[key]"));
  });
});
