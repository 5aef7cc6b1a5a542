import { parseArgs } from "node:util";
import { startSampleLibrary } from "./index";

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
  const { url, key } = await startSampleLibrary({ port: Number(values.port) });
  console.log(JSON.stringify({ url, key }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
