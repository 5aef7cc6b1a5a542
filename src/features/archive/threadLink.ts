import { Worker } from "node:worker_threads";
import { type ThreadSettings, toCloseMs } from "./archiveOptions";
import type { Args, Ask, FromThread, Result, Task, ThreadStart, ToThread } from "./messages";
import { StorageError } from "../disk";

export interface LinkPorts extends Omit<ThreadStart, "settings"> {
  readonly settings: () => ThreadSettings;
  /** Called with what the thread reports apart from answers and failures. */
  readonly onEvent: (event: Exclude<FromThread, { readonly kind: "answer" | "failure" }>) => void;
}

/** A request that waits for its answer. */
interface Asked {
  readonly id: number;
  readonly task: Task;
  readonly post: (worker: Worker) => void;
  readonly resolve: (value: Result<Task>) => void;
  readonly reject: (error: unknown) => void;
  /** How many threads have ended before answering this request. */
  readonly ends: number;
}

/** A thread, the requests that it has not answered, and whether it was told to end. */
interface Thread {
  readonly worker: Worker;
  readonly asked: Map<number, Asked>;
  closing: boolean;
}

/** Whether a task stores an answer that was paid for. */
const stores = (task: Task) => task === "storePage" || task === "storeDetail";

/** How many threads may end over one request before the request is taken for the cause. */
const mostEnds = 2;

/**
 * The window's link to the archive's thread. It starts the thread with the first request. If a thread ends by itself,
 * it starts another and sends the unanswered requests again, those that store answers first. The thread alone keeps no
 * process alive; a pending request does.
 */
export class ThreadLink {
  private thread: Thread | undefined;
  private lastId = 0;

  constructor(private readonly ports: LinkPorts) {}

  /** Sends a request and resolves to its answer. @throws {StorageError}, or the signal's reason */
  async ask<A extends Task>(task: A, args: Args<A>, signal?: AbortSignal): Promise<Result<A>> {
    signal?.throwIfAborted();
    const id = (this.lastId += 1);
    const ask: Ask<A> = { kind: "ask", id, task, args, settings: this.ports.settings() };
    const post = (worker: Worker) => worker.postMessage(ask);
    const answer = new Promise<Result<Task>>((resolve, reject) =>
      this.send({ id, task, post, resolve, reject, ends: 0 }),
    );
    const stop = () => this.cancel(id, signal?.reason);
    signal?.addEventListener("abort", stop);
    // eslint-disable-next-line no-restricted-syntax -- `id` matches the answer to its act, which no type can express
    return answer.finally(() => signal?.removeEventListener("abort", stop)) as Promise<Result<A>>;
  }

  /** Ends the thread once it has done what it was asked, or after `toCloseMs`. The next request starts another. */
  async close(): Promise<void> {
    const { thread } = this;
    if (!thread) return;
    this.thread = undefined;
    thread.closing = true;
    const { worker } = thread;
    const gone = new Promise((resolve) => worker.once("exit", resolve));
    worker.ref();
    worker.postMessage({ kind: "close" } satisfies ToThread);
    const timer = setTimeout(() => void worker.terminate(), toCloseMs);
    await gone;
    clearTimeout(timer);
  }

  private send(asked: Asked): void {
    try {
      const { worker, asked: waiting } = (this.thread ??= this.start());
      asked.post(worker);
      waiting.set(asked.id, asked);
      worker.ref();
    } catch (error) {
      asked.reject(new StorageError("failed", `The archive's thread does not start: ${String(error)}`));
    }
  }

  private cancel(id: number, reason: unknown): void {
    const { thread } = this;
    this.taken(thread, id)?.reject(reason);
    thread?.worker.postMessage({ kind: "cancel", id } satisfies ToThread);
  }

  private start(): Thread {
    const { file, quietMs, settings } = this.ports;
    const workerData: ThreadStart = { file, quietMs, settings: settings() };
    const worker = new Worker(require.resolve("./archiveThread"), { workerData });
    const thread: Thread = { worker, asked: new Map(), closing: false };
    let why = "";
    worker.on("message", (message: FromThread) => this.heard(thread, message));
    worker.on("error", (error) => (why = `: ${String(error)}`));
    worker.once("exit", (code) => this.ended(thread, `The archive's thread ended (${code})${why}`));
    worker.unref();
    return thread;
  }

  private heard(thread: Thread, message: FromThread): void {
    if (message.kind === "answer") this.taken(thread, message.id)?.resolve(message.value);
    else if (message.kind === "failure") {
      const { id, reason, specifics } = message;
      this.taken(thread, id)?.reject(reason ? new StorageError(reason, specifics) : new Error(specifics));
    } else this.ports.onEvent(message);
  }

  /**
   * Takes a request off the waiting ones and returns it. When none is left, the thread no longer keeps the process
   * alive.
   */
  private taken(thread: Thread | undefined, id: number): Asked | undefined {
    const asked = thread?.asked.get(id);
    thread?.asked.delete(id);
    if (thread?.asked.size === 0 && !thread.closing) thread.worker.unref();
    return asked;
  }

  private ended(thread: Thread, what: string): void {
    if (this.thread === thread) this.thread = undefined;
    if (!thread.closing) this.ports.onEvent({ kind: "log", line: `${what}. It starts again with the next request.` });
    const waiting = [...thread.asked.values()];
    const inOrder = [...waiting.filter(({ task }) => stores(task)), ...waiting.filter(({ task }) => !stores(task))];
    for (const asked of inOrder) {
      const ends = asked.ends + 1;
      if (thread.closing || ends === mostEnds) asked.reject(new StorageError("failed", what));
      else this.send({ ...asked, ends });
    }
  }
}
