import { Worker } from "node:worker_threads";
import * as l10n from "@vscode/l10n";
import type { ArchivedAnswer, PackedAnswer } from "../archive";
import { FeatureError } from "../failures";
import type { Part } from "./manifest";
import type { PageReading } from "./rowsOfPage";
import type { Table } from "./tables";

/** What the thread starts with. */
export interface WriterStart {
  /** The dataset's folder. */
  readonly folder: string;
  readonly tool: string;
  /** Paths of the parts that the dataset has. */
  readonly taken: readonly string[];
  readonly reading: PageReading;
  /** Bytes of a row group, if not the default. */
  readonly groupBytes: number | undefined;
}

export type ToWriter =
  | { readonly kind: "answer"; readonly answer: ArchivedAnswer; readonly packed: PackedAnswer }
  | { readonly kind: "place"; readonly empty: readonly Table[] };

/** What an answer added. */
export interface Added {
  readonly ads: number;
  /** Whether the answer said that no page follows. */
  readonly isLast: boolean;
}

/** Why an answer added nothing: its bytes are damaged, or this version cannot read it. */
export type NothingAdded = "damaged" | "unreadable";

/** One message for each message to the thread, in their order. */
export type FromWriter =
  | { readonly kind: "added"; readonly added: Added | NothingAdded }
  | { readonly kind: "placed"; readonly parts: readonly Part[] }
  | { readonly kind: "failure"; readonly message: string; readonly code?: string; readonly syscall?: string };

/**
 * In megabytes. By default, V8 reserves more for short-lived objects than all others need together, and lets the others
 * grow to four times what is in use. With a limit below 2 GB, it collects them at about twice that.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 2000 };

/** The thread that turns answers into parts of a dataset, in the order in which they are given. */
export class AnswerWriter {
  private readonly worker: Worker;
  private readonly asked: ((message: FromWriter | undefined) => void)[] = [];
  /** Why the thread has ended. */
  private why: unknown;

  /** Aborting ends the thread, whatever it is doing: the next writer removes what is left behind. */
  constructor(start: WriterStart, signal: AbortSignal | undefined) {
    this.worker = new Worker(require.resolve("./datasetThread"), { workerData: start, resourceLimits });
    const end = () => void this.end();
    this.worker.on("message", (message: FromWriter) => this.asked.shift()?.(message));
    this.worker.on("error", (error) => (this.why = endedBy(error)));
    this.worker.once("exit", (code) => {
      signal?.removeEventListener("abort", end);
      this.why = signal?.aborted ? signal.reason : (this.why ?? endedBy(new Error(`its thread ended (${code})`)));
      for (const ended of this.asked.splice(0)) ended(undefined);
    });
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  }

  /** Adds an answer's rows. @throws what the file system refuses */
  async add(answer: ArchivedAnswer, packed: PackedAnswer): Promise<Added | NothingAdded> {
    const message = await this.ask({ kind: "answer", answer, packed });
    return message.kind === "added" ? message.added : "unreadable";
  }

  /** Finishes all parts, adds one without rows for each of the given tables, and gives them their names. */
  async place(empty: readonly Table[]): Promise<readonly Part[]> {
    const message = await this.ask({ kind: "place", empty });
    return message.kind === "placed" ? message.parts : [];
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private async ask(message: ToWriter): Promise<FromWriter> {
    const answer = await new Promise<FromWriter | undefined>((resolve) => {
      if (this.why !== undefined) return resolve(undefined);
      this.asked.push(resolve);
      this.worker.postMessage(message);
    });
    if (answer === undefined) throw this.why;
    if (answer.kind !== "failure") return answer;
    const { code, syscall } = answer;
    if (syscall === undefined) throw endedBy(new Error(answer.message));
    throw Object.assign(new Error(answer.message), { code, syscall });
  }
}

/** What the thread could not survive, in words: nothing of it is in the dataset. */
function endedBy(error: Error & { readonly code?: unknown }): FeatureError {
  const specifics = error.code === "ERR_WORKER_OUT_OF_MEMORY" ? l10n.t("not enough memory") : error.message;
  return new FeatureError("datasetFailed", { specifics });
}
