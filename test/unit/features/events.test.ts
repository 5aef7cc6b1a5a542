import assert from "node:assert/strict";
import { mock } from "node:test";
import { eachMidnight } from "../../../src/features/events";

describe("Each midnight", () => {
  afterEach(() => mock.timers.reset());

  it("calls once a day, also where a day has 23 or 25 hours, until it is disposed", () => {
    const hour = 60 * 60_000;
    const begin = new Date(2026, 2, 1, 22).getTime();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: begin });
    const calls: string[] = [];
    const midnights = eachMidnight(() => calls.push(new Date().toString().slice(0, 24)));
    mock.timers.tick(hour);
    assert.equal(calls.length, 0);
    for (let hours = 0; hours < 365 * 24; hours += 1) mock.timers.tick(hour);
    assert.equal(calls.length, 365);
    assert.ok(
      calls.every((call) => call.endsWith("00:00:00")),
      calls.find((call) => !call.endsWith("00:00:00")),
    );
    midnights.dispose();
    mock.timers.tick(48 * hour);
    assert.equal(calls.length, 365);
  });
});
