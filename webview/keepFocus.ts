/** What Tab reaches. */
const stops =
  "button:not(:disabled), input:not(:disabled), summary, video, [tabindex], vscode-button:not([disabled]), vscode-text-field:not([disabled]), vscode-dropdown:not([disabled]), vscode-checkbox:not([disabled]), vscode-radio:not([disabled])";

const isStop = (element: Element | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(stops) && element.tabIndex >= 0 && element.checkVisibility();

/** Where the focus was: an element with its ancestors, and the place of each in its parent. */
type Path = readonly { readonly element: Element; readonly index: number }[];

function pathOf(element: Element, root: Element): Path {
  const path: { readonly element: Element; readonly index: number }[] = [];
  for (let at: Element | null = element; at && at !== root.parentElement; at = at.parentElement)
    path.push({ element: at, index: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 });
  return path;
}

function firstStopIn(element: Element | undefined): HTMLElement | undefined {
  return isStop(element) ? element : [...(element?.querySelectorAll(stops) ?? [])].find(isStop);
}

/** The control that took the place of a lost one: the nearest after or before it. */
function successorOf(path: Path): HTMLElement | undefined {
  const lost = path[0]?.element;
  for (const [at, { index }] of path.entries()) {
    const parent = path[at + 1]?.element;
    if (!parent?.isConnected) continue;
    const near = [index, index + 1, index - 1].map((place) => parent.children[place]).filter((one) => one !== lost);
    const found = near.map(firstStopIn).find((stop) => stop !== undefined) ?? (isStop(parent) ? parent : undefined);
    if (found) return found;
  }
  return undefined;
}

/** Moves the focus to what takes the place of a control that goes away or is disabled, so that the keyboard never starts over. */
export function keepFocus(root: HTMLElement): void {
  let last: Path = [];
  root.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) last = pathOf(target, root);
  });
  // Whoever presses something that takes no focus wants none.
  document.addEventListener("pointerdown", () => (last = []), { capture: true });
  const move = () => {
    const lost = last[0]?.element;
    if (!(lost instanceof HTMLElement) || document.activeElement !== document.body || !document.hasFocus()) return;
    // Does nothing if it went away or is disabled.
    lost.focus({ preventScroll: true });
    if (document.activeElement === document.body) successorOf(last)?.focus();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Between two controls that Tab leaves and reaches, nothing has the focus: what changes then is no loss of it.
  const check = () => {
    clearTimeout(timer);
    timer = setTimeout(move);
  };
  // A list or a dialog of VS Code takes the focus from the panel's control, but gives it back only to the panel.
  window.addEventListener("focus", check);
  new MutationObserver(check).observe(root, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ["disabled", "tabindex", "class", "hidden"],
  });
}
