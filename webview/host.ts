import type { AnswerOf, AskFrame, HostFact, HostFrame, Method, Params } from "../src/protocol/envelope";
import type { Failure } from "../src/protocol/failure";
import type { PanelMemory } from "../src/protocol/panel";

/** What VS Code gives a webview, once. */
export interface VsCodeApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

/** Where the host's frames arrive: the window, or a stand-in with the same shape. */
export interface FrameSource {
  readonly addEventListener: (type: "message", listener: (event: { readonly data: unknown }) => void) => void;
}

/** The end of a question that got no answer; `failure` has words, charge and the next step. */
export class AskFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** The conversation with the extension host: questions, facts, and the panel's own small memory. */
export interface Host {
  /**
   * Rejects with `AskFailed`. A canceled question still settles with the host's answer, including the charge. Each `abort`
   * event of `cancels` cancels it again.
   */
  readonly ask: <M extends Method>(method: M, params: Params<M>, cancels?: EventTarget) => Promise<AnswerOf<M>>;
  readonly onFact: (listener: (fact: HostFact) => void) => void;
  /** What this panel remembered before a reload; absent if there is nothing or it is unreadable. */
  readonly recall: () => PanelMemory | undefined;
  readonly remember: (memory: PanelMemory) => void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: AskFailed) => void;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isHostFrame(data: unknown): data is HostFrame {
  if (!isObject(data)) return false;
  if (data.kind === "fact") return typeof data.fact === "string";
  return typeof data.id === "number" && (data.kind === "answer" || data.kind === "failure");
}

function isMemory(state: unknown): state is PanelMemory {
  if (!isObject(state) || typeof state.platform !== "string") return false;
  const draft = state.draft;
  return isObject(draft) && Array.isArray(draft.choices);
}

/** What the panel kept before a reload; absent if there is nothing or it is unreadable. */
export function memoryIn(api: VsCodeApi): PanelMemory | undefined {
  const state = api.getState();
  return isMemory(state) ? state : undefined;
}

/** A page's first question. */
export function openFrame(memory: PanelMemory | undefined): AskFrame {
  return { kind: "ask", id: 1, method: "open", params: memory ? { memory } : {} };
}

function settle(waiting: Map<number, Waiting>, frame: Exclude<HostFrame, HostFact>): void {
  const asker = waiting.get(frame.id);
  waiting.delete(frame.id);
  if (frame.kind === "answer") asker?.resolve(frame.value);
  else asker?.reject(new AskFailed(frame.failure));
}

/**
 * Opens the conversation. Call once per page.
 * @param isOpening whether the first question, `open`, has already been sent
 */
export function connectHost(api: VsCodeApi, source: FrameSource, isOpening = false): Host {
  const waiting = new Map<number, Waiting>();
  const listeners: ((fact: HostFact) => void)[] = [];
  let lastId = 0;

  source.addEventListener("message", ({ data }) => {
    if (!isHostFrame(data)) return;
    if (data.kind === "fact") for (const listener of listeners) listener(data);
    else settle(waiting, data);
  });

  const post = (frame: AskFrame) => api.postMessage(frame);

  return {
    ask: <M extends Method>(method: M, params: Params<M>, cancels?: EventTarget) =>
      new Promise<AnswerOf<M>>((resolve, reject) => {
        const id = ++lastId;
        // eslint-disable-next-line no-restricted-syntax -- the host's answers are typed by the same interface
        waiting.set(id, { resolve: (value) => resolve(value as AnswerOf<M>), reject }); // prettier-ignore
        cancels?.addEventListener("abort", () => {
          if (waiting.has(id)) post({ kind: "cancel", id });
        });
        if (id > 1 || !isOpening) post({ kind: "ask", id, method, params });
      }),
    onFact: (listener) => listeners.push(listener),
    recall: () => memoryIn(api),
    remember: (memory) => api.setState(memory),
  };
}
