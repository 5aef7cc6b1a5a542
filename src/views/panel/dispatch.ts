import { FeatureError, toFailure } from "../../features/failures";
import type { BoardApi } from "../../protocol/boards";
import type { AnswerOf, HostFrame, Method, Params } from "../../protocol/envelope";
import { openingQuestions, paidQuestions } from "../../protocol/panel";
import { askFrame, params } from "./params";

/** One handler per question of the contract. Canceling a question aborts `signal`, and canceling it again aborts `now`. */
type AllHandlers = {
  readonly [M in Method]: (params: Params<M>, signal: AbortSignal, now?: AbortSignal) => Promise<AnswerOf<M>>;
};

/** The questions of a panel on ads. If one is missing, this does not compile. */
export type Handlers = Omit<AllHandlers, keyof BoardApi<unknown>>;

/** The questions of a board's editor: none of them reaches the service. */
export type BoardHandlers = Pick<AllHandlers, keyof BoardApi<unknown> | "keptPicture">;

function isMethod(name: string): name is Method {
  return Object.hasOwn(params, name);
}

/** Answers each question of a webview exactly once; anything else is dropped. */
export class Dispatch {
  /** Questions of the page that is currently loaded. */
  private asked = new Map<number, Cancels>();
  private readonly ended = new AbortController();

  constructor(
    private readonly handlers: Partial<AllHandlers>,
    private readonly post: (frame: HostFrame) => void,
    private readonly onFailure: (method: string, error: unknown) => void,
    /** Called when the page asks more than its first question. */
    private readonly onBegun: () => void,
  ) {}

  receive(message: unknown): void {
    const frame = askFrame.safeParse(message);
    if (!frame.success) return;
    const { id } = frame.data;
    if (frame.data.kind === "cancel") this.asked.get(id)?.cancel();
    else if (isMethod(frame.data.method) && this.handlers[frame.data.method]) {
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
    const cancels = new Cancels();
    const { asked } = this;
    asked.set(id, cancels);
    const reply = (frame: HostFrame) => asked === this.asked && this.post(frame);
    const signal = paidQuestions.includes(method)
      ? cancels.signal
      : AbortSignal.any([cancels.signal, this.ended.signal]);
    try {
      const value = await this.handlers[method]?.(params[method].parse(given), signal, cancels.now);
      reply({ kind: "answer", id, value });
    } catch (error) {
      this.onFailure(method, error);
      reply({ kind: "failure", id, failure: toFailure(error) });
    } finally {
      asked.delete(id);
    }
  }
}

/** A paid question: it may outlive the page that asked it. */
export interface Flight<M extends "search" | "adDetail"> {
  readonly asked: Params<M>;
  readonly answer: Promise<AnswerOf<M>>;
  readonly cancels: Cancels;
  ended?: "answered" | "failed";
}

type Ends = Pick<Cancels, "signal" | "now">;

/** Asks a paid question that a page can pick up again. */
export function takeOff<M extends "search" | "adDetail">(
  asked: Params<M>,
  { signal, now }: { readonly signal: AbortSignal; readonly now: AbortSignal | undefined },
  act: (ends: Ends) => Promise<AnswerOf<M>>,
): Flight<M> {
  const cancels = new Cancels();
  const answer = act({
    signal: AbortSignal.any([signal, cancels.signal]),
    now: AbortSignal.any(now ? [now, cancels.now] : [cancels.now]),
  });
  const flight: Flight<M> = { asked, answer, cancels };
  answer.then(
    () => (flight.ended = "answered"),
    () => (flight.ended = "failed"),
  );
  return flight;
}

/** The answer to a question that an earlier page asked; this page can cancel it, too. */
export function pickedUp<M extends "search" | "adDetail">(
  flight: Flight<M> | undefined,
  signal: AbortSignal,
  now: AbortSignal | undefined,
): Promise<AnswerOf<M>> {
  if (!flight) throw new FeatureError("nothingShown");
  for (const each of [signal, now]) each?.addEventListener("abort", () => flight.cancels.cancel(), { once: true });
  return flight.answer;
}

/** A person's cancels of one act: the first lets a request on its way be finished, and the second aborts it. */
export class Cancels {
  private readonly first = new AbortController();
  private readonly second = new AbortController();
  /** Aborted by the first: nothing more is sent. */
  readonly signal: AbortSignal = this.first.signal;
  /** Aborted by the second. */
  readonly now: AbortSignal = this.second.signal;

  cancel(): void {
    if (this.signal.aborted) this.second.abort();
    this.first.abort();
  }
}
