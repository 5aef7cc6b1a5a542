// One process of the benchmark `assistants`: `FOLDER ADS` fills an archive and has the tools search it.
import { AssistantTools } from "../../src/features/assistants/assistantTools";
import { openStack } from "../unit/features/stack";
import { addressOf, benchPage, median, numberOf, receivedAtOf, timed } from "./benchPages";

const [folder = "", ads = "100000"] = process.argv.slice(2);
const pages = Math.ceil(Number(ads) / 18);
const origin = "https://ads.example";

async function main(): Promise<void> {
  const stack = openStack(folder, origin, "a-key", { archiveMaxSizeMb: 1_000_000 });
  for (let page = 1; page <= pages; page += 1) {
    const text = benchPage(page, true);
    const answer = { text, receivedAt: receivedAtOf(page) };
    await stack.archive.storePage(addressOf(page), "6", numberOf(page), answer);
  }
  // Wait until all words are indexed and the size cap is applied.
  await stack.archive.tidied();
  const links = { ad: (platform: string, id: string) => `vscode://x/ad/${platform}/${id}` };
  const tools = new AssistantTools({
    ...{ engine: stack, door: "mcp", links, loadMedia: () => "never", budget: () => 0, now: () => new Date() },
  });
  const run = { client: "bench", signal: new AbortController().signal };
  const inputs = {
    word: { text: "shoes" },
    "two words": { text: "summer12 travel3" },
    newest: {},
    "50 ads": { text: "bike", limit: 50 },
    creatives: { group_by: "creative" },
  };
  const figures: Record<string, number> = {};
  for (const [name, input] of Object.entries(inputs)) {
    const times: number[] = [];
    for (let round = 0; round < (name === "creatives" ? 3 : 9); round += 1)
      times.push(
        await timed(async () => {
          const said = await tools.call("search_bought_ads", input, run);
          if (!("text" in said)) throw new Error(said.failed);
        }),
      );
    figures[`search_bought_ads: ${name}, ms`] = median(times.slice(2));
  }
  await stack.close();
  console.log(JSON.stringify(figures));
}

void main();
