import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { ChildScript } from "../../../support/childScript";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";
import { closingBodies } from "./closingBodies";

/** How many of the searches are bought. */
async function bought(stack: Stack): Promise<number> {
  let count = 0;
  for (const body of closingBodies) {
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", body));
    count += (await stack.search.bought(frozen)).length;
  }
  return count;
}

describe("a window that is killed", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(() => library.close());

  it("owns every answer that it booked, whenever it was killed", async () => {
    const script = await ChildScript.of("test/unit/features/wallet/closingWindow.ts");
    try {
      for (const turns of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55]) {
        const place = join(folder(), String(turns));
        const before = library.paid().length;
        const child = script.start(place, library.url, library.key);
        const ended = once(child, "close");
        library.next(library.usual, async (exchange) => {
          await library.usual(exchange);
          for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
          child.kill("SIGKILL");
        });
        await ended;
        const stack = openStack(place, library.url, library.key);
        const { received, requests } = (await stack.wallet.report()).service.total;
        assert.ok(received <= (await bought(stack)), `${received} booked as received, after ${turns} turns`);
        // A request is booked before it is sent, so the last one may not have left.
        const arrived = library.paid().length - before;
        assert.ok(arrived === requests || arrived === requests - 1, `${arrived} of ${requests} arrived`);
        assert.ok(requests >= 2);
        await stack.close();
      }
    } finally {
      await script.dispose();
    }
  });
});
