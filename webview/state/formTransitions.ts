import type { Failure } from "../../src/protocol/failure";
import type { FilterForm } from "../../src/protocol/filters";
import type { BoughtSearch, ToldProblems } from "../../src/protocol/panel";
import type { FilterValue, SearchQuery } from "../../src/protocol/search";
import { settled } from "./v1Rules";
import type { PlatformToken } from "../../src/protocol/platforms";
import type { FormPlace, LeftDraft, PanelState, Transitions } from "./panelState";
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

/** Another draft replaces the one in the form, which can be restored until the next edit. */
function replaced(state: PanelState, draft: SearchQuery): PanelState {
  const next = edited(state, draft);
  const lost = state.draft.choices.length > 0 && !sameQuery(state.draft, draft) && draft !== state.undo?.draft;
  return lost ? { ...next, undo: { draft: state.draft } } : next;
}

/** What a handed search had that this library's form lacks. */
type Left = {
  readonly left?: ToldProblems;
};

function leftOf(left: ToldProblems | undefined): Partial<Pick<PanelState, "leftOut" | "folded">> {
  return left && left.length > 0 ? { leftOut: left, folded: false } : {};
}

type CheckedDraft = Pick<PanelState, "draft" | "body" | "problems"> & {
  readonly bought?: BoughtSearch | undefined;
};

/** Transitions of the form and its draft. */
export const formTransitions = {
  formAsked: (
    state,
    { platform, draft, left }: { readonly platform: PlatformToken; readonly draft?: SearchQuery } & Left,
  ) => {
    const { library } = state.connection;
    const here = ({ library: other, draft: { platform: token } }: LeftDraft, wanted: PlatformToken) =>
      other === library && token === wanted;
    const others = state.otherDrafts.filter((other) => !here(other, state.draft.platform));
    const otherDrafts = [...others, { library, draft: state.draft }];
    return {
      ...without(state, "pages", "form", "formFailure", "offer", "body", "bought", "undo", "leftOut"),
      ...leftOf(left),
      formLoading: true,
      draft: draft ?? otherDrafts.find((other) => here(other, platform))?.draft ?? { platform, choices: [] },
      otherDrafts,
      problems: [],
    };
  },
  /** `exact`: the draft was given with the question, and the form's defaults must not be added to it. */
  formArrived: (state, { form, exact }: { readonly form: FilterForm; readonly exact?: boolean }) => {
    if (form.platform !== state.draft.platform) return state;
    const fresh = state.draft.choices.length === 0 && state.formLoading && !exact;
    const draft = fresh ? defaultQuery(form.platform, form) : withFittingSort(state.draft, form);
    return { ...without(state, "formFailure"), form, formLoading: false, draft };
  },
  formFailed: (state, { platform, failure }: { readonly platform: PlatformToken; readonly failure: Failure }) =>
    platform === state.draft.platform ? { ...state, formLoading: false, formFailure: failure } : state,
  chosen: (state, { filter, value }: { readonly filter: string; readonly value?: FilterValue }) => {
    const choice = withChoice(state.draft, filter, value);
    const draft = state.form ? settled(state.form, state.draft, choice, filter) : choice;
    const next = edited(state, draft);
    return sameQuery(choice, draft) ? next : { ...next, undo: { draft: state.draft, by: filter } };
  },
  /** `handed`: the host wanted it, not the person at the form. */
  draftReplaced: (state, { draft, left }: { readonly draft: SearchQuery; readonly handed?: boolean } & Left) => ({
    ...without(replaced(state, draft), "leftOut"),
    ...leftOf(left),
  }),
  pagesWanted: (state, { pages }: { readonly pages: number }) => ({ ...state, pages }),
  leftOutDismissed: (state) => without(state, "leftOut"),
  undoExpired: (state) => without(state, "undo"),
  formFolded: (state, { folded }: { readonly folded: boolean }) => ({ ...state, folded }),
  formWanted: (state, { place }: { readonly place: FormPlace }) => ({ ...state, folded: false, wanted: { place } }),
  adWanted: (state) => ({ ...state, wantedAd: {} }),
  draftChecked: (state, { draft, body, bought, problems: checked }: CheckedDraft) => {
    if (draft !== state.draft) return state;
    // A check that ends late doesn't take back what the service said of the same draft. An empty list stays the same
    // object, so that the form is not redrawn for it.
    const { query, failure } = state.failedSearch ?? {};
    const told = query && sameQuery(query, draft) ? (failure?.problems ?? []) : [];
    const found = checked.length > 0 ? checked : told;
    const problems = found.length + state.problems.length > 0 ? found : state.problems;
    return {
      ...without(state, "body", "bought"),
      problems,
      ...(body !== undefined && problems.length === 0 && { body }),
      ...(bought && { bought }),
    };
  },
} satisfies Transitions;
