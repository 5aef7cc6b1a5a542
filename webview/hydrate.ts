// How an explorer starts:
// 1. If `core.js` is not loaded yet, *Open Explorer* creates the webview first; the explorer then uses it. The sample
//    library's port is reserved before its code is loaded, because another port would make VS Code load the webview again.
// 2. The host writes the page with the form already in it (`views/panel/prerender`): the form seen last, otherwise the
//    live form if it arrives within 150 ms, otherwise the panel's frame. `prerender.tsx` renders it with the page's own
//    components over plain controls. Every text is escaped, and the content security policy allows no handlers.
// 3. `first.ts`, inline in the HTML, sends the question `open`, fetches the files, and records input: the plain controls
//    already accept text and checks.
// 4. When the answer has arrived and no press or composed text is under way, this file replaces the pre-rendered form by
//    the live page within one frame and replays the recorded input, then focus and selection. After the first control that
//    can't be matched, clicks and keys are dropped, so they can't spend anything.
// The answer to `open` has what a command handed over. If the page is unloaded before it asks anything else, the next page
// gets the handover. VS Code shows a page at its `load` event or after 200 ms, so the HTML refers to no files.
import type { RecordedInput, InputRecording } from "./first";
import type { PanelState } from "./state";

/** Repeats an input in the live control. @returns false if that was impossible */
type Replay = (live: HTMLElement) => boolean;

const nameOf = (element: Element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
const tagOf = (element: HTMLElement) => element.dataset.live ?? element.localName;
const filterOf = (element: Element) => element.closest("[data-filter]")?.getAttribute("data-filter") ?? undefined;

/** Identifies a control in both forms: by filter, kind, name, and its number among those. */
function placeOf(prerendered: HTMLElement, control: Element): (page: HTMLElement) => HTMLElement | undefined {
  if (!(control instanceof HTMLElement)) return () => undefined;
  const named = control.closest("label") ?? control;
  const [tag, name, filter] = [tagOf(control), nameOf(named), filterOf(control)];
  const alike = (found: Element) => nameOf(found) === name && filterOf(found) === filter;
  const twins = [...prerendered.querySelectorAll<HTMLElement>("*")].filter(
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

function entered(prerendered: HTMLInputElement): Replay {
  if (prerendered.type === "checkbox" || prerendered.type === "radio")
    return (live) => {
      if (isChecked(live) !== prerendered.checked) live.click();
      return isChecked(live) === prerendered.checked;
    };
  const { value } = prerendered;
  return (live) => {
    const input = inputOf(live);
    if (!input) return false;
    input.value = value;
    return input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  };
}

/** Live checks are elements of the toolkit or of the browser. */
const isChecked = (live: HTMLElement) => Reflect.get(live, "checked") === true;

function replayOf(input: RecordedInput): Replay {
  if (input.kind === "value") return input.on instanceof HTMLInputElement ? entered(input.on) : () => false;
  if (input.kind !== "key") return (live) => (live.click(), true);
  const pressed = { key: input.key, bubbles: true, cancelable: true, composed: true };
  return (live) => (live.dispatchEvent(new KeyboardEvent("keydown", pressed)), true);
}

function focused(control: Element): Replay {
  const field = control instanceof HTMLInputElement && control.type === "text" ? control : undefined;
  const [from, to] = [field?.selectionStart ?? null, field?.selectionEnd ?? null];
  return (live) => {
    live.focus();
    if (from !== null) inputOf(live)?.setSelectionRange(from, to);
    return true;
  };
}

/** What a search would send, and to which library: a recorded click is valid only for that. */
export function shownIn({ connection, draft }: PanelState): string {
  return JSON.stringify([connection.library, draft]);
}

/**
 * Replaces the pre-rendered form by the live page within one frame, and replays the recorded input in order. Clicks and
 * keys count only if the page shows what the form showed and all input before them found its control: nobody pays for a
 * search that lacks a text.
 * @param draw draws the page and returns what it shows
 */
export function hydrate(page: HTMLElement, recording: InputRecording | undefined, draw: () => string): void {
  const prerendered = document.getElementById("prerendered");
  const replays = prerendered && recording ? replaysOf(prerendered, recording.inputs) : [];
  const { activeElement } = document;
  const focus =
    activeElement && prerendered?.contains(activeElement)
      ? { place: placeOf(prerendered, activeElement), replay: focused(activeElement) }
      : undefined;
  const scrolled = prerendered?.querySelector(".form-scroll")?.scrollTop ?? 0;
  const shown = prerendered?.dataset.shows;
  recording?.end();
  prerendered?.remove();
  let mayPress = draw() === shown;
  const scroll = page.querySelector(".form-scroll");
  if (scroll) scroll.scrollTop = scrolled;
  // After the toolkit's elements have noticed their children.
  queueMicrotask(() => {
    for (const { place, replay, isPress } of replays) {
      const live = !isPress || mayPress ? place(page) : undefined;
      if (!live || !replay(live)) mayPress = false;
    }
    const live = focus?.place(page);
    if (live) focus?.replay(live);
  });
}

function replaysOf(prerendered: HTMLElement, all: InputRecording["inputs"]) {
  return all.map((input) => ({
    place: placeOf(prerendered, input.on),
    replay: replayOf(input),
    isPress: input.kind !== "value",
  }));
}
