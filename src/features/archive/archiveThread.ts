// The thread that owns the archive's database. It is a bundle of its own, which `ThreadLink` starts.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Args, Ask, FromThread, Result, Task, ThreadStart, ToThread } from "./messages";
import { StorageError, storageErrorOf } from "../disk";
import { ArchiveStore } from "./store";

/** Does the tasks that the window sends, in their order, until the window closes it. */
class ArchiveThread {
  /** Requests that have not begun, in order. */
  private readonly queue = new Map<number, Ask>();
  private readonly running = new Set<Promise<void>>();
  private readonly file: string;
  private readonly store: ArchiveStore;
  private settings: ThreadStart["settings"];

  constructor(
    private readonly port: MessagePort,
    { file, quietMs, settings }: ThreadStart,
  ) {
    this.file = file;
    this.settings = settings;
    this.store = new ArchiveStore({
      ...{ file, quietMs, settings: () => this.settings },
      onLog: (line) => this.tell({ kind: "log", line }),
      onRescued: (rescued) => this.tell({ kind: "rescued", rescued }),
      onCap: (notice) => this.tell({ kind: "cap", notice }),
    });
    port.on("message", (message: ToThread) => this.take(message));
  }

  private tell(message: FromThread): void {
    this.port.postMessage(message);
  }

  private take(message: ToThread): void {
    if (message.kind === "cancel") this.queue.delete(message.id);
    else if (message.kind === "close") void this.close();
    else {
      this.queue.set(message.id, message);
      // Begin later, so that a cancel that has already arrived is read first.
      setImmediate(() => this.beginNext());
    }
  }

  private beginNext(): void {
    const [next] = this.queue.values();
    if (!next) return;
    this.queue.delete(next.id);
    this.settings = next.settings;
    const work = this.answer(next).finally(() => this.running.delete(work));
    this.running.add(work);
  }

  private async answer(ask: Ask): Promise<void> {
    const { id } = ask;
    try {
      this.tell({ kind: "answer", id, value: await this.run(ask) });
    } catch (error) {
      const known = storageErrorOf(error, this.file);
      if (known instanceof StorageError)
        this.tell({ kind: "failure", id, reason: known.reason, specifics: known.specifics });
      else this.tell({ kind: "failure", id, specifics: String(error) });
    }
  }

  private run<A extends Task>({ task, args }: Ask<A>): Promise<Result<A>> {
    const tasks: { readonly [K in Task]: (...args: Args<K>) => Promise<Result<K>> } = this.store;
    return tasks[task](...args);
  }

  private async close(): Promise<void> {
    while (this.queue.size > 0) this.beginNext();
    while (this.running.size > 0) await Promise.all(this.running);
    this.store.close();
    process.exit();
  }
}

// Node.js warns that its SQLite is new; users can't do anything about that.
process.removeAllListeners("warning");
// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- `ThreadLink` of the same build made it
const start: ThreadStart = workerData;
if (parentPort) new ArchiveThread(parentPort, start);
