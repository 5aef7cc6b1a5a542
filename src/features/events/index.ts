/** What a subscription returns. */
export interface Subscription {
  dispose(): void;
}

/** An event without VS Code: subscribers dispose of their subscriptions. A failing listener affects no other. */
export class Listeners {
  private readonly all = new Set<() => void>();

  readonly on = (listener: () => void): Subscription => {
    const own = () => listener();
    this.all.add(own);
    return { dispose: () => this.all.delete(own) };
  };

  fire(): void {
    for (const listener of [...this.all]) {
      try {
        listener();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.all.clear();
  }
}

/** Calls at the beginning of each day in this machine's time zone. A machine that slept calls when it wakes. */
export function eachMidnight(listener: () => void): Subscription {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    const untilThen = new Date().setHours(24, 0, 0, 0) - Date.now();
    timer = setTimeout(() => (listener(), wait()), untilThen).unref();
  };
  wait();
  return { dispose: () => clearTimeout(timer) };
}

/** Makes a value on first use, and keeps it unless that fails. */
export function onFirstUse<T>(make: () => T | Promise<T>): {
  readonly get: () => Promise<T>;
  readonly made: () => Promise<T> | undefined;
} {
  let value: Promise<T> | undefined;
  const get = () => {
    value ??= Promise.resolve()
      .then(make)
      .catch((error: unknown) => {
        value = undefined;
        throw error;
      });
    return value;
  };
  return { get, made: () => value };
}

/** The result of `work`, or undefined if it takes longer than `ms`. Leaves no timer running. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => (timer = setTimeout(done, ms, undefined)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
