import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { KnownStart } from "../../src/protocol/prerender";
import type { Handover } from "../../src/protocol/panel";
import type { PanelServices } from "../../src/views/panel/panelServices";
import type { AnswerOf, Method, Params } from "../../src/protocol/envelope";
import { defaultSegments } from "../../src/protocol/platforms";
import { adStates } from "../../src/protocol/runs";
import { Cancels } from "../../src/views/panel/dispatch";
import { shownSearch } from "../../src/views/commands/askedSearch";
import { Panels } from "../../src/views/panel/panels";
import { PreparedPanels } from "../../src/views/panel/panelPage";
import { useLibrary } from "../support/fixtures";
import { openPageOfTest } from "../support/pageOfTest";
import { usePanelBench } from "./security/panelBench";

const draft = { platform: "native" as const, choices: [] };

interface Opened {
  readonly handover?: Handover;
  readonly openAd?: unknown;
}

describe("a panel that opens", () => {
  const library = useLibrary();
  const { bench } = usePanelBench(library);

  /** A panel, and its pages: each asks `open` under a number of its own. */
  async function adopted() {
    const { around, stack } = bench();
    const { panel, heard, ask } = openPageOfTest();
    const panels = new Panels(around);
    await panels.adopt(panel, { platform: "native", draft });
    const handovers = () =>
      (heard as { fact?: string }[]).filter(({ fact }) => fact === "handover" || fact === "openAd").length;
    return { explorer: panels.current!, panel, ask: ask<Opened>, handovers, stack };
  }

  it("hands over again if the page closes before it asks anything else, and not later", async () => {
    const { explorer, ask, handovers } = await adopted();
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
  });

  it("hands over again what a page was sent and never followed", async () => {
    const { explorer, ask, handovers } = await adopted();
    /** Opens a page that listens, and returns what it is handed. */
    const open = async () => {
      const { value } = await ask("open", {});
      await new Promise((done) => setTimeout(done));
      return [value?.handover, value?.openAd];
    };
    await open();
    const handover = { query: draft, run: false };
    const openAd = { platform: "native" as const, id: "77" };
    await explorer.carryOut(handover);
    void explorer.openAd(openAd);
    assert.equal(handovers(), 2);
    // What a page asks while the wishes are on their way to it says nothing about them.
    await ask("preview", { query: draft });
    assert.deepEqual(await open(), [handover, openAd]);
    await explorer.carryOut(handover);
    void explorer.openAd({ ...openAd, id: "78" });
    assert.equal(handovers(), 4);
    await ask("followed", { what: "openAd" });
    assert.deepEqual(await open(), [handover, undefined]);
  });

  it("gives commands its search after a restart, even before its page loads", async () => {
    const { explorer, ask } = await adopted();
    await ask("open", {});
    await ask("search", { query: draft });
    const lastHit = explorer.session.shown!.lastHit!;
    const panels = new Panels(bench().around);
    const shown = { query: draft, lastHit, pages: 1 };
    await panels.adopt(openPageOfTest().panel, { platform: "native", draft, shown });
    const { pages } = await shownSearch(panels, undefined);
    assert.deepEqual(
      pages.map(({ page, ads }) => [page, ads.length > 0]),
      [[1, true]],
    );
    assert.equal(library.paid().length, 1);
  });

  it("hands over only the newer of two", async () => {
    const { explorer, ask } = await adopted();
    const older = explorer.carryOut({ query: draft, run: true });
    await ask("open", {});
    const newer = { query: { platform: "native" as const, choices: [] }, run: false };
    void explorer.carryOut(newer);
    assert.equal(await older, undefined);
    assert.deepEqual((await ask("open", {})).value?.handover, newer);
    assert.equal(library.paid().length, 0);
  });

  it("has its HTML only once the pre-rendered form is known, and none if it was closed before", async () => {
    const { around } = bench();
    let rendered: () => void = () => undefined;
    const prerender = new Promise<void>((done) => (rendered = done)).then(() => () => ({
      html: "<p>P</p>",
      shows: "",
    }));
    const panels = new Panels({ ...around, makings: { ...around.makings, prerender: () => prerender } });
    const [stays, goes] = [openPageOfTest().panel, openPageOfTest().panel];
    for (const panel of [stays, goes]) await panels.adopt(panel, { platform: "native", draft });
    goes.dispose();
    assert.equal(stays.webview.html, "");
    rendered();
    while (stays.webview.html === "") await new Promise(setImmediate);
    assert.match(stays.webview.html, /<div id="prerendered" data-shows=""><p>P<\/p><\/div>/);
    assert.equal(goes.webview.html, "");
  });

  it("pre-renders the page that is on its way, and nothing while the keyring is slow", async () => {
    const { around } = bench();
    const starts: KnownStart[] = [];
    const prerender = () =>
      Promise.resolve((known: KnownStart) => (starts.push(known), { html: "<p>P</p>", shows: "" }));
    const makings = { ...around.makings, prerender };
    const adopt = async (connectionState: PanelServices["connectionState"]) => {
      const { panel } = openPageOfTest();
      const panels = new Panels({ ...around, makings, services: { ...around.services, connectionState } });
      await panels.adopt(panel, { platform: "native", draft });
      const answer = new Promise<never>(() => undefined);
      const cancels = new Cancels();
      panels.current!.session.flight = { asked: { query: draft }, answer, cancels };
      while (panel.webview.html === "") await new Promise(setImmediate);
      return panel.webview.html;
    };
    assert.match(await adopt(around.services.connectionState), /<p>P/);
    assert.doesNotMatch(await adopt(() => new Promise(() => undefined)), /<p>P/);
    assert.deepEqual(
      starts.map(({ start }) => start.running),
      [{ query: draft }],
    );
  });

  it("is a page without a form if pre-rendering fails", async () => {
    const { around, failures } = bench();
    const prerender = () => Promise.reject(new Error("no renderer"));
    const { panel } = openPageOfTest();
    await new Panels({ ...around, makings: { ...around.makings, prerender } }).adopt(panel, undefined);
    while (panel.webview.html === "") await new Promise(setImmediate);
    assert.match(panel.webview.html, /<div id="prerendered"><\/div>/);
    assert.match(failures.join(), /no renderer/);
  });
});

describe("the searches that an explorer offers first", () => {
  const library = useLibrary();
  const { bench } = usePanelBench(library);

  it("are saved and recent ones, each with its library and what is bought, opened as far as the form has them", async () => {
    const { around, stack } = bench();
    await stack.saved.save("Long", { platform: "native", body: { days_running: [90, 100], gone: [1] } }, undefined);
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", {}));
    await stack.recent.add(stack.search.bodyQuery(frozen), "native");
    const page = openPageOfTest();
    await new Panels(around).adopt(page.panel, { platform: "native", draft });
    const ask = async <M extends Method>(method: M, params: Params<M>) =>
      (await page.ask<AnswerOf<M>>(method, params)).value!;
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
    const { lastHit } = await stack.search.search(frozen, undefined, new AbortController().signal);
    await stack.recent.add({ platform: "native", body: { gone: [1] } }, "Theirs", "https://other.example");
    const [theirs, bought] = (await ask("knownSearches", {})).filter(({ kind }) => kind === "recent");
    assert.deepEqual([theirs!.otherLibrary, theirs!.bought, bought!.bought?.pages], ["other.example", undefined, 1]);
    assert.deepEqual(
      (await ask("readSearch", theirs!)).left.map(({ filter }) => filter),
      ["gone"],
    );
    assert.equal((await ask("readSearch", bought!)).showBought, lastHit);
    assert.equal(library.paid().length, 1);
  });
});

describe("a comparison of runs of different searches", () => {
  const library = useLibrary();
  const { bench } = usePanelBench(library);

  it("takes each ad from its own run", async () => {
    const { around, stack } = bench();
    const run = async (body: Record<string, unknown>) => {
      const frozen = await stack.search.freeze(await stack.search.fromBody("native", body));
      const { lastHit } = await stack.search.search(frozen, undefined, new AbortController().signal);
      return { address: frozen.address, lastHit: lastHit! };
    };
    const comparison = await stack.runs.compare(await run({}), await run({ days_running: [1, 9] }), true);
    assert.deepEqual(comparison.differs, ["body"]);
    const { panel, ask } = openPageOfTest();
    const panels = new Panels(around);
    await panels.adopt(panel, { platform: "native", draft });
    panels.current!.session.comparison = { name: "Two", comparison };
    const sides = new Set<string>();
    for (const state of adStates) {
      const wanted = comparison.ads.filter((ad) => ad.state === state).slice(0, 60);
      const { ads } = (await ask<AnswerOf<"comparedAds">>("comparedAds", { state, from: 0 })).value!;
      assert.deepEqual(
        ads.map(({ card, of }) => [of, `${card.platform}:${card.id}`]),
        wanted.map(({ of, ad }) => [of, ad]),
      );
      for (const { of } of ads) sides.add(of);
    }
    assert.equal(sides.size, 2);
  });
});

describe("a webview created before its content", () => {
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

  it("is used once", async () => {
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

  it("is closed if nobody uses it, and not used if a person closed it", async () => {
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

  it("is created only if exactly one platform is meant", async () => {
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
