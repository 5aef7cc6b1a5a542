import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Panels } from "../../../src/views/panel/panels";
import { useLibrary } from "../../support/fixtures";
import type { Seen } from "../../support/misbehaving";
import { hangAfterHeaders, hangBeforeHeaders, hangInBody } from "../../support/misbehavingReplies";
import { listening, openPageOfTest } from "../../support/pageOfTest";
import { usePanelBench } from "./panelBench";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes that are held after all that can go is gone. */
async function heapInUse(): Promise<number> {
  await new Promise(setImmediate);
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const query = { platform: "native", choices: [] };

describe("after panels", () => {
  const library = useLibrary();
  const { bench } = usePanelBench(library);

  /** A panel that asked its first question, and what its page heard. */
  async function opened(panels: Panels) {
    const { panel, say, ask, answerTo } = openPageOfTest();
    await panels.adopt(panel, undefined);
    assert.equal((await ask("open", { memory: { platform: "native", draft: query } })).kind, "answer");
    return { panel, say, ask, answerTo };
  }

  for (const [name, reply] of Object.entries({ hangBeforeHeaders, hangAfterHeaders, hangInBody })) {
    it(`a search that is canceled twice closes its socket and is told as canceled (${name})`, async () => {
      const { around } = bench();
      const { say, ask, answerTo } = await opened(new Panels(around));
      library.next(reply);
      say({ kind: "ask", id: 2, method: "search", params: { query } });
      await library.paidArrived(1);
      say({ kind: "cancel", id: 2 });
      say({ kind: "cancel", id: 2 });
      await library.paid()[0]!.closed;
      assert.equal((await answerTo(2)).failure?.code, "cancelled");
      assert.equal((await ask("search", { query })).kind, "answer");
    });
  }

  it("a free question in progress ends with its panel", async () => {
    const { around } = bench();
    const { panel, say } = await opened(new Panels(around));
    // The form of the platform that the panel began with may arrive at any time.
    const asked = new Promise<Seen>((arrived) =>
      library.behave((exchange) =>
        exchange.seen.target.includes("/filters/publishers") ? arrived(exchange.seen) : library.usual(exchange),
      ),
    );
    const params = { platform: "native", filter: "publishers", text: "a" };
    say({ kind: "ask", id: 2, method: "filterItems", params });
    const { closed } = await asked;
    panel.dispose();
    await closed;
  });

  it("200 closed panels leave no listener, object, or memory behind", async () => {
    const { around } = bench();
    const panels = new Panels(around);
    const before = listening.count;
    const held = { panels: [] as WeakRef<object>[], sessions: [] as WeakRef<object>[], pages: [] as WeakRef<object>[] };
    const heap: number[] = [];
    for (let times = 0; times < 200; times += 1) {
      const { panel, ask } = await opened(panels);
      held.panels.push(new WeakRef(panels.current!));
      held.sessions.push(new WeakRef(panels.current!.session));
      held.pages.push(new WeakRef(panel.webview));
      await Promise.all([ask("boughtPages", { query, lastHit: "5" }), ask("preview", { query })]);
      panel.dispose();
      if (times === 49 || times === 199) heap.push(await heapInUse());
    }
    assert.equal(listening.count, before);
    assert.equal(panels.current, undefined);
    for (const [name, refs] of Object.entries(held)) {
      const left = refs.filter((ref) => ref.deref() !== undefined).length;
      assert.ok(left <= 2, `${left} ${name} are still held`);
    }
    // 150 more panels with their pages and forms: what VS Code itself does meanwhile is far less than they would hold.
    const [early = 0, late = 0] = heap;
    assert.ok(late - early < 16_000_000, `the heap grew from ${early} to ${late} bytes`);
    assert.equal(library.paid().length, 0);
  });
});
