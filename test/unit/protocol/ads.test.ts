import assert from "node:assert/strict";
import { namedStats } from "../../../src/protocol/adFields";
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

describe("numbers of a card", () => {
  it("have a name each, also where the service uses one twice, or the one that the second would get", () => {
    const names = ["Likes", "Likes 2", "Likes", "Likes"];
    const stats = [...names.map((tooltip, value) => ({ tooltip, value })), { icon: "like", value: 4 }, { value: 5 }];
    assert.deepEqual(
      [...namedStats(stats)],
      [
        ["Likes", 0],
        ["Likes 2", 1],
        ["Likes 3", 2],
        ["Likes 4", 3],
        ["like", 4],
        ["#6", 5],
      ],
    );
  });
});
