import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PagesOnDisk } from "../../../../src/features/export/pagesOnDisk";

describe("Pages that the disk still takes", () => {
  /** Asks for pages one after the other; the disk takes one when it is told to. */
  async function given(most: number): Promise<{ readonly pages: number[]; readonly take: () => Promise<void> }> {
    const disk = new PagesOnDisk(most);
    const taken: (() => void)[] = [];
    const pages: number[] = [];
    void (async () => {
      for (let page = 1; page <= 9; page++) {
        const lasting = new Promise<void>((resolve) => taken.push(resolve));
        await disk.next(Promise.resolve({ lasting }));
        pages.push(page);
      }
      await disk.settled();
      pages.push(0);
    })();
    await nextTurn();
    const take = async () => {
      taken.shift()?.();
      await nextTurn();
    };
    return { pages, take };
  }

  for (const most of [1, 4]) {
    it(`are at most ${most} when one is given`, async () => {
      const { pages, take } = await given(most);
      for (let done = 0; done <= 9; done++) {
        const expected = Math.min(9, done + most);
        assert.equal(pages.filter((page) => page > 0).length, expected);
        assert.equal(pages.includes(0), done === 9);
        await take();
      }
    });
  }

  it("do not hide that a page was not answered", async () => {
    const disk = new PagesOnDisk();
    await assert.rejects(disk.next(Promise.reject(new Error("lost"))), /lost/);
    await disk.settled();
  });
});
