import type { PaintedDeed, PaintedDeeds } from "./first";
import type { PanelState } from "./state";

/** What a person did to a painted control, applied to the live one. @returns false if that was impossible */
type Deed = (live: HTMLElement) => boolean;

const nameOf = (element: Element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
const tagOf = (element: HTMLElement) => element.dataset.live ?? element.localName;
const filterOf = (element: Element) => element.closest("[data-filter]")?.getAttribute("data-filter") ?? undefined;

/** Identifies a control beyond the painting's end: by filter, kind, name, and its number among those. */
function placeOf(painted: HTMLElement, control: Element): (page: HTMLElement) => HTMLElement | undefined {
  if (!(control instanceof HTMLElement)) return () => undefined;
  const named = control.closest("label") ?? control;
  const [tag, name, filter] = [tagOf(control), nameOf(named), filterOf(control)];
  const alike = (found: Element) => nameOf(found) === name && filterOf(found) === filter;
  const twins = [...painted.querySelectorAll<HTMLElement>("*")].filter(
    (other) => tagOf(other) === tag && alike(other.closest("label") ?? other),
  );
  const index = twins.indexOf(control);
  return (page) => {
    const found = [...page.querySelectorAll<HTMLElement>(tag)].filter(alike);
    // The form may have changed: a control that is not certainly the same is not touched.
    return found.length === twins.length ? found[index] : undefined;
  };
}

/** The text field within an element of the toolkit, or the element itself. */
function inputOf(live: HTMLElement): HTMLInputElement | undefined {
  const control: unknown = Reflect.get(live, "control") ?? live;
  return control instanceof HTMLInputElement ? control : undefined;
}

function entered(painted: HTMLInputElement): Deed {
  if (painted.type === "checkbox" || painted.type === "radio")
    return (live) => {
      if (isChecked(live) !== painted.checked) live.click();
      return isChecked(live) === painted.checked;
    };
  const { value } = painted;
  return (live) => {
    const input = inputOf(live);
    if (!input) return false;
    input.value = value;
    return input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  };
}

/** Live checks are elements of the toolkit or of the browser. */
const isChecked = (live: HTMLElement) => Reflect.get(live, "checked") === true;

function deedOf(done: PaintedDeed): Deed {
  if (done.kind === "value") return done.on instanceof HTMLInputElement ? entered(done.on) : () => false;
  if (done.kind !== "key") return (live) => (live.click(), true);
  const pressed = { key: done.key, bubbles: true, cancelable: true, composed: true };
  return (live) => (live.dispatchEvent(new KeyboardEvent("keydown", pressed)), true);
}

function focused(control: Element): Deed {
  const field = control instanceof HTMLInputElement && control.type === "text" ? control : undefined;
  const [from, to] = [field?.selectionStart ?? null, field?.selectionEnd ?? null];
  return (live) => {
    live.focus();
    if (from !== null) inputOf(live)?.setSelectionRange(from, to);
    return true;
  };
}

/** What a search would send, and to which library: a click on a painting is valid only for that. */
export function shownIn({ connection, draft }: PanelState): string {
  return JSON.stringify([connection.library, draft]);
}

/**
 * Replaces the painting by the live page within the same frame and replays there, in order, what was done to the
 * painting. Clicks and keys count only if the page shows what the painting showed and everything done before them found
 * its control, so that no one pays for a search that lacks a text.
 * @param draw draws the page and returns what it shows
 */
export function comeAlive(page: HTMLElement, kept: PaintedDeeds | undefined, draw: () => string): void {
  const painted = document.getElementById("painted");
  const deeds = painted && kept ? deedsIn(painted, kept.done) : [];
  const { activeElement } = document;
  const focus =
    activeElement && painted?.contains(activeElement)
      ? { place: placeOf(painted, activeElement), deed: focused(activeElement) }
      : undefined;
  const scrolled = painted?.querySelector(".form-scroll")?.scrollTop ?? 0;
  const shown = painted?.dataset.shows;
  kept?.end();
  painted?.remove();
  let mayPress = draw() === shown;
  const scroll = page.querySelector(".form-scroll");
  if (scroll) scroll.scrollTop = scrolled;
  // After the toolkit's elements have noticed their children.
  queueMicrotask(() => {
    for (const { place, deed, isPress } of deeds) {
      const live = !isPress || mayPress ? place(page) : undefined;
      if (!live || !deed(live)) mayPress = false;
    }
    const live = focus?.place(page);
    if (live) focus?.deed(live);
  });
}

function deedsIn(painted: HTMLElement, all: PaintedDeeds["done"]) {
  return all.map((done) => ({ place: placeOf(painted, done.on), deed: deedOf(done), isPress: done.kind !== "value" }));
}
