// The service of the benchmark `window`, in a process of its own. It reports its URL and key and serves until it is
// ended.
import { startSampleLibrary } from "../../src/sample/index";

async function main(): Promise<void> {
  const { url, key } = await startSampleLibrary({ adsPerPlatform: 2_000 });
  process.send?.({ url, key });
}

void main();
