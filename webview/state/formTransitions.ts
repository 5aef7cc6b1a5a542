import type { ToldProblems } from "../../src/protocol/panel";
import type { FilterValue, SearchQuery } from "../../src/protocol/search";
import { settled } from "./v1Rules";
import type { PlatformToken } from "../../src/protocol/platforms";
import type { LeftDraft, PanelState } from "./panelState";
import type { PanelEvent } from "./events";
import { withFittingSort, defaultQuery, sameQuery, withChoice } from "./query";
import { without } from "./without";

function edited(state: PanelState, draft: SearchQuery): PanelState {
  if (sameQuery(draft, state.draft)) return { ...state, draft };
  const problems = state.problems.filter(
    ({ filter }) =>
      filter !== undefined &&
      draft.choices.some((choice) => choice.filter === filter && state.draft.choices.includes(choice)),
  );
  return { ...withoutFixed(without(state, "offer", "undo", "bought"), draft), draft, problems };
}

/** A search that its own filters kept from being sent: what was said of it ends with the first change of them. */
function withoutFixed(state: PanelState, draft: SearchQuery): PanelState {
  const { failure, query } = state.failedSearch ?? {};
  const isFixed = failure?.charge === "none" && failure.next === "editFilters" && query && !sameQuery(query, draft);
  return isFixed ? without(state, "failedSearch") : state;
}

function chosen(state: PanelState, filter: string, value?: FilterValue): PanelState {
  const choice = withChoice(state.draft, filter, value);
  const draft = state.form ? settled(state.form, state.draft, choice, filter) : choice;
  const next = edited(state, draft);
  return sameQuery(choice, draft) ? next : { ...next, undo: { draft: state.draft, by: filter } };
}

/** Another draft replaces the one in the form, which can be restored until the next edit. */
function replaced(state: PanelState, draft: SearchQuery): PanelState {
  const next = edited(state, draft);
  const lost = state.draft.choices.length > 0 && !sameQuery(state.draft, draft) && draft !== state.undo?.draft;
  return lost ? { ...next, undo: { draft: state.draft } } : next;
}

function asked(
  state: PanelState,
  { platform, draft, left: leftOut }: Extract<PanelEvent, { type: "formAsked" }>,
): PanelState {
  const { library } = state.connection;
  const here = ({ library: other, draft: left }: LeftDraft, token: PlatformToken) =>
    other === library && left.platform === token;
  const others = state.otherDrafts.filter((other) => !here(other, state.draft.platform));
  const left = [...others, { library, draft: state.draft }];
  return {
    ...without(state, "form", "formFailure", "offer", "body", "bought", "undo", "leftOut"),
    ...leftOf({ ...(leftOut && { left: leftOut }) }),
    formLoading: true,
    draft: draft ?? left.find((other) => here(other, platform))?.draft ?? { platform, choices: [] },
    otherDrafts: left,
    problems: [],
  };
}

function leftOf({ left }: { readonly left?: ToldProblems }): Partial<Pick<PanelState, "leftOut" | "folded">> {
  return left && left.length > 0 ? { leftOut: left, folded: false } : {};
}

/** Transitions of the form and its draft. */
export function onForm(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "formAsked":
      return asked(without(state, "pages"), event);
    case "formArrived": {
      const { form } = event;
      if (form.platform !== state.draft.platform) return state;
      const fresh = state.draft.choices.length === 0 && state.formLoading && !event.exact;
      const draft = fresh ? defaultQuery(form.platform, form) : withFittingSort(state.draft, form);
      return { ...without(state, "formFailure"), form, formLoading: false, draft };
    }
    case "formFailed":
      if (event.platform !== state.draft.platform) return state;
      return { ...state, formLoading: false, formFailure: event.failure };
    case "chosen":
      return chosen(state, event.filter, event.value);
    case "draftReplaced":
      return { ...without(replaced(state, event.draft), "leftOut"), ...leftOf(event) };
    case "pagesWanted":
      return { ...state, pages: event.pages };
    case "leftOutDismissed":
      return without(state, "leftOut");
    case "undoExpired":
      return without(state, "undo");
    case "formFolded":
      return { ...state, folded: event.folded };
    case "formWanted":
      return { ...state, folded: false, wanted: { place: event.place } };
    case "adWanted":
      return { ...state, wantedAd: {} };
    case "draftChecked": {
      const { draft, body, bought } = event;
      if (draft !== state.draft) return state;
      // A check that ends late doesn't take back what the service said of the same draft. An empty list stays the same
      // object, so that the form is not redrawn for it.
      const { query, failure } = state.failedSearch ?? {};
      const told = query && sameQuery(query, draft) ? (failure?.problems ?? []) : [];
      const found = event.problems.length > 0 ? event.problems : told;
      const problems = found.length + state.problems.length > 0 ? found : state.problems;
      return {
        ...without(state, "body", "bought"),
        problems,
        ...(body !== undefined && problems.length === 0 && { body }),
        ...(bought && { bought }),
      };
    }
    default:
      return state;
  }
}
