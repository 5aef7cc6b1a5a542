// Reads answers and writes their rows as parts, in a thread of its own that `AnswerWriter` starts: reading every field of
// every ad and compressing every column would hold up the window, and leave it with a large heap.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { AdLibraryError } from "../../api";
import type { ArchivedAnswer } from "../archive";
import { StorageError } from "../disk";
import type { Added, FromWriter, NothingAdded, WriterStart, ToWriter } from "./answerWriter";
import type { Part } from "./manifest";
import { Parts } from "./parts";
import { rowsOfDetail } from "./rowsOfDetail";
import { rowsOfPage } from "./rowsOfPage";
import type { Table } from "./tables";
import { Unpacker } from "./unpacker";

/** Does what the window sends, one message after the other; answers are unpacked ahead. */
class DatasetThread {
  private readonly unpacker = new Unpacker();
  private readonly parts: Promise<Parts>;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly port: MessagePort,
    private readonly start: WriterStart,
  ) {
    this.parts = partsIn(start);
    port.on("message", (message: ToWriter) => {
      const text = message.kind === "answer" ? this.unpacker.text(message.packed) : Promise.resolve("");
      text.catch(() => undefined);
      this.last = this.last.then(() => this.answer(message, text));
    });
  }

  private tell(message: FromWriter): void {
    this.port.postMessage(message);
  }

  private async answer(message: ToWriter, text: Promise<string>): Promise<void> {
    try {
      if (message.kind === "answer") this.tell({ kind: "added", added: await this.add(message.answer, text) });
      else this.tell({ kind: "placed", parts: await this.place(message.empty) });
    } catch (error) {
      // What says of an error that it is the file system's is lost on the way to another thread.
      const { code, syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
      this.tell({
        kind: "failure",
        message: error instanceof Error ? error.message : String(error),
        ...(code !== undefined && { code }),
        ...(syscall !== undefined && { syscall }),
      });
    }
  }

  /** Adds the rows of an answer. */
  private async add(answer: ArchivedAnswer, unpacked: Promise<string>): Promise<Added | NothingAdded> {
    const { reading } = this.start;
    try {
      const text = await unpacked;
      if (answer.kind === "details") {
        await (await this.parts).add(`d${answer.id}`, rowsOfDetail(answer, text, reading));
        return { ads: 0, isLast: false };
      }
      const { rows, ads, isLast } = await rowsOfPage(answer, text, reading);
      await (await this.parts).add(String(answer.id), rows);
      return { ads, isLast };
    } catch (error) {
      if (error instanceof AdLibraryError || error instanceof SyntaxError) return "unreadable";
      if (error instanceof StorageError) return "damaged";
      throw error;
    }
  }

  private async place(empty: readonly Table[]): Promise<readonly Part[]> {
    const written = await this.parts;
    for (const table of empty) await written.addEmpty(table);
    return written.place();
  }
}

async function partsIn({ folder, tool, taken, groupBytes }: WriterStart): Promise<Parts> {
  const parquet = await import("./parquet");
  const known = new Set(taken);
  const isTaken = (path: string) => known.has(path);
  return new Parts({ folder, tool, parquet, isTaken, ...(groupBytes !== undefined && { groupBytes }) });
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- the starter of the same build made it
const start: WriterStart = workerData;
if (parentPort) new DatasetThread(parentPort, start);
