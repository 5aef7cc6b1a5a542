import assert from "node:assert/strict";
import type { HostFrame, Method } from "../../../src/protocol/envelope";
import type { Failure } from "../../../src/protocol/failure";
import type { PanelMemory } from "../../../src/protocol/panel";
import type { HostFact } from "../../../src/protocol/envelope";
import { AskFailed, type Host } from "../../../webview/host";
import { createSession } from "../../../webview/session";
import { createStore } from "../../../webview/state";
import { createPanelPageHost, HostFailure, type PanelPageHost } from "../../support/panelPageHost";
import { sampleStart } from "../../support/panelPageHost";
import { anyQuery } from "../../support/panelStart";
import { formOf, formOfV1 } from "../../support/panelPageForm";

/** A session over the made-up host, without a page between them. */
async function opened(prepare: (made: PanelPageHost) => void = () => undefined, memory?: PanelMemory) {
  const made = createPanelPageHost("http://127.0.0.1");
  prepare(made);
  const listeners: ((fact: HostFact) => void)[] = [];
  let id = 0;
  const ask = (method: Method, params: unknown, signal?: AbortSignal) =>
    new Promise((resolve, reject) => {
      const mine = ++id;
      const post = (frame: HostFrame) => {
        if (frame.kind === "answer") resolve(frame.value);
        else if (frame.kind === "failure") reject(new AskFailed(frame.failure));
        return Promise.resolve();
      };
      signal?.addEventListener("abort", () => void made.take({ kind: "cancel", id: mine }, post));
      void made.take({ kind: "ask", id: mine, method, params }, post);
    });
  const host: Host = {
    ask: ask as Host["ask"],
    onFact: (listener) => listeners.push(listener),
    recall: () => memory,
    remember: () => undefined,
  };
  const store = createStore();
  const session = createSession(host, store);
  await session.open();
  const paid = () => made.asked.filter(({ method, free }) => (method === "search" && !free) || method === "adDetail");
  /** Settles once the session has taken the fact in. */
  const tell = (fact: HostFact) => Promise.resolve(listeners.forEach((listen) => listen(fact)));
  return { made, store, session, paid, tell };
}

const failure = (code: Failure["code"], charge: Failure["charge"] = "none"): Failure => ({
  code,
  charge,
  message: code,
});

const { library } = sampleStart.connection;

describe("a panel's session", () => {
  it("loads the next page with the query of page 1", async () => {
    const { session, store, paid } = await opened();
    await session.search();
    store.dispatch({ type: "chosen", filter: "gender", value: { kind: "items", items: [{ key: "1" }] } });
    await session.loadNextPage();
    const [first, second] = paid();
    const asked = second?.params as { query: unknown; cursor: unknown };
    assert.deepEqual(asked.query, (first?.params as { query: unknown }).query);
    assert.deepEqual(asked.cursor, { page: 2, lastHit: "9007199254740997" });
  });

  it("searches with a single question, which also asks for bought results", async () => {
    const { session, made, store } = await opened();
    const before = made.asked.length;
    await session.search();
    assert.deepEqual(made.asked.slice(before), [
      { method: "search", params: { query: store.state.draft, unlessBought: true, library } },
    ]);
    assert.equal(store.state.results?.pages.length, 1);
  });

  it("rejoins a running search, even one that asked for bought results", async () => {
    const bought = [{ lastHit: "5", pages: 3, fetchedAt: "2026-11-20T10:00:00Z" }];
    const { session, store, paid } = await opened(({ rows }) => {
      const { open } = rows;
      rows.open = async (params, signal) => ({ ...(await open(params, signal)), running: { query: anyQuery } });
      rows.rejoin = () => ({ bought });
    });
    await new Promise(setImmediate);
    assert.deepEqual(store.state.offer, { query: anyQuery, bought });
    assert.equal(store.state.running, undefined);
    await session.searchAgain(anyQuery);
    assert.deepEqual(
      paid().map(({ params }) => params),
      [{ query: anyQuery, library }],
    );
  });

  it("tries a declined search again with all its pages", async () => {
    let declined = true;
    const { session, store, tell, paid } = await opened(({ rows }) => {
      const { search } = rows;
      rows.search = (params, signal) => {
        if (declined) throw new HostFailure(failure("declined"));
        return search(params, signal);
      };
    });
    await tell({ kind: "fact", fact: "handover", value: { query: anyQuery, run: false, pages: 3 } });
    await session.search();
    declined = false;
    const before = paid().length;
    await session.tryAgain();
    assert.deepEqual(
      [
        store.state.results?.pages.length,
        paid()
          .slice(before)
          .map(({ params }) => (params as { readonly pages?: number }).pages),
      ],
      [3, [3, 3, 3]],
    );
  });

  it("runs a command's query once, on the form of its platform", async () => {
    const { tell, store, paid } = await opened();
    const arrived = new Promise<void>((done) => {
      store.subscribe(({ results }) => {
        if (results) done();
      });
    });
    await tell({ kind: "fact", fact: "handover", value: { query: { ...anyQuery, platform: "native" }, run: true } });
    await arrived;
    assert.equal(store.state.form?.platform, "native");
    assert.deepEqual(
      paid().map(({ params }) => params),
      [{ query: { platform: "native", choices: [] }, unlessBought: true, library }],
    );
  });

  it("buys as many pages as a search file wants until it is canceled, and a person's next page apart from them", async () => {
    const { session, store, paid, tell } = await opened();
    await tell({ kind: "fact", fact: "handover", value: { query: anyQuery, run: false, pages: 3 } });
    while (store.state.pages !== 3) await new Promise(setImmediate);
    await session.search();
    await session.loadNextPage();
    // Each says that it belongs to the three whose price was asked for at once; a person's next page doesn't.
    const wanted = paid().map(({ params }) => (params as { pages?: number }).pages);
    assert.deepEqual(wanted, [3, 3, 3, undefined]);
    const again = session.search();
    session.cancelSearch();
    await again;
    assert.equal(paid().length, 5);
  });

  it("only fills the form for a command that does not run", async () => {
    const { tell, store, paid } = await opened();
    const query = { ...anyQuery, choices: [{ filter: "exclusive", value: { kind: "flag", on: true } }] } as const;
    await tell({ kind: "fact", fact: "handover", value: { query, run: false } });
    assert.equal(store.state.draft, query);
    assert.equal(paid().length, 0);
  });

  it("says that a command's search was not sent, or its run not shown, because another search is running", async () => {
    const { session, store, tell, made, paid } = await opened();
    const answer = made.hold("search");
    const searching = session.search();
    await new Promise(setImmediate);
    const query = { ...anyQuery, choices: [{ filter: "exclusive", value: { kind: "flag", on: true } }] } as const;
    const shown = { fact: "handover", value: { query, run: false, showBought: "5" } } as const;
    for (const wanted of [{ fact: "handover", value: { query, run: true } } as const, shown]) {
      await tell({ kind: "fact", ...wanted });
      await new Promise(setImmediate);
      assert.deepEqual([store.state.failedAction?.failure.charge, store.state.draft], ["none", query]);
      store.dispatch({ type: "failureDismissed", of: "action" });
    }
    answer();
    await searching;
    assert.equal(paid().length, 1);
    // The host shows what it answered: so does the page, although a search began meanwhile.
    const late = made.hold("boughtPages");
    made.hold("search");
    await tell({ kind: "fact", ...shown });
    await made.questions("boughtPages", 1);
    void session.search();
    late();
    while (!store.state.results?.pages[0]?.bought) await new Promise(setImmediate);
    assert.deepEqual([store.state.results.query, store.state.running?.query], [query, query]);
  });

  it("does not pay again for open details", async () => {
    const { session, store, paid } = await opened();
    await session.search();
    const { card } = store.state.results!.ads[0]!;
    await Promise.all([session.openDetail(card), session.openDetail(card)]);
    await session.openDetail(card);
    assert.equal(paid().length, 2);
    await session.askDetailAgain();
    assert.deepEqual(paid().at(-1)?.params, { ad: store.state.open?.ad, refresh: true, library });
  });

  it("opens an ad with the ID of another platform's ad whose details are on their way", async () => {
    const { session, store, made, paid } = await opened();
    await session.search();
    const { card } = store.state.results!.ads[0]!;
    const { adDetail } = made.rows;
    made.rows.adDetail = (asked, signal) =>
      asked.ad.platform === card.platform ? new Promise(() => undefined) : adDetail(asked, signal);
    void session.openDetail(card);
    await session.openDetail({ ...card, platform: "native", key: `native:${card.id}` });
    assert.equal(paid().length, 3);
    assert.equal(store.state.open?.bought?.detail.ad.platform, "native");
  });

  it("reads bought details for a comparison, and pays for none", async () => {
    const { session, store, made, paid } = await opened();
    await session.search();
    const [first, second] = store.state.results!.ads.map(({ card }) => card);
    const ad = { platform: first!.platform!, id: first!.id! };
    await session.openDetail(first!);
    const arrived = store.state.details.get(first!.key);
    await session.open();
    await session.readDetails([first!, second!]);
    assert.deepEqual([...store.state.details.keys()], [first!.key]);
    assert.equal(store.state.details.get(first!.key), arrived, "What arrived is at least as new.");
    made.rows.readDetails = () => [{ ...arrived!, detail: { ...arrived!.detail, ad: { ...ad, id: second!.id! } } }];
    await session.readDetails([second!]);
    assert.deepEqual([...store.state.details.keys()].sort(), [first!.key, second!.key].sort());
    made.rows.readDetails = () => {
      throw new HostFailure(failure("unexpected"));
    };
    await session.readDetails([first!]);
    assert.equal(paid().length, 2);
  });

  it("asks for an ad's history and raw details where the ad comes from", async () => {
    const { session, made } = await opened();
    const ad = { platform: "native", id: "1" } as const;
    for (const from of ["https://ads.example v1", undefined]) {
      await session.adHistory(ad, from);
      await session.rawDetail(ad, from);
    }
    const asked = [{ ad, library: "https://ads.example v1" }, { ad }];
    for (const method of ["adHistory", "rawDetail"] as const) assert.deepEqual(await made.questions(method, 2), asked);
  });

  it("says what may have been charged, even if another library is connected before or after the failure", async () => {
    const other = { ...sampleStart.connection, library: "https://a.example" };
    const connected = (value: typeof other | typeof sampleStart.connection) =>
      ({ kind: "fact", fact: "connectionChanged", value }) as const;
    const { session, store, tell, made, paid } = await opened();
    await session.search();
    const { card } = store.state.results!.ads[0]!;
    let fail: (error: HostFailure) => void = () => undefined;
    made.rows.search = () => new Promise((_, reject) => (fail = reject));
    made.rows.adDetail = () => {
      throw new HostFailure(failure("timeout", "unknown"));
    };
    for (const charge of ["unknown", "none"] as const) {
      const before = session.loadNextPage();
      await new Promise(setImmediate);
      await tell(connected(other));
      fail(new HostFailure(failure("interrupted", charge)));
      await before;
      const told = charge === "none" ? undefined : { action: "search", failure: failure("interrupted", charge) };
      assert.deepEqual([store.state.failedAction, store.state.failedSearch], [told, undefined]);
      store.dispatch({ type: "failureDismissed", of: "action" });
      await tell(connected(sampleStart.connection));
      await session.openDetail(card);
      const after = session.loadNextPage();
      await new Promise(setImmediate);
      fail(new HostFailure(failure("timeout", charge)));
      await after;
      await tell(connected(other));
      const kept = charge === "none" ? undefined : { action: "search", failure: failure("timeout", charge) };
      assert.deepEqual([store.state.failedAction, store.state.failedSearch], [kept, undefined]);
      assert.deepEqual(store.state.open?.failure, failure("timeout", "unknown"));
      store.dispatch({ type: "failureDismissed", of: "action" });
      await tell(connected(sampleStart.connection));
    }
    const asked = paid().length;
    await tell(connected(other));
    await session.tryAgain();
    await session.askDetailAgain();
    assert.equal(paid().length, asked);
  });

  it("asks again for a form that failed for lack of a key", async () => {
    const { store, tell, made } = await opened(({ rows }) => {
      rows.open = () => ({ ...sampleStart, formFailure: failure("noKey") });
    });
    const arrived = new Promise<void>((resolve) => store.subscribe(({ form }) => form && resolve()));
    await tell({ kind: "fact", fact: "connectionChanged", value: sampleStart.connection });
    await arrived;
    assert.deepEqual(
      made.asked.map(({ method }) => method),
      ["open", "form"],
    );
  });

  it("treats another version as another library, buys nothing for ads of the former, and sorts as its form does", async () => {
    const { session, store, tell, paid, made } = await opened();
    await session.search();
    made.rows.form = ({ platform }) => formOfV1(platform);
    const arrived = new Promise<void>((resolve) => {
      store.subscribe(({ form }) => {
        if (form?.groups) resolve();
      });
    });
    await tell({
      kind: "fact",
      fact: "connectionChanged",
      value: { ...sampleStart.connection, library: "other v1", apiVersion: "v1" },
    });
    assert.equal(store.state.results?.from, sampleStart.connection.library);
    await arrived;
    assert.equal(store.state.connection.apiVersion, "v1");
    const sorts = store.state.draft.choices.map(({ filter }) => filter).filter((key) => key.includes("order"));
    assert.deepEqual(sorts, ["orderby"]);
    await session.loadNextPage();
    await session.openDetail(store.state.results!.ads[0]!.card);
    assert.equal(store.state.open, undefined);
    assert.equal(paid().length, 1);
  });

  it("opens without its memory if the host cannot read it", async () => {
    const { store, made } = await opened(
      ({ rows }) => {
        rows.open = ({ memory }) => {
          if (memory) throw new HostFailure(failure("invalidRequest"));
          return { ...sampleStart, form: formOf("facebook") };
        };
      },
      { platform: "facebook", draft: anyQuery },
    );
    assert.equal(store.state.phase, "ready");
    assert.deepEqual(
      made.asked.map(({ method }) => method),
      ["open", "open"],
    );
  });

  it("says why it could not open, and opens again", async () => {
    let failing = true;
    const { session, store } = await opened(({ rows }) => {
      const { open } = rows;
      rows.open = (params, signal) => {
        if (failing) throw new HostFailure(failure("unexpected"));
        return open(params, signal);
      };
    });
    assert.equal(store.state.openFailure?.code, "unexpected");
    failing = false;
    await session.open();
    assert.equal(store.state.phase, "ready");
  });
});
