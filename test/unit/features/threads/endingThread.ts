// Ends a thread right before the answer to an earlier request arrives, then exits with 6. In the thread: the tasks.
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { serve, ThreadLink } from "../../../../src/features/threads";

class Tasks {
  private answer: () => void = () => undefined;

  slow(): Promise<void> {
    return new Promise((resolve) => (this.answer = resolve));
  }

  /** Its answer comes first, and that of `slow` in the same turn of the window. */
  quick(): void {
    const later = [1, 2, 3, 4, 5].reduce((before) => before.then(() => undefined), Promise.resolve());
    void later.then(() => this.answer());
  }
}

async function endAndExit(): Promise<void> {
  const link = new ThreadLink<Tasks>({ start: () => new Worker(__filename) });
  link.ask("slow", []).catch(() => undefined);
  await link.ask("quick", []);
  await link.end();
  process.exitCode = 6;
}

if (isMainThread) void endAndExit();
else if (parentPort) serve(parentPort, "thread", () => new Tasks());
