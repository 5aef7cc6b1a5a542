import assert from "node:assert/strict";
import { CheckNotes } from "../../../../src/features/runs/checkNotes";
import { temporaryFolder } from "../../../support/temporaryFolder";

const at = "2026-11-25T10:00:00.000Z";

describe("notes of checks", () => {
  const folder = temporaryFolder();

  it("lose nothing when one window reads while another starts or ends a check", async () => {
    const [one, other] = [new CheckNotes(folder()), new CheckNotes(folder())];
    for (let round = 0; round < 60; round += 1) {
      const search = {
        origin: "https://a.example",
        version: "v2",
        platform: "native",
        body: `{"${round}":1}`,
      } as const;
      const last = { at, newAds: 3, stopped: "end", looked: false } as const;
      await one.end(search, last);
      await Promise.all([one.looked(search), other.begin(search, { at, before: ["5"] })]);
      assert.equal((await one.last(search))?.looked, true, `${round}`);
      assert.deepEqual(await other.alone(search, (begun) => Promise.resolve(begun?.before)), ["5"]);
      await one.end(search, last);
      await Promise.all([one.looked(search), other.end(search, { ...last, newAds: 4 })]);
      assert.equal((await one.last(search))?.newAds, 4, `${round}`);
    }
  });
});
