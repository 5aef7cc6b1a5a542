import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import type { PaintedStart } from "../../src/protocol/paint";
import type { Handover } from "../../src/protocol/panel";
import type { PanelServices } from "../../src/views/panel/panelServices";
import type { AnswerOf, Method, Params } from "../../src/protocol/envelope";
import { defaultSegments } from "../../src/protocol/platforms";
import { adStates } from "../../src/protocol/runs";
import { Panels } from "../../src/views/panel/panels";
import { PreparedPanels } from "../../src/views/panel/preparedPanels";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openPageOfTest } from "../support/pageOfTest";
import { temporaryFolder } from "../support/temporaryFolder";
import { openStack } from "../unit/features/stack";
import { panelBench } from "./security/panelBench";

const draft = { platform: "native" as const, choices: [] };

interface Frame {
  readonly kind: string;
  readonly id?: number;
  readonly fact?: string;
  readonly value?: { readonly handover?: Handover; readonly openAd?: unknown };
}

describe("the beginning of a panel", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(() => library.close());

  /** A panel, and its pages: each asks `open` under a number of its own. */
  async function adopted() {
    const { around, stack } = panelBench(folder(), library.url, library.key);
    const { panel, heard, say } = openPageOfTest();
    const panels = new Panels(around);
    await panels.adopt(panel, { platform: "native", draft });
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
    const handovers = () => (heard as Frame[]).filter(({ fact }) => fact === "handover" || fact === "openAd").length;
    return { explorer: panels.current!, panel, ask, handovers, stack };
  }

  it("hands it over again to the next page where one ended before it asked anything else, and not after", async () => {
    const { explorer, ask, handovers, stack } = await adopted();
    const query = { platform: "native" as const, choices: [] };
    const wanted = explorer.carryOut({ query, run: true });
    const ad = explorer.openAd({ platform: "native", id: "77" });
    for (let page = 0; page < 2; page += 1) {
      const { value } = await ask("open", {});
      assert.deepEqual(
        [value?.handover, value?.openAd],
        [
          { query, run: true },
          { platform: "native", id: "77" },
        ],
      );
    }
    await ask("search", { query });
    assert.ok(await wanted);
    const { value } = await ask("open", {});
    assert.deepEqual([value?.handover, value?.openAd], [undefined, undefined]);
    assert.equal(handovers(), 0);
    assert.equal(library.paid().length, 1);
    ad.catch(() => undefined);
    await stack.close();
  });

  it("has the archive open before the first search", async () => {
    const own = join(folder(), "own");
    const earlier = openStack(own, library.url, library.key);
    await earlier.archive.statNames();
    await earlier.close();
    const { ask, stack } = await adopted();
    await ask("open", {});
    while (!(await readdir(own, { recursive: true })).some((name) => name.endsWith("archive.db-wal"))) await delay(10);
    await stack.close();
    assert.equal(library.paid().length, 0);
  });

  it("hands over only the newer one of two", async () => {
    const { explorer, ask, stack } = await adopted();
    const older = explorer.carryOut({ query: draft, run: true });
    await ask("open", {});
    const newer = { query: { platform: "native" as const, choices: [] }, run: false };
    void explorer.carryOut(newer);
    assert.equal(await older, undefined);
    assert.deepEqual((await ask("open", {})).value?.handover, newer);
    assert.equal(library.paid().length, 0);
    await stack.close();
  });

  it("has its HTML only once the painting is known, and none where it was closed before", async () => {
    const { around, stack } = panelBench(folder(), library.url, library.key);
    let painted: () => void = () => undefined;
    const paint = new Promise<void>((done) => (painted = done)).then(() => () => ({ html: "<p>P</p>", shows: "" }));
    const panels = new Panels({ ...around, makings: { ...around.makings, paint: () => paint } });
    const [stays, goes] = [openPageOfTest().panel, openPageOfTest().panel];
    for (const panel of [stays, goes]) await panels.adopt(panel, { platform: "native", draft });
    goes.dispose();
    assert.equal(stays.webview.html, "");
    painted();
    while (stays.webview.html === "") await new Promise(setImmediate);
    assert.match(stays.webview.html, /<div id="painted" data-shows=""><p>P<\/p><\/div>/);
    assert.equal(goes.webview.html, "");
    await stack.close();
  });

  it("is painted with the page that is on its way, and not at all while the keyring takes its time", async () => {
    const { around, stack } = panelBench(folder(), library.url, library.key);
    const painted: PaintedStart[] = [];
    const paint = () =>
      Promise.resolve((known: PaintedStart) => (painted.push(known), { html: "<p>P</p>", shows: "" }));
    const makings = { ...around.makings, paint };
    const adopt = async (connectionState: PanelServices["connectionState"]) => {
      const { panel } = openPageOfTest();
      const panels = new Panels({ ...around, makings, services: { ...around.services, connectionState } });
      await panels.adopt(panel, { platform: "native", draft });
      const answer = new Promise<never>(() => undefined);
      const cancel = new AbortController();
      panels.current!.session.flight = { asked: { query: draft }, answer, cancel, landed: false };
      while (panel.webview.html === "") await new Promise(setImmediate);
      return panel.webview.html;
    };
    assert.match(await adopt(around.services.connectionState), /<p>P/);
    assert.doesNotMatch(await adopt(() => new Promise(() => undefined)), /<p>P/);
    assert.deepEqual(
      painted.map(({ start }) => start.running),
      [{ query: draft }],
    );
    await stack.close();
  });

  it("is a page without a painting where that fails", async () => {
    const { around, stack, failures } = panelBench(folder(), library.url, library.key);
    const paint = () => Promise.reject(new Error("no painter"));
    const { panel } = openPageOfTest();
    await new Panels({ ...around, makings: { ...around.makings, paint } }).adopt(panel, undefined);
    while (panel.webview.html === "") await new Promise(setImmediate);
    assert.match(panel.webview.html, /<div id="painted"><\/div>/);
    assert.match(failures.join(), /no painter/);
    await stack.close();
  });
});

describe("the searches that an explorer begins with", () => {
  const folder = temporaryFolder();

  it("are the saved ones and those that ran, read for nothing as far as the platform has them", async () => {
    const library = await startCountedLibrary();
    const { around, stack } = panelBench(folder(), library.url, library.key);
    await stack.saved.save("Long", { platform: "native", body: { days_running: [90, 100], gone: [1] } }, undefined);
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", {}));
    await stack.recent.add(stack.search.bodyQuery(frozen), "native");
    const { panel, heard, say } = openPageOfTest();
    await new Panels(around).adopt(panel, { platform: "native", draft });
    let last = 0;
    const ask = async <M extends Method>(method: M, params: Params<M>): Promise<AnswerOf<M>> => {
      const id = ++last;
      say({ kind: "ask", id, method, params });
      for (;;) {
        const found = (heard as { id?: number; value?: AnswerOf<M> }[]).find((frame) => frame.id === id);
        if (found) return found.value!;
        await new Promise(setImmediate);
      }
    };
    const known = await ask("knownSearches", {});
    assert.deepEqual(
      known.map(({ kind, name, platform }) => [kind, name, platform]),
      [
        ["saved", "Long", "native"],
        ["recent", undefined, "native"],
      ],
    );
    const { query, left } = await ask("readSearch", known[0]!);
    assert.deepEqual(
      [query.choices.map(({ filter }) => filter), left.map(({ filter }) => filter)],
      [["days_running"], ["gone"]],
    );
    assert.equal(library.paid().length, 0);
    await stack.close();
    await library.close();
  });
});

describe("a comparison of runs of different searches", () => {
  const folder = temporaryFolder();

  it("has each ad from its own run", async () => {
    const library = await startCountedLibrary();
    const { around, stack } = panelBench(folder(), library.url, library.key);
    const run = async (body: Record<string, unknown>) => {
      const frozen = await stack.search.freeze(await stack.search.fromBody("native", body));
      const { lastHit } = await stack.search.search(frozen, undefined, new AbortController().signal);
      return { address: frozen.address, lastHit: lastHit! };
    };
    const comparison = await stack.runs.compare(await run({}), await run({ days_running: [1, 9] }), true);
    assert.deepEqual(comparison.differs, ["body"]);
    const { panel, heard, say } = openPageOfTest();
    const panels = new Panels(around);
    await panels.adopt(panel, { platform: "native", draft });
    panels.current!.session.comparison = { name: "Two", comparison };
    const sides = new Set<string>();
    for (const [id, state] of adStates.entries()) {
      say({ kind: "ask", id, method: "comparedAds", params: { state, from: 0 } });
      const answer = () =>
        (heard as { id?: number; value?: AnswerOf<"comparedAds"> }[]).find((frame) => frame.id === id);
      while (!answer()) await new Promise(setImmediate);
      const wanted = comparison.ads.filter((ad) => ad.state === state).slice(0, 60);
      const { ads } = answer()!.value!;
      assert.deepEqual(
        ads.map(({ card, of }) => [of, `${card.platform}:${card.id}`]),
        wanted.map(({ of, ad }) => [of, ad]),
      );
      for (const { of } of ads) sides.add(of);
    }
    assert.equal(sides.size, 2);
    await stack.close();
    await library.close();
  });
});

describe("a webview that is made before what goes into it", () => {
  const prepared = () =>
    new PreparedPanels(
      vscode.Uri.file("/extension"),
      () => Promise.resolve("http://127.0.0.1:4711"),
      () => defaultSegments,
    );
  const explorers = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("adLibrary.explorer"));
  const shown = async (count: number) => {
    while (explorers().length !== count)
      await new Promise((changed) => {
        const listening = vscode.window.tabGroups.onDidChangeTabs(() => (listening.dispose(), changed(undefined)));
      });
  };

  // Other tests leave explorers open.
  beforeEach(async () => {
    await vscode.window.tabGroups.close(explorers());
    await shown(0);
  });

  it("is taken once, and stays", async () => {
    const panels = prepared();
    const giveUp = await panels.prepare({ platform: "native" });
    assert.equal(panels.take("display"), undefined);
    const panel = panels.take("native")!;
    assert.deepEqual(panel.webview.options.portMapping, [{ webviewPort: 4711, extensionHostPort: 4711 }]);
    assert.equal(panel.title, "Native ads");
    assert.equal(panels.take("native"), undefined);
    giveUp();
    await shown(1);
    panel.dispose();
    await shown(0);
  });

  it("is closed where nobody takes it, and not taken where a person closed it", async () => {
    const panels = prepared();
    const giveUp = await panels.prepare({ token: "native" });
    await shown(1);
    giveUp();
    await shown(0);
    assert.equal(panels.take("native"), undefined);
    await panels.prepare("native");
    await shown(1);
    await vscode.window.tabGroups.close(explorers());
    await shown(0);
    assert.equal(panels.take("native"), undefined);
  });

  it("is made for one platform that is surely meant, and for nothing else", async () => {
    const panels = prepared();
    for (const argument of [
      undefined,
      null,
      7,
      "nowhere",
      {},
      { platform: "native", body: {} },
      { platform: "native", text: "x" },
    ])
      (await panels.prepare(argument))();
    assert.deepEqual(explorers(), []);
  });
});
