// Reads answers and writes their rows as parts, in a thread of its own that `AnswerWriter` starts: reading every field of
// every ad and compressing every column would hold up the window, and leave it with a large heap.
import { parentPort, workerData } from "node:worker_threads";
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

// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- the starter of the same build made it
const { folder, tool, taken, reading, groupBytes }: WriterStart = workerData;
const known = new Set(taken);
const unpacker = new Unpacker();
const parts = import("./parquet").then((parquet) => {
  const isTaken = (path: string) => known.has(path);
  return new Parts({ folder, tool, parquet, isTaken, ...(groupBytes !== undefined && { groupBytes }) });
});

const tell = (message: FromWriter) => parentPort?.postMessage(message);
let last: Promise<void> = Promise.resolve();
parentPort?.on("message", (message: ToWriter) => {
  const text = message.kind === "answer" ? unpacker.text(message.packed) : Promise.resolve("");
  text.catch(() => undefined);
  last = last.then(() => answer(message, text));
});

async function answer(message: ToWriter, text: Promise<string>): Promise<void> {
  try {
    if (message.kind === "answer") tell({ kind: "added", added: await add(message.answer, text) });
    else tell({ kind: "placed", parts: await place(message.empty) });
  } catch (error) {
    // What says of an error that it is the file system's is lost on the way to another thread.
    const { code, syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
    tell({
      kind: "failure",
      message: error instanceof Error ? error.message : String(error),
      ...(code !== undefined && { code }),
      ...(syscall !== undefined && { syscall }),
    });
  }
}

/** Adds the rows of an answer. */
async function add(answer: ArchivedAnswer, unpacked: Promise<string>): Promise<Added | NothingAdded> {
  try {
    const text = await unpacked;
    if (answer.kind === "details") {
      await (await parts).add(`d${answer.id}`, rowsOfDetail(answer, text, reading));
      return { ads: 0, isLast: false };
    }
    const { rows, ads, isLast } = await rowsOfPage(answer, text, reading);
    await (await parts).add(String(answer.id), rows);
    return { ads, isLast };
  } catch (error) {
    if (error instanceof AdLibraryError || error instanceof SyntaxError) return "unreadable";
    if (error instanceof StorageError) return "damaged";
    throw error;
  }
}

async function place(empty: readonly Table[]): Promise<readonly Part[]> {
  const written = await parts;
  for (const table of empty) await written.addEmpty(table);
  return written.place();
}
