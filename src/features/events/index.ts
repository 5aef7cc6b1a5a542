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
