// A worker thread, step by step: `ThreadLink.ask` starts the thread with the first request and posts { ask, id, task, args };
// `serve`, in the thread, calls the task's method and posts an answer or a failure with that id, which settles the promise. A
// cancel drops a request that has not begun; one that has begun finishes unheard. If the thread ends, its pending requests
// fail, and the next request starts another. The archive's index, datasets, and pictures each have such a thread.
import type { MessagePort, Worker } from "node:worker_threads";
import { StorageError, storageErrorOf, type StorageReason } from "../disk";

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface LinkPorts<Event> {
  /** Starts the thread, which calls `serve`. */
  readonly start: () => Worker;
  /** Called with what the thread reports apart from answers. */
  readonly onEvent?: (event: Event) => void;
}

/**
 * A window's link to a worker thread with tasks. The thread starts with the first request, and again after it has
 * ended. It alone keeps no process alive; a pending request does.
 */
export class ThreadLink<Tasks extends object, Event = never> {
  private thread: Worker | undefined;
  private readonly asked = new Map<number, Asked>();
  private lastId = 0;
  /** Whether somebody waits for the thread's end: until then, it keeps the process alive. */
  private ending = false;

  constructor(private readonly ports: LinkPorts<Event>) {}

  get isRunning(): boolean {
    return this.thread !== undefined;
  }

  /** Does a task in the thread. @throws what the task throws; {StorageError} if the thread ends; the signal's reason */
  async ask<K extends TaskOf<Tasks>>(
    task: K,
    args: ArgsOf<Tasks, K>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Tasks, K>> {
    signal?.throwIfAborted();
    const id = (this.lastId += 1);
    const answer = new Promise<unknown>((resolve, reject) => this.asked.set(id, { resolve, reject }));
    const stop = () => {
      this.taken(id)?.reject(signal?.reason);
      this.thread?.postMessage({ kind: "cancel", id } satisfies ToThread);
    };
    signal?.addEventListener("abort", stop);
    try {
      const worker = (this.thread ??= this.started());
      worker.ref();
      worker.postMessage({ kind: "ask", id, task, args } satisfies ToThread);
      // eslint-disable-next-line no-restricted-syntax -- `id` matches the answer to its task, which no type can express
      return (await answer) as ResultOf<Tasks, K>;
    } finally {
      this.taken(id);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Ends the thread at once. The next request starts another. */
  async end(): Promise<void> {
    this.ending = true;
    await this.thread?.terminate();
    this.ending = false;
  }

  private started(): Worker {
    const worker = this.ports.start();
    let why: string | undefined;
    worker.on("message", (message: FromThread<Event>) => {
      if (message.kind === "answer") this.taken(message.id)?.resolve(message.value);
      else if (message.kind === "event") this.ports.onEvent?.(message.event);
      else {
        const { id, reason, specifics } = message;
        this.taken(id)?.reject(reason ? new StorageError(reason, specifics) : new Error(specifics));
      }
    });
    worker.on("error", (error) => (why = messageOf(error)));
    worker.once("exit", (code) => {
      if (this.thread === worker) this.thread = undefined;
      const ended = new StorageError("failed", why ?? `its thread ended (${code})`);
      for (const id of this.asked.keys()) this.taken(id)?.reject(ended);
    });
    worker.unref();
    return worker;
  }

  /** Takes a request off the waiting ones. When none is left, the thread no longer keeps the process alive. */
  private taken(id: number): Asked | undefined {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    if (this.asked.size === 0 && !this.ending) this.thread?.unref();
    return asked;
  }
}

// The messages between a window and its thread. Both ends come from the same build.

/** The names of the methods that can be asked for. */
export type TaskOf<Tasks> = {
  [K in keyof Tasks]: Tasks[K] extends (...args: never[]) => unknown ? K : never;
}[keyof Tasks] &
  string;
export type ArgsOf<Tasks, K extends keyof Tasks> = Tasks[K] extends (...args: infer Args) => unknown ? Args : never;
export type ResultOf<Tasks, K extends keyof Tasks> = Tasks[K] extends (...args: never[]) => infer Result
  ? Awaited<Result>
  : never;

export type ToThread =
  | { readonly kind: "ask"; readonly id: number; readonly task: string; readonly args: readonly unknown[] }
  /** Nobody waits for this answer any more. A request that has not begun is dropped. */
  | { readonly kind: "cancel"; readonly id: number };

export type FromThread<Event> =
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  /** Without a reason, the error is not one of storage. */
  | { readonly kind: "failure"; readonly id: number; readonly reason?: StorageReason; readonly specifics: string }
  | { readonly kind: "event"; readonly event: Event };

/**
 * Does what a `ThreadLink` asks for, by calling the methods of what `make` returns, in the order of the requests. A
 * method that waits lets the next one begin.
 * @param file what errors of the file system are about
 * @param make gets what tells the window of an event
 */
export function serve<Event, Tasks extends object>(
  port: MessagePort,
  file: string,
  make: (tell: (event: Event) => void) => Tasks,
): void {
  /** Requests that have not begun. */
  const waiting = new Set<number>();
  const tell = (message: FromThread<Event>) => port.postMessage(message);
  const tasks = make((event) => tell({ kind: "event", event }));
  const answer = async (id: number, task: string, args: readonly unknown[]) => {
    try {
      const method: unknown = Reflect.get(tasks, task);
      if (typeof method !== "function") throw new Error(`There is no task ${task}.`);
      tell({ kind: "answer", id, value: await Reflect.apply(method, tasks, args) });
    } catch (error) {
      const known = storageErrorOf(error, file);
      if (known instanceof StorageError)
        tell({ kind: "failure", id, reason: known.reason, specifics: known.specifics });
      else tell({ kind: "failure", id, specifics: messageOf(error) });
    }
  };
  port.on("message", (message: ToThread) => {
    if (message.kind === "cancel") return void waiting.delete(message.id);
    waiting.add(message.id);
    // Begin later, so that a cancel that has already arrived is read first.
    setImmediate(() => {
      if (waiting.delete(message.id)) void answer(message.id, message.task, message.args);
    });
  });
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
