// The thread that owns the archive's database. It is a bundle of its own, which `ThreadLink` starts.
import { parentPort, workerData } from "node:worker_threads";
import type { Args, Ask, FromThread, Result, Task, ThreadStart, ToThread } from "./messages";
import { StorageError, storageErrorOf } from "../disk";
import { ArchiveStore } from "./store";

// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- `ThreadLink` of the same build made it
const { file, quietMs, ...start }: ThreadStart = workerData;
let { settings } = start;

// Node.js warns that its SQLite is new; users can't do anything about that.
process.removeAllListeners("warning");

const tell = (message: FromThread) => parentPort?.postMessage(message);
const store = new ArchiveStore({
  ...{ file, quietMs, settings: () => settings },
  onLog: (line) => tell({ kind: "log", line }),
  onRescued: (rescued) => tell({ kind: "rescued", rescued }),
  onCap: (notice) => tell({ kind: "cap", notice }),
});

/** Requests that have not begun, in order. */
const queue = new Map<number, Ask>();
const running = new Set<Promise<void>>();

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "cancel") queue.delete(message.id);
  else if (message.kind === "close") void close();
  else {
    queue.set(message.id, message);
    // Begin later, so that a cancel that has already arrived is read first.
    setImmediate(beginNext);
  }
});

function beginNext(): void {
  const [next] = queue.values();
  if (!next) return;
  queue.delete(next.id);
  settings = next.settings;
  const work = answer(next).finally(() => running.delete(work));
  running.add(work);
}

async function answer(ask: Ask): Promise<void> {
  const { id } = ask;
  try {
    tell({ kind: "answer", id, value: await run(ask) });
  } catch (error) {
    const known = storageErrorOf(error, file);
    if (known instanceof StorageError) tell({ kind: "failure", id, reason: known.reason, specifics: known.specifics });
    else tell({ kind: "failure", id, specifics: String(error) });
  }
}

function run<A extends Task>({ task, args }: Ask<A>): Promise<Result<A>> {
  const tasks: { readonly [K in Task]: (...args: Args<K>) => Promise<Result<K>> } = store;
  return tasks[task](...args);
}

async function close(): Promise<void> {
  while (queue.size > 0) beginNext();
  while (running.size > 0) await Promise.all(running);
  store.close();
  process.exit();
}
