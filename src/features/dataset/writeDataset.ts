import { FeatureError } from "../failures";
import { Addition } from "./addition";
import { missingParts, tidied } from "./datasetFolder";
import { type DatasetSummary, type DueAnswer, dueAnswers, type WritePorts } from "./dueAnswers";
import { newManifest } from "./manifest";

/** Adds whatever the archive has and the dataset lacks. The caller holds the dataset's lock. */
export async function writeDataset(ports: WritePorts): Promise<DatasetSummary> {
  const { folder, tool, reading } = ports;
  const manifest = (await tidied(folder)) ?? newManifest(reading.origin, tool);
  if (manifest.origin !== reading.origin) throw new FeatureError("otherDataset", { specifics: manifest.origin });
  const missing = await missingParts(folder, manifest);
  const due = await dueAnswers(ports, manifest);
  const addition = new Addition(ports, manifest);
  try {
    await addAll(addition, due, ports);
    return { ...(await addition.end()), missing };
  } finally {
    await addition.stop();
  }
}

/** Adds the answers in order. Each is given to the thread while that still works on the one before. */
async function addAll(addition: Addition, due: readonly DueAnswer[], ports: WritePorts): Promise<void> {
  const { archive, reading, onProgress } = ports;
  const lookUp = (each: DueAnswer | undefined) => {
    const answer = each && archive.answer(each.kind, reading.origin, each.id);
    // Where this fails before it is needed, nobody waits for it.
    answer?.catch(() => undefined);
    return answer;
  };
  let next = lookUp(due[0]);
  let adding = Promise.resolve();
  try {
    for (const [index, { doubtful }] of due.entries()) {
      reading.signal?.throwIfAborted();
      const answer = await next;
      next = lookUp(due[index + 1]);
      const before = adding;
      // The size cap may have removed it meanwhile.
      if (answer) adding = addition.add(...answer, doubtful);
      adding.catch(() => undefined);
      await before;
      if (index % 10 === 9) onProgress({ done: index + 1, of: due.length, ads: addition.ads });
    }
    await adding;
  } finally {
    // The lock is released after a failure: by then, no answer may still be on its way to the thread.
    await adding.catch(() => undefined);
  }
}
