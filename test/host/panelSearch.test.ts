import assert from "node:assert/strict";
import { Panels } from "../../src/views/panel/panels";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openPageOfTest } from "../support/pageOfTest";
import { temporaryFolder } from "../support/temporaryFolder";
import { panelBench } from "./security/panelBench";

const query = { platform: "native", choices: [] };

interface Frame {
  readonly kind: string;
  readonly id: number;
  readonly value?: {
    readonly page?: { readonly page: number };
    readonly owned?: readonly { readonly pages: number }[];
  };
  readonly failure?: { readonly code: string; readonly charge: string };
}

describe("a search of a panel", function () {
  this.timeout(30_000);
  const folder = temporaryFolder();
  let library: CountedLibrary;
  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(() => library.close());

  async function opened() {
    const { around, stack } = panelBench(folder(), library.url, library.key);
    const { panel, heard, say } = openPageOfTest();
    await new Panels(around).adopt(panel);
    let last = 0;
    const ask = async (method: string, params: unknown): Promise<Frame> => {
      const id = ++last;
      say({ kind: "ask", id, method, params });
      for (;;) {
        const found = (heard as Frame[]).find((frame) => frame.id === id);
        if (found) return found;
        await new Promise(setImmediate);
      }
    };
    await ask("open", { memory: { platform: "native", draft: query } });
    return { panel, ask, stack };
  }

  it("is answered with what is owned where that is wanted, and costs only where nothing is", async () => {
    const { ask, stack } = await opened();
    const first = await ask("search", { query, unlessOwned: true });
    assert.equal(first.value?.page?.page, 1);
    assert.equal(library.paid().length, 1);
    const second = await ask("search", { query, unlessOwned: true });
    assert.deepEqual(
      second.value?.owned?.map(({ pages }) => pages),
      [1],
    );
    assert.equal(library.paid().length, 1);
    await ask("search", { query });
    assert.equal(library.paid().length, 2);
    await stack.close();
  });

  it("is not sent any more when the panel was closed while it was found out what is owned", async () => {
    const { panel, ask, stack } = await opened();
    const answer = ask("search", { query, unlessOwned: true });
    panel.dispose();
    assert.deepEqual(await answer.then(({ failure }) => [failure?.code, failure?.charge]), ["cancelled", "none"]);
    assert.equal(library.paid().length, 0);
    await stack.close();
  });
});
