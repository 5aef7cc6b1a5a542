import assert from "node:assert/strict";
import { once } from "node:events";
import { times } from "../../../support/long";
import { ChildScript } from "../../../support/childScript";

describe("a thread", () => {
  const script = ChildScript.forSuite("test/unit/features/threads/endingThread.ts");
  it("keeps its process alive until it has ended, whatever else it answers meanwhile", async () => {
    for (let round = 0; round < times(1, 3); round += 1) {
      const [code] = (await once(script.start(), "close")) as [number | null];
      assert.equal(code, 6);
    }
  });
});
