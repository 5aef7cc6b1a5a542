import assert from "node:assert/strict";
import type { Failure } from "../../../src/protocol/failure";
import type { PanelMemory } from "../../../src/protocol/panel";
import { blankState, type PanelEvent, reduce, type PanelState } from "../../../webview/state";
import { memoryOf } from "../../../webview/state/memory";
import { isBlocked } from "../../../webview/state/query";
import { tableLook } from "../../../webview/state/view";
import { formOf } from "../../support/panelPageForm";
import { detailOf } from "../../support/panelPageAds";
import { fullMemory } from "../../support/panelMemories";
import { anyQuery, pageWith, startWithForm } from "../../support/panelStart";

const after = (...events: PanelEvent[]): PanelState => events.reduce(reduce, blankState);
const opened: PanelEvent = { type: "opened", start: startWithForm };
const lost: Failure = { code: "timeout", charge: "unknown", message: "No answer.", next: "tryAgain" };
const gender = { kind: "items", items: [{ key: "1" }] } as const;
const found = (request: number, page = pageWith(1, [0, 1])): PanelEvent[] => [
  { type: "searchStarted", request, query: anyQuery },
  { type: "pageArrived", request, page, bought: nothingBought },
];

const nothingBought = { boughtDetails: [] };

describe("panel state", () => {
  it("puts the query of a command into the form instead of the remembered one", () => {
    const memory: PanelMemory = { platform: "facebook", draft: { ...anyQuery, choices: [] } };
    const query = { ...anyQuery, choices: [{ filter: "gender", value: gender }] };
    const state = after({ type: "opened", start: { ...startWithForm, handover: { query, run: true } }, memory });
    assert.equal(state.draft, query);
  });

  it("restores a memory, and remembers each of its members again", () => {
    const openAd = { platform: "facebook", id: "9007199254740993" } as const;
    const memory: Required<PanelMemory> = { ...fullMemory, openAd, library: startWithForm.connection.library! };
    const { panel, asked, at, shown } = memory;
    const lastHit = shown.lastHit!;
    const pages = [pageWith(1, [0, 1], { lastHit }), pageWith(2, [2], { lastHit })];
    const { platform } = shown.query;
    const start = { ...startWithForm, panel, platform, form: formOf(platform), pages, detail: detailOf(openAd, "") };
    const state = after({ type: "opened", start, memory });
    assert.equal(state.results?.ads.length, 3);
    assert.equal(state.open?.card?.id, openAd.id);
    const running = { request: 1, query: asked.query, askedAt: asked.at };
    assert.deepEqual({ ...memoryOf({ ...state, running }), at }, memory);
  });

  it("buys as many pages as its memory says, unless a command wants another search", () => {
    const memory: PanelMemory = { platform: "facebook", draft: anyQuery, pages: 3 };
    const pagesOf = (more: object) =>
      after({ type: "opened", start: { ...startWithForm, ...more }, memory }).pages ?? 1;
    const handover = { query: anyQuery, run: false };
    assert.deepEqual(
      [{}, { handover }, { handover: { ...handover, pages: 2 } }, { platform: "native" }].map(pagesOf),
      [3, 1, 2, 1],
    );
    assert.equal(memoryOf(after(opened, { type: "pagesWanted", pages: 1 })).pages, undefined);
  });

  it("ends a failure with its cause: other filters, another connection", () => {
    const refused: Failure = { code: "invalidRequest", charge: "none", message: "Wrong.", next: "editFilters" };
    const noKey: Failure = { code: "noKey", charge: "none", message: "No key.", next: "setApiKey" };
    const failed = (failure: Failure, ...then: PanelEvent[]) =>
      after(
        opened,
        { type: "searchStarted", request: 1, query: after(opened).draft },
        { type: "searchFailed", request: 1, failure },
        ...then,
      ).failedSearch?.failure;
    const women = { ...anyQuery, choices: [{ filter: "gender", value: gender }] };
    const other: PanelEvent = { type: "draftReplaced", draft: women };
    const key: PanelEvent = { type: "connectionChanged", connection: { ...startWithForm.connection, hasKey: false } };
    assert.equal(failed(refused), refused);
    assert.equal(failed(refused, other), undefined);
    assert.equal(failed({ ...refused, charge: "unknown" }, other)?.message, "Wrong.");
    assert.equal(failed(lost, other), lost);
    assert.equal(failed(noKey, other), noKey);
    assert.equal(failed(noKey, key), undefined);
    assert.equal(failed(lost, key), lost);
  });

  it("remembers whether a person did anything, but not what the host did", () => {
    const handed = { ...anyQuery, choices: [] };
    const place = { card: "a", top: 9 };
    const usedAfter = (...events: PanelEvent[]) =>
      memoryOf(after({ type: "opened", start: startWithForm }, ...events)).used ?? false;
    const opening: PanelEvent[] = [
      { type: "draftReplaced", draft: handed, handed: true },
      { type: "pagesWanted", pages: 2 },
      { type: "formAsked", platform: "tiktok", draft: handed },
      { type: "pagesShown", query: handed, pages: [pageWith(1, [0])], bought: nothingBought },
      { type: "scrolled", place: undefined },
      { type: "boughtLearned", results: undefined, bought: nothingBought },
    ];
    assert.equal(usedAfter(...opening), false);
    const acts: PanelEvent[] = [
      { type: "chosen", filter: "gender", value: gender },
      { type: "draftReplaced", draft: handed },
      { type: "formAsked", platform: "tiktok" },
      { type: "searchStarted", request: 1, query: handed },
      { type: "detailAsked", request: 1, ad: { platform: "facebook", id: "1" } },
      { type: "selected", keys: ["a"], on: true },
      { type: "scrolled", place },
    ];
    for (const act of acts) assert.equal(usedAfter(act), true, act.type);
    const memory: PanelMemory = { platform: "facebook", draft: anyQuery, used: true };
    assert.equal(memoryOf(after({ type: "opened", start: startWithForm, memory })).used, true);
  });

  it("shows results that arrived while the panel was closed from the top", () => {
    const shown = { query: anyQuery, lastHit: "5", pages: 1 };
    const memory: PanelMemory = { platform: "facebook", draft: anyQuery, shown, place: { card: "a", top: 9 } };
    const placeFor = (lastHit: string) => {
      const start = { ...startWithForm, pages: [{ ...pageWith(1, [0, 1]), lastHit }] };
      return after({ type: "opened", start, memory }).place;
    };
    assert.deepEqual([placeFor("5"), placeFor("6")], [memory.place, undefined]);
  });

  it("arranges the table of each platform on its own", () => {
    const table = { widths: { title: 300 } };
    const state = after(opened, { type: "tableChanged", table });
    assert.deepEqual([state.tables, tableLook(state)], [{ [state.draft.platform]: table }, table]);
    assert.deepEqual(tableLook({ ...state, draft: { platform: "youtube", choices: [] } }), {});
    assert.deepEqual(memoryOf(state).tables, state.tables);
  });

  it("folds the form for a search and an opened ad, and unfolds it for problems", () => {
    const folded = (...events: PanelEvent[]) => after(opened, ...events).folded;
    const ad = { platform: "facebook", id: "1" } as const;
    const pages = [pageWith(1, [0, 1])];
    const memory: PanelMemory = { platform: "facebook", draft: anyQuery, shown: { query: anyQuery, pages: 1 } };
    assert.equal(folded(), false);
    assert.equal(after({ type: "opened", start: { ...startWithForm, pages }, memory }).folded, "auto");
    const search = { type: "searchStarted", request: 1, query: anyQuery } as const;
    const failed = { type: "searchFailed", request: 1, failure: lost } as const;
    assert.equal(folded(search, failed), "auto");
    const edit = after(opened, search, failed, { type: "formWanted", place: "problem" });
    assert.deepEqual([edit.folded, edit.wanted], [false, { place: "problem" }]);
    const unfold = { type: "formFolded", folded: false } as const;
    const next = { type: "searchStarted", request: 2, query: anyQuery, cursor: { page: 2, lastHit: "5" } } as const;
    assert.equal(folded(...found(1), unfold, next), false);
    const details = { type: "detailAsked", request: 1, ad } as const;
    assert.equal(folded(...found(1), unfold, details), "auto");
    assert.equal(folded(...found(1), unfold, details, unfold, { ...details, request: 2 }), false);
    assert.equal(folded(...found(1), details, { type: "detailClosed" }), "auto");
    // Without results, the form is all there is to go back to.
    assert.equal(folded(details, { type: "detailClosed" }), false);
    assert.equal(folded({ type: "pagesShown", query: anyQuery, pages, bought: nothingBought }), "auto");
    const fold = { type: "formFolded", folded: true } as const;
    assert.equal(folded(fold, ...found(1), details, { type: "detailClosed" }), true);
    const left = [{ filter: "x", code: "unknownFilter", message: "Gone." }] as const;
    assert.equal(folded(...found(1), { type: "draftReplaced", draft: anyQuery, left }), false);
  });

  it("offers to undo a replaced form until the next act", () => {
    const chosen = { type: "chosen", filter: "gender", value: { kind: "items", items: [{ key: "1" }] } } as const;
    const replaced = after(opened, chosen, { type: "draftReplaced", draft: anyQuery });
    assert.notEqual(replaced.undo, undefined);
    const acts: readonly PanelEvent[] = [
      { type: "searchStarted", request: 1, query: anyQuery },
      { type: "detailAsked", request: 1, ad: { platform: "facebook", id: "1" } },
      { type: "layoutChosen", layout: "table" },
      { type: "formFolded", folded: true },
      { type: "undoExpired" },
    ];
    for (const act of acts) assert.equal(reduce(replaced, act).undo, undefined, act.type);
    const passive: PanelEvent = { type: "creditsChanged", credits: { spent: 100, maybe: 0, sample: 0 } };
    assert.equal(reduce(replaced, passive).undo, replaced.undo);
  });

  it("never adds a late page to a result that was opened meanwhile", () => {
    const cursor = { page: 2, lastHit: "5" };
    const asked = after(opened, ...found(1), { type: "searchStarted", request: 2, query: anyQuery, cursor });
    const other = { ...asked, results: { ...asked.results!, lastHit: "6" } };
    const late = reduce(other, { type: "pageArrived", request: 2, page: pageWith(2, [5]), bought: nothingBought });
    assert.deepEqual([late.results, late.running], [other.results, undefined]);
  });

  it("says so when the remembered pages are no longer bought", () => {
    const memory: PanelMemory = { platform: "facebook", draft: anyQuery, shown: { query: anyQuery, pages: 2 } };
    const state = after({ type: "opened", start: startWithForm, memory });
    assert.equal(state.results, undefined);
    assert.equal(state.lost, anyQuery);
  });

  it("ignores the answer to an older search", () => {
    const state = after(
      opened,
      { type: "searchStarted", request: 1, query: anyQuery },
      { type: "searchFailed", request: 1, failure: lost },
      { type: "searchStarted", request: 2, query: anyQuery },
      { type: "pageArrived", request: 1, page: pageWith(1, [5]), bought: nothingBought },
    );
    assert.equal(state.results, undefined);
    assert.equal(state.running?.request, 2);
  });

  it("keeps each platform's draft while another platform is shown", () => {
    const native = formOf("native");
    const state = after(
      opened,
      { type: "chosen", filter: "gender", value: gender },
      { type: "formAsked", platform: "native" },
      { type: "formArrived", form: native },
      { type: "formAsked", platform: "facebook" },
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

  it("drops only the problem of a filter that is edited", () => {
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

  it("keeps what the service said of a draft when a check of the same draft ends later", () => {
    const problems = [{ filter: "target_age", code: "wrongKind", message: "Too young." }] as const;
    const failure: Failure = { code: "invalidRequest", charge: "none", message: "Wrong.", problems };
    const state = after(opened);
    const { draft } = state;
    const late: PanelEvent = { type: "draftChecked", draft, problems: [] };
    const refused = [
      { type: "searchStarted", request: 1, query: draft } as const,
      { type: "searchFailed", request: 1, failure } as const,
    ].reduce<PanelState>(reduce, state);
    // Whichever comes first, the search is refused until an edit, or until the failure is dismissed.
    const fine: PanelEvent = { type: "draftChecked", draft, body: "{}", problems: [] };
    for (const blocked of [refused, reduce(refused, late), reduce(refused, fine)]) {
      assert.deepEqual([blocked.problems, isBlocked(blocked)], [problems, true]);
      const dismissed = reduce(blocked, { type: "failureDismissed", of: "search" });
      assert.deepEqual([dismissed.problems, isBlocked(dismissed)], [[], false]);
      assert.deepEqual(reduce(dismissed, late).problems, []);
    }
  });

  it("shows new results, of a search and of the archive, from the top, unfiltered, with nothing selected", () => {
    const ofArchive = (text: string): PanelEvent[] => [{ type: "archiveAsked", criteria: { text } }];
    for (const [first, showing, next] of [
      [found(1), "overview", found(2)],
      [ofArchive(""), "compared", ofArchive("beans")],
    ] as const) {
      const state = after(
        opened,
        ...first,
        { type: "selected", keys: ["a", "b"], on: true },
        { type: "scrolled", place: { card: "a", top: 9 } },
        { type: "showingChosen", showing },
        ...next,
      );
      assert.deepEqual([state.selected.size, state.place, state.showing], [0, undefined, "ads"]);
    }
  });

  it("leaves Side by side when nothing is selected any more", () => {
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
    const refs = [first!, second!].map(({ id }) => ({ platform: "facebook", id: id! }) as const);
    // Panels of bought ads have no results of their own.
    for (const results of [found(1), []]) {
      const state = after(
        opened,
        ...results,
        { type: "detailAsked", request: 1, ad: refs[0]!, card: first! },
        { type: "detailAsked", request: 2, ad: refs[1]!, card: second! },
        { type: "detailArrived", request: 1, bought: detailOf(refs[0]!, "") },
      );
      assert.equal(state.open?.ad.id, refs[1]!.id);
      assert.equal(state.open?.bought, undefined);
      assert.ok(state.boughtDetails.has(first!.key));
    }
  });

  it("marks another library's results, remembers none of them, and unmarks them when it is back", () => {
    const { key } = pageWith(1, [0]).ads[0]!;
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
      { type: "detailsLearned", of: [key], bought: [key] },
      { type: "connectionChanged", connection: service },
      { type: "libraryChanged", before: startWithForm.connection.library },
    );
    assert.ok(left.boughtDetails.has(key));
    const anew = found(2).reduce<PanelState>(reduce, left);
    assert.deepEqual(
      [anew.results?.from, anew.boughtDetails.size],
      [undefined, 0],
      "The same name is another ad here.",
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
    assert.ok(state.boughtDetails.has(key));
    assert.ok(state.draft.choices.some(({ filter }) => filter === "gender"));
  });
});
