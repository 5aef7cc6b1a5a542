import assert from "node:assert/strict";
import type { Failure } from "../../../src/protocol/failure";
import type { PanelMemory } from "../../../src/protocol/panel";
import type { SearchQuery } from "../../../src/protocol/search";
import { sentOf } from "../../../webview/state/disablesOthers";
import { blankState, memoryOf, reduce, type PanelState } from "../../../webview/state";
import type { PanelEvent } from "../../../webview/state/events";
import { formOf } from "../../support/panelPageForm";
import { detailOf } from "../../support/panelPageAds";
import { anyQuery, pageWith, startWithForm } from "../../support/panelStart";

const after = (...events: PanelEvent[]): PanelState => events.reduce(reduce, blankState);
const opened: PanelEvent = { type: "opened", start: startWithForm };
const lost: Failure = { code: "timeout", charge: "unknown", message: "No answer.", next: "tryAgain" };
const gender = { kind: "items", items: [{ key: "1" }] } as const;
const found = (turn: number, page = pageWith(1, [0, 1])): PanelEvent[] => [
  { type: "searchStarted", turn, query: anyQuery },
  { type: "pageArrived", turn, page, owned: nothingOwned },
];

const nothingOwned = { ownedDetails: [] };

describe("panel state", () => {
  it("puts the query of a command into the form instead of the remembered one", () => {
    const memory: PanelMemory = { platform: "plat_social_a", draft: { ...anyQuery, choices: [] } };
    const query = { ...anyQuery, choices: [{ filter: "gender", value: gender }] };
    const state = after({ type: "opened", start: { ...startWithForm, handover: { query, run: true } }, memory });
    assert.equal(state.draft, query);
  });

  it("brings back what was remembered, and remembers the same again", () => {
    const memory: PanelMemory = {
      platform: "plat_social_a",
      draft: { ...anyQuery, choices: [{ filter: "gender", value: gender }] },
      shown: { query: anyQuery, lastHit: "9007199254740997", pages: 2 },
      openAd: { platform: "plat_social_a", id: "9007199254740993" },
      library: startWithForm.connection.library!,
      layout: "table",
      place: { card: "plat_social_a:3", top: 12 },
    };
    const pages = [pageWith(1, [0, 1]), pageWith(2, [2])];
    const detail = detailOf(memory.openAd!, "");
    const state = after({ type: "opened", start: { ...startWithForm, pages, detail }, memory });
    assert.equal(state.results?.ads.length, 3);
    assert.equal(state.open?.card?.id, "9007199254740993");
    assert.deepEqual(memoryOf(state), memory);
  });

  it("says so when the remembered pages are no longer owned", () => {
    const memory: PanelMemory = { platform: "plat_social_a", draft: anyQuery, shown: { query: anyQuery, pages: 2 } };
    const state = after({ type: "opened", start: startWithForm, memory });
    assert.equal(state.results, undefined);
    assert.equal(state.lost, anyQuery);
  });

  it("ignores the answer to an older search", () => {
    const state = after(
      opened,
      { type: "searchStarted", turn: 1, query: anyQuery },
      { type: "searchFailed", turn: 1, failure: lost },
      { type: "searchStarted", turn: 2, query: anyQuery },
      { type: "pageArrived", turn: 1, page: pageWith(1, [5]), owned: nothingOwned },
    );
    assert.equal(state.results, undefined);
    assert.equal(state.running?.turn, 2);
  });

  it("keeps the results when the next page fails, and what would be asked again", () => {
    const cursor = { page: 2, lastHit: "9007199254740997" };
    const state = after(
      opened,
      ...found(1),
      { type: "searchStarted", turn: 2, query: anyQuery, cursor },
      { type: "searchFailed", turn: 2, failure: lost },
    );
    assert.equal(state.results?.ads.length, 2);
    assert.deepEqual(state.failedSearch, { failure: lost, query: anyQuery, cursor });
  });

  it("keeps each platform's draft while others are looked at", () => {
    const native = formOf("native");
    const state = after(
      opened,
      { type: "chosen", filter: "gender", value: gender },
      { type: "formAsked", platform: "native" },
      { type: "formArrived", form: native },
      { type: "formAsked", platform: "plat_social_a" },
      { type: "formArrived", form: startWithForm.form! },
    );
    assert.deepEqual(state.draft.choices.at(-1), { filter: "gender", value: gender });
  });

  it("ignores the form of a platform that was left", () => {
    const state = after(
      opened,
      { type: "formAsked", platform: "native" },
      { type: "formAsked", platform: "display" },
      { type: "formArrived", form: formOf("native") },
      { type: "formFailed", platform: "native", failure: lost },
    );
    assert.ok(state.formLoading);
    assert.equal(state.form, undefined);
    assert.equal(state.formFailure, undefined);
  });

  it("keeps the filters that a chosen one displaces, and does not send them", () => {
    const state = after(
      opened,
      { type: "chosen", filter: "gender", value: gender },
      { type: "chosen", filter: "exclusive", value: { kind: "flag", on: true } },
      { type: "chosen", filter: "media", value: gender },
    );
    const keys = ({ choices }: SearchQuery) => choices.map(({ filter }) => filter);
    assert.deepEqual(keys(state.draft), ["advanced_order", "gender", "exclusive", "media"]);
    assert.deepEqual(keys(sentOf(state.form, state.draft)), ["advanced_order", "exclusive"]);
  });

  it("drops a filter's problem once the filter is edited, and keeps the others", () => {
    const wrong = (filter: string) => ({ filter, code: "rangeOrder", message: "No." }) as const;
    const edited = after(
      opened,
      { type: "chosen", filter: "gender", value: gender },
      { type: "chosen", filter: "target_age", value: { kind: "range", from: 30, to: 20 } },
    );
    const checked = reduce(edited, {
      type: "draftChecked",
      draft: edited.draft,
      problems: [wrong("target_age"), wrong("gender")],
    });
    const value = { kind: "range", from: 20, to: 30 } as const;
    const corrected = reduce(checked, { type: "chosen", filter: "target_age", value });
    assert.deepEqual(
      corrected.problems.map(({ filter }) => filter),
      ["gender"],
    );
  });

  it("starts new results from the top, whole and with nothing selected", () => {
    const state = after(
      opened,
      ...found(1),
      { type: "selected", keys: ["a"], on: true },
      { type: "scrolled", place: { card: "a", top: 9 } },
      { type: "showingChosen", showing: "overview" },
      ...found(2),
    );
    assert.deepEqual([state.selected.size, state.place, state.showing], [0, undefined, "ads"]);
  });

  it("leaves the comparison when nothing is selected any more", () => {
    const state = after(
      opened,
      ...found(1),
      { type: "selected", keys: ["a", "b"], on: true },
      { type: "showingChosen", showing: "compared" },
      { type: "selected", keys: ["a", "b"], on: false },
    );
    assert.equal(state.showing, "ads");
  });

  it("keeps a detail that arrives after another ad was opened, without showing it", () => {
    const [first, second] = pageWith(1, [0, 1]).ads;
    const refs = [first!, second!].map(({ id }) => ({ platform: "plat_social_a", id: id! }) as const);
    const state = after(
      opened,
      ...found(1),
      { type: "detailAsked", turn: 1, ad: refs[0]!, card: first! },
      { type: "detailAsked", turn: 2, ad: refs[1]!, card: second! },
      { type: "detailArrived", turn: 1, owned: detailOf(refs[0]!, "") },
    );
    assert.equal(state.open?.ad.id, refs[1]!.id);
    assert.equal(state.open?.owned, undefined);
    assert.ok(state.ownedDetails.has(first!.key));
  });

  it("keeps what another library showed, marked, remembers none of it, and takes the mark away when it is back", () => {
    const service = {
      kind: "service",
      origin: "https://a.example",
      hasKey: true,
      library: "https://a.example",
    } as const;
    const left = after(
      opened,
      { type: "chosen", filter: "gender", value: gender },
      ...found(1),
      { type: "connectionChanged", connection: service },
      { type: "libraryChanged", before: startWithForm.connection.library },
    );
    assert.equal(left.results?.from, startWithForm.connection.library);
    assert.deepEqual([memoryOf(left).shown, memoryOf(left).library], [undefined, "https://a.example"]);
    assert.deepEqual(left.draft.choices, []);
    const back = [
      { type: "connectionChanged", connection: startWithForm.connection },
      { type: "libraryChanged", before: service.library },
    ] as const satisfies PanelEvent[];
    const state = back.reduce<PanelState>(reduce, left);
    assert.equal(state.results?.from, undefined);
    assert.ok(state.draft.choices.some(({ filter }) => filter === "gender"));
  });
});
