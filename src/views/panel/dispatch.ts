import { toFailure } from "../../features/failures";
import type { Answer, HostFrame, Method, Params } from "../../protocol/envelope";
import { askFrame, params } from "./params";

/** One answer per question of the contract. A missing one does not compile. */
export type Handlers = { readonly [M in Method]: (params: Params<M>, signal: AbortSignal) => Promise<Answer<M>> };

function isMethod(name: string): name is Method {
  return Object.hasOwn(params, name);
}

/** Once sent, these are charged: closing the panel does not end them, so that their answers are kept. */
const paid: ReadonlySet<Method> = new Set<Method>(["search", "adDetail"]);

/** What a page asks before all else. */
const first: ReadonlySet<string> = new Set<Method>(["open", "openArchive"]);

/** Answers each question of a webview exactly once; whatever is not a question is dropped. */
export class Dispatch {
  /** Questions of the page that is loaded now. */
  private asked = new Map<number, AbortController>();
  private readonly ended = new AbortController();

  constructor(
    private readonly handlers: Handlers,
    private readonly post: (frame: HostFrame) => void,
    private readonly onFailure: (method: string, error: unknown) => void,
  ) {}

  receive(message: unknown): void {
    const frame = askFrame.safeParse(message);
    if (!frame.success) return;
    const { id } = frame.data;
    if (frame.data.kind === "cancel") this.asked.get(id)?.abort();
    else if (isMethod(frame.data.method)) {
      // A page that is loaded anew numbers its questions anew: what the one before it asked is no longer waited for.
      if (first.has(frame.data.method)) this.asked = new Map();
      if (!this.asked.has(id)) void this.answer(id, frame.data.method, frame.data.params);
    }
  }

  /** Ends all that is asked: the panel is gone. */
  dispose(): void {
    this.ended.abort();
  }

  private async answer<M extends Method>(id: number, method: M, given: unknown): Promise<void> {
    const control = new AbortController();
    const { asked } = this;
    asked.set(id, control);
    const reply = (frame: HostFrame) => asked === this.asked && this.post(frame);
    const signal = paid.has(method) ? control.signal : AbortSignal.any([control.signal, this.ended.signal]);
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
