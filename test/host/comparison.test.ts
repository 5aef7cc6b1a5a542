import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ComparedCard, StateCounts } from "../../src/protocol/runs";
import { AllowedSearches } from "../../src/features/wallet/agreements";
import { ProgramSpending } from "../../src/views/commands/programSpending";
import { Refusals } from "../../src/views/spending";
import { runCommands } from "../../src/views/commands/runCommands";
import { moment } from "../../src/views/words";
import { Documents } from "../../src/views/documents";
import { Panels } from "../../src/views/panel/panels";
import { shareLibrary, useLibrary } from "../support/fixtures";
import { openPageOfTest } from "../support/pageOfTest";
import { wireCard, wirePage } from "../unit/api/answers";
import { usePanelBench } from "./security/panelBench";

interface Told {
  readonly memory?: object;
  readonly counts?: StateCounts;
  readonly ads?: readonly ComparedCard[];
  readonly next?: number;
}

const pages = 20;
const onPage = 1000;
const ofEach = pages * onPage;

describe("a comparison of 20,000 with 20,000 ads", () => {
  const library = shareLibrary();
  const { bench } = usePanelBench(library);

  it("is computed in steps that leave room for other questions, with exact counts, for 0 credits", async () => {
    const { around, stack } = bench();
    const { address } = await stack.search.freezeBought({ platform: "facebook", choices: [] });
    // 500 ads vanish and as many appear; of the others each tenth has another title, and each hundredth more likes alone.
    const ad = (id: number, newer: boolean) =>
      wireCard(id, {
        ...(newer && id % 10 === 0 && { title: `Now ${id}` }),
        ...(newer && id % 100 === 1 && { stats: [{ tooltip: "Likes", value: 11, icon: "like" }] }),
      });
    for (const [lastHit, first] of [
      ["1", 1],
      ["2", 501],
    ] as const)
      for (let page = 1; page <= pages; page += 1) {
        const ads = Array.from({ length: onPage }, (_, at) => ad(first + (page - 1) * onPage + at, lastHit === "2"));
        const data = wirePage(ads, { current_page: page, has_next_page: page < pages, last_hit: Number(lastHit) });
        const text = JSON.stringify({ status: "ok", meta: { code: 1000 }, data });
        const receivedAt = `2026-01-0${lastHit}T00:00:00.000Z`;
        await stack.archive.storePage(address, lastHit, page, { text, receivedAt });
      }
    const { panel, ask } = openPageOfTest("adLibrary.comparison");
    const [earlier, newer] = [
      { ...address, lastHit: "1" },
      { ...address, lastHit: "2" },
    ];
    const memory = {
      ...{ platform: "facebook", draft: { platform: "facebook", choices: [] } },
      layout: "table",
      compared: { name: "Shoes", earlier, newer, state: "absent" },
    } as const;
    const panels = new Panels(around);
    await panels.adopt(panel, memory);
    assert.equal(panel.title, "Shoes (Run Comparison)");
    const told = async (method: string, params: unknown) => {
      const { value, failure } = await ask<Told>(method, params);
      assert.equal(failure, undefined);
      return value!;
    };
    const ended = { yet: false };
    const comparison = told("openComparison", { memory }).finally(() => (ended.yet = true));
    // Pages are read from files; what comes after the last of them is work of this one alone.
    const read = stack.archive.page.bind(stack.archive);
    let [others, turns] = [0, 0];
    Object.defineProperty(stack.archive, "page", {
      value: async (...asked: Parameters<typeof read>) => {
        const page = await read(...asked);
        turns = 0;
        return page;
      },
    });
    const tick = () => {
      turns += 1;
      if (!ended.yet) setImmediate(tick);
    };
    tick();
    while (!ended.yet) {
      await told("preview", { query: memory.draft });
      others += 1;
    }
    const { memory: remembered, counts } = await comparison;
    // Then a turn for every 2,000 ads that are compared.
    assert.ok(others >= 2 * pages && turns >= 10, `${others} other questions, ${turns} turns after reading`);
    assert.deepEqual(remembered, memory);
    const [both, titles, figures] = [ofEach - 500, (ofEach - 500) / 10, (ofEach - 500) / 100];
    assert.deepEqual(counts, {
      ...{ launched: 0, firstSeen: 500, untimed: 0, absent: 500, changed: titles + figures, figures },
      ...{ seen: both - titles - figures, notCovered: 0, stopped: 0 },
    });
    // Each state has exactly its ads, few of them in the first answer.
    for (const state of ["firstSeen", "absent", "changed"] as const) {
      const keys: string[] = [];
      for (let from: number | undefined = 0; from !== undefined;) {
        const { ads, next }: Told = await told("comparedAds", { state, from });
        keys.push(...ads!.flatMap(({ card, state: own }) => (own === state ? card.key : [])));
        if (from === 0) assert.equal(keys.length, 60);
        from = next;
      }
      assert.deepEqual([keys.length, new Set(keys).size], [counts[state], counts[state]]);
    }
    assert.equal(library.paid().length, 0);
    panel.dispose();
  });
});

describe("a comparison of two runs", () => {
  const library = useLibrary();
  const { folder, bench } = usePanelBench(library);

  it("has the search's name on its tab, and as text, when the runs were fetched, whatever the snapshot IDs", async () => {
    const { around, stack } = bench();
    const { address } = await stack.search.freezeBought({ platform: "facebook", choices: [] });
    const times = ["2026-01-01T10:11:12.000Z", "2026-01-02T13:14:15.000Z"];
    for (const [at, receivedAt] of times.entries()) {
      const text = JSON.stringify({ status: "ok", meta: { code: 1000 }, data: wirePage([wireCard(1)]) });
      await stack.archive.storePage(address, at === 0 ? "9007199254740997" : "", 1, { text, receivedAt });
    }
    const documents = new Documents();
    const ports = {
      ...stack,
      panels: new Panels(around),
      allowed: new AllowedSearches(folder()),
    };
    const program = new ProgramSpending({ ...ports, refusals: new Refusals() });
    const all = { ...ports, program, documents };
    const row = { lastHit: "9007199254740997", search: { platform: "facebook", body: {} } };
    await runCommands.diffRuns(all, { kind: "run", row });
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "";
    const fetched = `: ${times.map((time) => moment(time, "medium")).join(" ↔ ")}`;
    assert.ok(label.endsWith(fetched), label);
    await runCommands.compareRuns(all, { kind: "run", row });
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map((tab) => tab.label));
    while (!labels().includes(`${label.slice(0, -fetched.length)} (Run Comparison)`))
      await new Promise((changed) => {
        const listening = vscode.window.tabGroups.onDidChangeTabs(() => (listening.dispose(), changed(undefined)));
      });
    assert.equal(library.paid().length, 0);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    documents.dispose();
  });
});
