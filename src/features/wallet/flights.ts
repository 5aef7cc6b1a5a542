interface Flight {
  readonly answer: Promise<unknown>;
  readonly end: AbortController;
  callers: number;
}

/**
 * Acts in flight, by identity. Identical acts share one call; each caller leaves on its own signal, and the shared call
 * is aborted when the last one has left.
 */
export class Flights {
  private readonly flying = new Map<string, Flight>();
  private readonly landing = new Set<Promise<unknown>>();

  /**
   * Joins the act of that identity, or starts it. A caller that leaves while others stay gets the signal's reason at
   * once; the last one gets the aborted call's own error, because only that knows whether something was sent.
   */
  join<T>(identity: string, signal: AbortSignal | undefined, start: (shared: AbortSignal) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const flight = this.flying.get(identity) ?? this.start(identity, start);
    flight.callers += 1;
    // eslint-disable-next-line no-restricted-syntax -- identical acts have the same answer; a map cannot say so
    const answer = flight.answer as Promise<T>;
    return signal ? this.untilLeft(identity, flight, answer, signal) : answer;
  }

  /** Settles when all calls now in flight have ended. */
  async landed(): Promise<void> {
    await Promise.allSettled(this.landing);
  }

  /** Aborts all calls in flight and waits until each has ended. */
  async end(reason: Error): Promise<void> {
    for (const flight of this.flying.values()) flight.end.abort(reason);
    await Promise.allSettled(this.landing);
  }

  /** Counts follow-up work of a call, which no caller awaits, as a part of it. */
  follow<T>(rest: Promise<T>): Promise<T> {
    this.landing.add(rest);
    // Stryker disable next-line ArrowFunction: settled promises would be kept, and nothing waits for them any more
    const forget = () => void this.landing.delete(rest);
    // Stryker disable next-line CallExpression: settled promises would be kept, and nothing waits for them any more
    rest.then(forget, forget);
    return rest;
  }

  private start<T>(identity: string, call: (shared: AbortSignal) => Promise<T>): Flight {
    const end = new AbortController();
    const answer = Promise.resolve().then(() => call(end.signal));
    const flight: Flight = { answer, end, callers: 0 };
    this.flying.set(identity, flight);
    const landed = answer.then(
      () => this.forget(identity, flight),
      () => this.forget(identity, flight),
    );
    void this.follow(landed);
    return flight;
  }

  private untilLeft<T>(identity: string, flight: Flight, answer: Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const depart = () => {
        flight.callers -= 1;
        if (flight.callers === 0) {
          // Later callers start over instead of joining a call that is ending.
          this.forget(identity, flight);
          flight.end.abort(signal.reason);
        } else reject(toError(signal.reason));
      };
      signal.addEventListener("abort", depart);
      const stay = () => signal.removeEventListener("abort", depart);
      answer.then(resolve, reject).finally(stay);
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
