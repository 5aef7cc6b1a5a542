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

/** The value of `make`, made once, on first use; a failure is not kept. */
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

/** What comes of `work`, or undefined if that takes longer than `ms`. No timer is left. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => (timer = setTimeout(done, ms, undefined)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
