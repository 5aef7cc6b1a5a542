import assert from "node:assert/strict";
import { once } from "node:events";
import { ChildScript } from "../../../support/childScript";
import { times } from "../../../support/long";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { writtenAddress, writtenText } from "./written";

describe("processes that are killed while they store answers", function () {
  this.timeout(3_600_000);
  const folder = temporaryFolder();
  let script: ChildScript;
  before(async () => (script = await ChildScript.of("test/unit/features/archive/archiveWriter.ts")));
  after(() => script.dispose());

  it("lose no reported answer, and leave none torn", async () => {
    for (let round = 0; round < times(5, 1000); round += 1) {
      const told = new Map<string, number>();
      const windows = ["a", "b"].map(async (window, index) => {
        const name = `${round}${window}`;
        const child = script.start(folder(), name);
        child.on("message", (page) => {
          told.set(name, Number(page));
          if (Number(page) > (round * 7 + index * 5) % 23) child.kill("SIGKILL");
        });
        await once(child, "close");
        return name;
      });
      const archive = openArchive(folder());
      for (const name of await Promise.all(windows)) {
        const pages = await archive.pages(writtenAddress(name), "5");
        assert.ok(pages.length >= told.get(name)!, `${pages.length} of ${told.get(name)} are there`);
        for (const { text, page } of pages) assert.equal(text, writtenText(name, page));
        assert.equal(await archive.ownershipOfPage(writtenAddress(name), pages.length + 1, "5"), "absent");
      }
      await archive.close();
    }
  });
});
