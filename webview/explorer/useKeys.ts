import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FormPlace, PanelState } from "../state";

/** What a key means where the focus is. */
const typing =
  "input:not([type=checkbox]), textarea, select, vscode-text-field, vscode-dropdown, [role=combobox], [role=listbox], dialog";

const filterControls =
  ".form-scroll :is(vscode-text-field, vscode-dropdown, vscode-checkbox, vscode-radio, input, [role=combobox])";

/** What the keys of a panel do. */
interface KeyActions {
  readonly toForm: (place: FormPlace) => void;
  /** Goes to the first ad. */
  readonly toAds: () => void;
  /** Absent while there is nothing to export. It asks for the place first and costs nothing. */
  readonly exportAds?: (() => void) | undefined;
  /** Adds the ad with this card key to a board, or what is chosen. It asks for the board first and costs nothing. */
  readonly addToBoard: (card?: string) => void;
}

const keys: Readonly<Record<string, (actions: KeyActions, target: EventTarget | null) => void>> = {
  "/": ({ toForm }) => toForm("field"),
  f: ({ toForm }) => toForm("platform"),
  g: ({ toAds }) => toAds(),
  e: ({ exportAds }) => exportAds?.(),
  b: ({ addToBoard }, target) => addToBoard(cardAt(target)),
};

/** The keys of the card or row around an element, or of the ad whose details are around it. */
function cardAt(target: EventTarget | null): string | undefined {
  const ad = target instanceof Element ? target.closest<HTMLElement>("[data-key], [data-open-ad]") : null;
  return ad?.dataset.ads ?? ad?.dataset.key ?? ad?.dataset.openAd;
}

/** Keys that work from anywhere in the panel. @returns whether the list of keys is shown, and how to show it */
export function useKeys(actions: KeyActions): readonly [shown: boolean, show: (shown: boolean) => void] {
  const [shown, show] = useState(false);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (key === "Escape" && target instanceof Element && target.closest(".form-pane vscode-text-field"))
        return latest.current.toAds();
      if (target instanceof Element && target.closest(typing)) return;
      const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (!act && key !== "?") return;
      event.preventDefault();
      if (act) act(latest.current, target);
      else show(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return [shown, show];
}

const controlAt: Readonly<Record<FormPlace, (pane: HTMLElement) => HTMLElement | null>> = {
  field: (pane) => pane.querySelector("vscode-text-field"),
  platform: (pane) => pane.querySelector(".form-head vscode-dropdown, vscode-text-field"),
  search: (pane) => pane.querySelector(".search-button"),
  problem: (pane) =>
    pane.querySelector("[data-filter]:has(.filter-problem)")?.querySelector<HTMLElement>(filterControls) ??
    pane.querySelector("button.chip-problem") ??
    pane.querySelector(filterControls),
};

/** Moves the focus to a place of the form that is wanted, once the form is drawn, unfolded. @returns the form's ref */
export function useFormFocus(wanted: PanelState["wanted"]) {
  const pane = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const control = wanted && pane.current && controlAt[wanted.place](pane.current);
    if (wanted?.place === "problem") control?.scrollIntoView({ block: "center" });
    control?.focus();
  }, [wanted]);
  return pane;
}
