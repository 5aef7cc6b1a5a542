import { exitCodes } from "./exitCodes";
import type { Action } from "./action";
import { wholeNumber } from "./session";

/** `sample`: serves the sample library until it is stopped. The only line on stdout has its URL and key. */
export const serveSample: Action = async ({ screen, signal }, { port = "0", moments = false }) => {
  const { startSampleLibrary } = await import("../sample");
  const sample = await startSampleLibrary({ port: wholeNumber("--port", port), moments });
  screen.json({ url: sample.url, key: sample.key });
  await new Promise((stopped) => signal.addEventListener("abort", stopped, { once: true }));
  await sample.close();
  return exitCodes.done;
};
