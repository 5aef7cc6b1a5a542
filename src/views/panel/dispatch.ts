import { toFailure } from "../../features/failures";
import type { AnswerOf, HostFrame, Method, Params } from "../../protocol/envelope";
import { openingQuestions, paidQuestions } from "../../protocol/panel";
import { askFrame, params } from "./params";

/** One handler per question of the contract. If one is missing, this does not compile. */
export type Handlers = { readonly [M in Method]: (params: Params<M>, signal: AbortSignal) => Promise<AnswerOf<M>> };

function isMethod(name: string): name is Method {
  return Object.hasOwn(params, name);
}

/** Answers each question of a webview exactly once; anything else is dropped. */
export class Dispatch {
  /** Questions of the page that is currently loaded. */
  private asked = new Map<number, AbortController>();
  private readonly ended = new AbortController();

  constructor(
    private readonly handlers: Handlers,
    private readonly post: (frame: HostFrame) => void,
    private readonly onFailure: (method: string, error: unknown) => void,
    /** Called when the page asks more than its first question. */
    private readonly onBegun: () => void,
  ) {}

  receive(message: unknown): void {
    const frame = askFrame.safeParse(message);
    if (!frame.success) return;
    const { id } = frame.data;
    if (frame.data.kind === "cancel") this.asked.get(id)?.abort();
    else if (isMethod(frame.data.method)) {
      // The previous page's questions are no longer awaited.
      if (openingQuestions.includes(frame.data.method)) this.asked = new Map();
      else this.onBegun();
      if (!this.asked.has(id)) void this.answer(id, frame.data.method, frame.data.params);
    }
  }

  /** Aborts all open questions: the panel is gone. */
  dispose(): void {
    this.ended.abort();
  }

  private async answer<M extends Method>(id: number, method: M, given: unknown): Promise<void> {
    const control = new AbortController();
    const { asked } = this;
    asked.set(id, control);
    const reply = (frame: HostFrame) => asked === this.asked && this.post(frame);
    const signal = paidQuestions.includes(method)
      ? control.signal
      : AbortSignal.any([control.signal, this.ended.signal]);
    try {
      const value = await this.handlers[method](params[method].parse(given), signal);
      reply({ kind: "answer", id, value });
    } catch (error) {
      this.onFailure(method, error);
      reply({ kind: "failure", id, failure: toFailure(error) });
    } finally {
      asked.delete(id);
    }
  }
}
