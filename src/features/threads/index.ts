// A worker thread, step by step: `ThreadLink.ask` starts the thread with the first request and posts { task, args, port };
// `serve`, in the thread, calls the task's method and posts an answer or a failure in that port, which only this request
// has. A message the other way is a cancel: it drops a request that has not begun; one that has begun finishes unheard. If
// the thread ends, its ports close, so its pending requests fail, and the next request starts another. The archive's index,
// datasets, and pictures each have such a thread.
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import { messageOf } from "../../protocol/failure";
import { StorageError, storageErrorOf, type StorageReason } from "../disk";

interface Asked {
  readonly task: string;
  readonly args: readonly unknown[];
  readonly port: MessagePort;
}

type Reply =
  | { readonly value: unknown }
  /** Without a reason, the error is not one of storage. */
  | { readonly reason?: StorageReason; readonly specifics: string };

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
  private thread: { readonly worker: Worker; readonly ended: Promise<StorageError> } | undefined;

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
    const { worker, ended } = (this.thread ??= this.started());
    const { port1: own, port2: port } = new MessageChannel();
    const stop = () => {
      own.postMessage("cancel");
      own.close();
    };
    signal?.addEventListener("abort", stop);
    try {
      worker.postMessage({ task, args, port } satisfies Asked, [port]);
      const reply = await new Promise<Reply | undefined>((resolve) =>
        own.once("message", resolve).once("close", () => resolve(undefined)),
      );
      signal?.throwIfAborted();
      // The port is closed, so only the thread can keep the process alive until its end is known.
      if (!reply) worker.ref();
      if (!reply) throw await ended;
      // eslint-disable-next-line no-restricted-syntax -- the port is that of this task, which no type can express
      if ("value" in reply) return reply.value as ResultOf<Tasks, K>;
      throw reply.reason ? new StorageError(reply.reason, reply.specifics) : new Error(reply.specifics);
    } finally {
      signal?.removeEventListener("abort", stop);
      own.close();
    }
  }

  /** Ends the thread at once. The next request starts another. */
  async end(): Promise<void> {
    // Keeps the process alive until the thread has ended.
    this.thread?.worker.ref();
    await this.thread?.worker.terminate();
  }

  private started() {
    const worker = this.ports.start();
    let why: string | undefined;
    worker.on("message", (event: Event) => this.ports.onEvent?.(event));
    worker.on("error", (error) => (why = messageOf(error)));
    const ended = new Promise<StorageError>((resolve) =>
      worker.once("exit", (code) => {
        if (this.thread?.worker === worker) this.thread = undefined;
        resolve(new StorageError("failed", why ?? `its thread ended (${code})`));
      }),
    );
    worker.unref();
    return { worker, ended };
  }
}

/** The names of the methods that can be asked for. */
export type TaskOf<Tasks> = {
  [K in keyof Tasks]: Tasks[K] extends (...args: never[]) => unknown ? K : never;
}[keyof Tasks] &
  string;
export type ArgsOf<Tasks, K extends keyof Tasks> = Tasks[K] extends (...args: infer Args) => unknown ? Args : never;
export type ResultOf<Tasks, K extends keyof Tasks> = Tasks[K] extends (...args: never[]) => infer Result
  ? Awaited<Result>
  : never;

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
  const tasks = make((event) => port.postMessage(event));
  const answer = async ({ task, args, port: to }: Asked) => {
    const reply = (content: Reply) => to.postMessage(content);
    try {
      const method: unknown = Reflect.get(tasks, task);
      if (typeof method !== "function") throw new Error(`There is no task ${task}.`);
      reply({ value: await Reflect.apply(method, tasks, args) });
    } catch (error) {
      const known = storageErrorOf(error, file);
      if (known instanceof StorageError) reply({ reason: known.reason, specifics: known.specifics });
      else reply({ specifics: messageOf(error) });
    }
    to.close();
  };
  port.on("message", (asked: Asked) => {
    // Begin later, so that the window can cancel what waits for other requests.
    setImmediate(() => {
      if (receiveMessageOnPort(asked.port)) asked.port.close();
      else void answer(asked);
    });
  });
}
