import { exitCodes, UsageError } from "./exitCodes";
import type { Action } from "./action";
import { wholeNumber } from "./session";

/** `sample`: serves the sample library until it is stopped. The only line on stdout has its URL and key. */
export const serveSample: Action = async ({ screen, signal }, { port = "0", moments = false }) => {
  const { startSampleLibrary } = await import("../sample");
  const number = wholeNumber("--port", port);
  if (number > 65_535) throw new UsageError(`--port must be at most 65535, not ${port}.`);
  const sample = await startSampleLibrary({ port: number, moments });
  screen.json({ url: sample.url, key: sample.key });
  await new Promise((stopped) => signal.addEventListener("abort", stopped, { once: true }));
  await sample.close();
  return exitCodes.done;
};
