// The service of the bench `window`, in a process of its own: prints its address and key as JSON and serves until it is ended.
import { startSampleLibrary } from "../../src/sample/index";

async function main(): Promise<void> {
  const { url, key } = await startSampleLibrary({ adsPerPlatform: 2_000 });
  process.send?.({ url, key });
}

void main();
