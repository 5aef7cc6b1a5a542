import fc from "fast-check";
import assert from "node:assert/strict";
import type { PanelMemory } from "../../../src/protocol/panel";
import { Panels } from "../../../src/views/panel/panels";
import { KeptMemories } from "../../../src/views/panel/session";
import { shareLibrary } from "../../support/fixtures";
import { damages } from "../../support/damage";
import { times } from "../../support/long";
import { openPageOfTest } from "../../support/pageOfTest";
import { fullMemory } from "../../support/panelMemories";
import { usePanelBench } from "./panelBench";

/** What VS Code would hand over of a damaged state: JSON where it still is, else a text. */
function readBack(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return bytes.toString();
  }
}

interface Opened {
  readonly platform?: string;
  readonly memory?: PanelMemory;
  readonly panel?: object;
}

const count = times(250, 1000);

/** How VS Code's store may fail. */
const refusals: Readonly<Record<string, () => Promise<void>>> = {
  refuses: () => Promise.reject(new Error("no space left")),
  throws: () => {
    throw new Error("no space left");
  },
  "never answers": () => new Promise(() => undefined),
};

describe("a panel's memory", () => {
  const library = shareLibrary();
  const { bench } = usePanelBench(library);

  for (const type of ["explorer", "archive"] as const) {
    it(`opens the ${type} whatever became of it, its own or the one that was kept, for nothing (${count} of them)`, async () => {
      const { around, stack, kept, failures } = bench();
      const panels = new Panels(around);
      const good = Buffer.from(JSON.stringify(fullMemory));
      let read = 0;
      for (const damage of fc.sample(damages, { numRuns: count, seed: 9 })) {
        const memory = readBack(damage(good));
        for (const platform of ["native", "mega"])
          kept.set(["explorer", stack.clients.formsName(), platform].join("\n"), readBack(damage(good)));
        const { panel, ask } = openPageOfTest(`adLibrary.${type}`);
        await panels.adopt(panel, undefined);
        const { kind, value } = await ask<Opened>(type === "explorer" ? "open" : "openArchive", { memory });
        assert.equal(kind, "answer", JSON.stringify(memory).slice(0, 300));
        assert.ok(value?.platform ?? value?.panel);
        if (value?.memory) {
          read += 1;
          assert.doesNotThrow(() => JSON.stringify(value.memory));
          assert.ok(value.memory.draft.choices.every(({ filter }) => typeof filter === "string"));
        }
        panel.dispose();
      }
      assert.ok(read > count / 100 && read < count * 0.99, `${read} could be read`);
      assert.deepEqual(failures, []);
      assert.equal(library.paid().length, 0);
    });
  }

  for (const [how, update] of Object.entries(refusals)) {
    it(`is lost, and nothing else, where the store ${how}`, async () => {
      const { around, stack, failures } = bench();
      const memento = { keys: () => [], get: () => undefined, update };
      const memories = new KeptMemories(memento, () => stack.clients.formsName());
      const panels = new Panels({ ...around, services: { ...around.services, memories } });
      const { panel, say, ask, answerTo } = openPageOfTest();
      await panels.adopt(panel, undefined);
      const opened = ask("open", { memory: fullMemory });
      say({ kind: "ask", id: 1, method: "keep", params: { memory: fullMemory } });
      const previewed = ask("preview", { query: { platform: "native", choices: [] } });
      assert.deepEqual([(await opened).kind, (await previewed).kind], ["answer", "answer"]);
      if (how === "never answers") assert.deepEqual(failures, []);
      else assert.deepEqual([(await answerTo(1)).kind, failures], ["failure", ["keep: Error: no space left"]]);
      panel.dispose();
    });
  }
});
