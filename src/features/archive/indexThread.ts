// The thread that owns the index. It is a bundle of its own, which `Archive` starts.
import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../threads";
import { AdIndex, type IndexEvent } from "./adIndex";

// Node.js warns that its SQLite is new; users can't do anything about that.
process.removeAllListeners("warning");
// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- `Archive` of the same build made it
const { folder }: { readonly folder: string } = workerData;
if (parentPort) serve<IndexEvent, AdIndex>(parentPort, folder, (tell) => new AdIndex(folder, tell));
