/** How an act in flight ends early. */
export interface FlightEnds {
  /** Its last caller has canceled: nothing more is sent, but the answer to a request on its way is still awaited. */
  readonly canceled: AbortSignal;
  /** The request on its way is given up, too. */
  readonly aborted: AbortSignal;
}

interface Flight {
  readonly answer: Promise<unknown>;
  readonly cancel: AbortController;
  readonly abort: AbortController;
  callers: number;
}

/**
 * Acts in flight, by identity. Identical acts share one call; each caller leaves on its own signal. When the last one
 * has left, the shared call sends nothing more.
 */
export class Flights {
  private readonly flying = new Map<string, Flight>();
  private readonly all = new Set<Flight>();

  /**
   * Joins the act of that identity, or starts it. A caller that leaves while others stay gets the signal's reason at
   * once; the last one gets the call's own answer or error, because only that knows whether something was sent.
   * @param now aborts the request on its way as well
   */
  join<T>(
    identity: string,
    signal: AbortSignal | undefined,
    start: (ends: FlightEnds) => Promise<T>,
    now?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted();
    now?.throwIfAborted();
    const flight = this.flying.get(identity) ?? this.start(identity, start);
    flight.callers += 1;
    // eslint-disable-next-line no-restricted-syntax -- identical acts have the same answer; a map cannot say so
    const answer = flight.answer as Promise<T>;
    return this.untilLeft(identity, flight, answer, { signal, now });
  }

  /** Settles when all calls now in flight have ended. */
  async landed(): Promise<void> {
    await Promise.allSettled([...this.all].map(({ answer }) => answer));
  }

  /** Aborts all calls in flight and waits until each has ended. */
  async end(reason: Error): Promise<void> {
    for (const { abort } of this.all) abort.abort(reason);
    await this.landed();
  }

  private start<T>(identity: string, call: (ends: FlightEnds) => Promise<T>): Flight {
    const [cancel, abort] = [new AbortController(), new AbortController()];
    const canceled = AbortSignal.any([cancel.signal, abort.signal]);
    const answer = Promise.resolve().then(() => call({ canceled, aborted: abort.signal }));
    const flight: Flight = { answer, cancel, abort, callers: 0 };
    this.flying.set(identity, flight);
    this.all.add(flight);
    const land = () => {
      this.forget(identity, flight);
      this.all.delete(flight);
    };
    answer.then(land, land);
    return flight;
  }

  private untilLeft<T>(
    identity: string,
    flight: Flight,
    answer: Promise<T>,
    { signal, now }: { readonly signal: AbortSignal | undefined; readonly now: AbortSignal | undefined },
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let wasLast: boolean | undefined;
      const leave = (reason: unknown) => {
        if (wasLast !== undefined) return;
        flight.callers -= 1;
        wasLast = flight.callers === 0;
        if (!wasLast) return reject(toError(reason));
        // Later callers start over instead of joining a call that is ending; they find its answer if it comes.
        this.forget(identity, flight);
        flight.cancel.abort(reason);
      };
      const landed = new AbortController();
      signal?.addEventListener("abort", () => leave(signal.reason), { signal: landed.signal });
      const giveUp = (reason: unknown) => {
        leave(reason);
        if (wasLast) flight.abort.abort(reason);
      };
      now?.addEventListener("abort", () => giveUp(now.reason), { signal: landed.signal });
      answer.then(resolve, reject).finally(() => landed.abort());
    });
  }

  private forget(identity: string, flight: Flight): void {
    if (this.flying.get(identity) === flight) this.flying.delete(identity);
  }
}

/** The reason of an abort as an error. */
export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("The action was canceled.", "AbortError");
}
