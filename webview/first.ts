// Part of the page's HTML; runs before any file has loaded. Fetches the files alongside the first paint, not before it,
// and records input until the page is live (`hydrate.ts`).
import { memoryIn, openFrame, type FrameSource, type VsCodeApi } from "./host";

/** Input to the pre-rendered form: a value that was entered, a key, or a click. */
export type RecordedInput =
  | { readonly on: Element; readonly kind: "value" | "click" }
  | { readonly on: Element; readonly kind: "key"; readonly key: string };

/** Input to the pre-rendered form, to be replayed in the live one. */
export interface InputRecording {
  /** In the order in which it was done. */
  readonly inputs: readonly RecordedInput[];
  /** Whether something has begun that must end before the form is replaced: a press, or text that an input method is composing. */
  readonly isUnderWay: () => boolean;
  /** Calls back after something under way has ended and its click is recorded. */
  readonly onEnd: (listener: () => void) => void;
  /** Stops recording. */
  readonly end: () => void;
}

/** What the files find when they have loaded. */
export interface First {
  /** VS Code provides it only once. */
  readonly api: VsCodeApi;
  /** The host's frames, including those that arrived before the files. */
  readonly frames: FrameSource;
  /** Whether the first question has been sent. */
  readonly isOpening: boolean;
  readonly recording: InputRecording;
}

declare global {
  var first: First | undefined;
}
declare function acquireVsCodeApi(): VsCodeApi;

const texts = "input:not([type=checkbox], [type=radio])";

/** Whether a key acts on its own and is neither text nor a click: Enter in a text field, arrows in a list. */
function actsAlone(target: Element, { key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  if (target.matches(texts)) return key === "Enter";
  return target.matches("[role=combobox]") && key.startsWith("Arrow");
}

/** Follows what must end first: a press loses its click if the form is replaced between its two ends. */
function followUnderWay(
  prerendered: HTMLElement,
  on: AddEventListenerOptions,
): Pick<InputRecording, "isUnderWay" | "onEnd"> {
  type What = "press" | "composition";
  const underWay = new Set<What>();
  let tellEnd: () => void = () => undefined;
  const begin = (what: What) => (event: Event) => {
    const isPress = event instanceof KeyboardEvent ? event.key === " " : !("button" in event) || event.button === 0;
    if (isPress && event.target instanceof Element && prerendered.contains(event.target)) underWay.add(what);
  };
  const end = (what: What) => () => {
    // The click follows the event that ends a press.
    if (underWay.delete(what)) setTimeout(() => tellEnd());
  };
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, begin("press"), on);
  for (const type of ["pointerup", "pointercancel", "keyup", "contextmenu"])
    document.addEventListener(type, end("press"), on);
  document.addEventListener("compositionstart", begin("composition"), on);
  document.addEventListener("compositionend", end("composition"), on);
  // A press that ends in another window or on a scroll bar may fire no event. Elements lose the focus all the time.
  const leave = end("press");
  addEventListener("blur", ({ target }) => target === window && leave(), on);
  addEventListener("pointermove", ({ buttons }) => buttons === 0 && leave(), on);
  return { isUnderWay: () => underWay.size > 0, onEnd: (listener) => (tellEnd = listener) };
}

function recordInput(prerendered: HTMLElement): InputRecording {
  const inputs: RecordedInput[] = [];
  const ended = new AbortController();
  const on = { capture: true, signal: ended.signal };
  document.addEventListener(
    "input",
    ({ target }) => {
      if (!(target instanceof Element) || !prerendered.contains(target)) return;
      if (inputs.at(-1)?.on !== target) inputs.push({ on: target, kind: "value" });
    },
    on,
  );
  document.addEventListener(
    "click",
    ({ target }) => {
      const pressed = target instanceof Element && target.closest("button, summary, [role=combobox]");
      if (pressed && prerendered.contains(pressed)) inputs.push({ on: pressed, kind: "click" });
    },
    on,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const { target, key } = event;
      if (!(target instanceof Element) || !prerendered.contains(target) || !actsAlone(target, event)) return;
      inputs.push({ on: target, kind: "key", key });
      event.preventDefault();
    },
    on,
  );
  return { inputs, ...followUnderWay(prerendered, on), end: () => ended.abort() };
}

/** Whether a memory is newer than the pre-rendered one. VS Code shows the same HTML again when a hidden panel comes back. */
function isNewer(memory: unknown, renderedAt = 0): boolean {
  if (memory === undefined) return false;
  const at = typeof memory === "object" && memory !== null && "at" in memory ? memory.at : undefined;
  return typeof at !== "number" || at > renderedAt;
}

/** Keeps the host's frames until there is a listener. */
function keepFrames(): FrameSource {
  const kept: unknown[] = [];
  const ended = new AbortController();
  addEventListener("message", ({ data }) => kept.push(data), { signal: ended.signal });
  return {
    addEventListener: (type, listener) => {
      ended.abort();
      addEventListener(type, listener);
      queueMicrotask(() => kept.splice(0).forEach((data) => listener({ data })));
    },
  };
}

function begin(page: HTMLElement, prerendered: HTMLElement): void {
  const api = acquireVsCodeApi();
  if (isNewer(api.getState(), Number(prerendered.dataset.at ?? 0))) prerendered.replaceChildren();
  const isOpening = page.dataset.panel === "explorer";
  globalThis.first = { api, isOpening, frames: keepFrames(), recording: recordInput(prerendered) };
  if (isOpening) api.postMessage(openFrame(memoryIn(api)));
  const { script = "", shared = "", style = "", broken = "" } = page.dataset;
  // Neither delays the page's `load`, before which VS Code does not show it.
  Promise.all([import(shared), import(script)]).catch(() => {
    globalThis.first?.recording.end();
    prerendered.textContent = broken;
  });
  addEventListener("load", () => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = style;
    document.head.append(link);
  });
}

const page = document.getElementById("app");
const prerendered = document.getElementById("prerendered");
if (page && prerendered) begin(page, prerendered);
