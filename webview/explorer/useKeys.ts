import { useEffect, useState } from "preact/hooks";

/** What a key means where the focus is. */
const typing =
  "input:not([type=checkbox]), textarea, select, vscode-text-field, vscode-dropdown, [role=combobox], [role=listbox], dialog";

const firstAd = '.results-pane [data-card][tabindex="0"], .results-pane tbody :is([tabindex="0"], .col-ad)';

const filterControls =
  ".form-scroll :is(vscode-text-field, vscode-dropdown, vscode-checkbox, vscode-radio, input, [role=combobox])";

const goTo: Readonly<Record<string, () => void>> = {
  "/": () => {
    unfold();
    focusFirst(".search-row vscode-text-field, .form-pane vscode-text-field");
  },
  f: () => {
    unfold();
    focusFirst(".form-head vscode-dropdown, .form-pane vscode-text-field");
  },
  g: () => focusFirst(firstAd),
  // Presses the export's own button, if any: it asks for the place first and costs nothing.
  e: () => document.querySelector<HTMLElement>(".results-pane .tool-export")?.click(),
};

/** Keys that work from anywhere in the panel. @returns whether the list of keys is shown, and how to show it */
export function useKeys(): readonly [shown: boolean, show: (shown: boolean) => void] {
  const [shown, show] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (key === "Escape" && target instanceof Element && target.closest(".form-pane vscode-text-field"))
        return focusFirst(firstAd);
      if (target instanceof Element && target.closest(typing)) return;
      const go = Object.hasOwn(goTo, key) ? goTo[key] : undefined;
      if (!go && key !== "?") return;
      event.preventDefault();
      if (go) go();
      else show(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return [shown, show];
}

/** Shows the form and moves to its search button, which shows the price. */
export function showForm(): void {
  unfold();
  focusFirst(".search-button");
}

/** Shows the form and moves to the first filter with a problem, or to the first field if no filter has one. */
export function editFilters(): void {
  unfold();
  requestAnimationFrame(() => {
    const within = document.querySelector("[data-filter]:has(.filter-problem)") ?? document.querySelector(".form-pane");
    const control = within?.querySelector<HTMLElement>(filterControls);
    control?.scrollIntoView({ block: "center" });
    control?.focus();
  });
}

function unfold(): void {
  document.querySelector<HTMLElement>(".form-pane.folded .form-fold")?.click();
}

/** Folded content is drawn before it takes the focus. */
function focusFirst(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

/** Goes back to an ad's card or row; to the list if it is not drawn. */
export function focusAd(key: string | undefined): void {
  requestAnimationFrame(() => {
    const name = key === undefined ? undefined : CSS.escape(key);
    const own = name === undefined ? null : document.querySelector<HTMLElement>(`.results-pane [data-key="${name}"]`);
    const at = own?.matches("[tabindex]") ? own : own?.querySelector<HTMLElement>("td[tabindex]");
    const list = document.querySelector<HTMLElement>(firstAd);
    (at ?? list)?.focus();
  });
}
