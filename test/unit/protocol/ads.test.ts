import assert from "node:assert/strict";
import { timeOf } from "../../../src/protocol/ads";

describe("times that the service sent", () => {
  it("are UTC without a zone, and not read where they may mean another day elsewhere", () => {
    const noon = Date.parse("2026-01-31T12:00:00Z");
    for (const text of ["2026-01-31T12:00", " 2026-01-31 12:00:00 ", "2026-01-31T13:00:00.000000+01:00"])
      assert.equal(timeOf(text), noon, text);
    assert.equal(timeOf("2026-01-31"), Date.parse("2026-01-31T00:00:00Z"));
    for (const text of ["02/03/2026", "2026-02-30", "2026-13-01T00:00Z", "2026-01-31T25:00Z", "7", "", "Jan 31, 2026"])
      assert.equal(timeOf(text), undefined, text);
    assert.equal(timeOf(undefined), undefined);
  });
});
