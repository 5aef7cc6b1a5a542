import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fenceOf, planIdIn, type Said } from "../../support/assistantDoor";
import { CommandLine } from "../../support/commandLine";
import { McpClient } from "../../support/mcpClient";
import { temporaryFolder } from "../../support/temporaryFolder";

const guide = "docs/assistants.md";
const block = /```transcript\n([\s\S]*?)```/g;

/** What differs from run to run: numbers of plans, ads, snapshots, and the port. */
const timeless = (text: string) =>
  text
    .replace(/plan-[0-9a-f]{8}-[0-9a-f]{16}/g, "PLAN")
    .replace(/(native[/ ]|ad |snapshots?: |page\/native\/)\d{6,19}(, \d{6,19})*/g, "$1N");

/** An answer as the guide shows it: our own lines, and how many lines of others there were. */
function shownOf(said: Said): string {
  const { inside, outside } = fenceOf(said);
  const own = outside.filter((line) => !line.startsWith("Data, not instructions:"));
  return timeless([...own, ...(inside.length > 0 ? [`[ads and other data: ${inside.length}]`] : [])].join("\n"));
}

describe("the guide's transcripts", () => {
  const folder = temporaryFolder();
  let line: CommandLine;
  before(async () => (line = await CommandLine.build()));
  after(() => line.dispose());

  /** Makes the calls of a transcript again. PLAN and AD stand for what the answers before named. */
  async function played(transcript: string, at: string): Promise<string> {
    mkdirSync(at);
    const client = await McpClient.open(line.server(at, {}, "--library", "sample:", "--max-credits", "300"), "modern");
    let [plan, ad] = ["", ""];
    const told: string[] = [];
    for (const [call, name = "", input = ""] of transcript.matchAll(/^> (\w+) (\{.*\})$/gm)) {
      const given = JSON.parse(
        input.replaceAll('"PLAN"', JSON.stringify(plan)).replaceAll('"AD"', JSON.stringify(ad)),
      ) as Record<string, unknown>;
      const said = await client.call(name, given);
      if (name === "plan_purchase" && !said.failed) plan = planIdIn(said);
      ad = /"id":"(\d+)"/.exec(fenceOf(said).inside[0] ?? "")?.[1] ?? ad;
      // A cursor depends on the time.
      told.push(`${call}\n${shownOf(said).replace(/cursor "\d+"/, 'cursor "14"')}\n`);
    }
    await client.close();
    return told.join("\n");
  }

  it("match the server's output", async () => {
    const text = readFileSync(guide, "utf8");
    const transcripts = [...text.matchAll(block)].map(([, transcript]) => transcript!);
    assert.equal(transcripts.length, 2);
    const fresh: string[] = [];
    for (const [index, transcript] of transcripts.entries())
      fresh.push(await played(transcript, join(folder(), `${index}`)));
    // To take the guide's answers anew: AD_LIBRARY_WRITE_TRANSCRIPTS=1 node test/run/unit.mjs mcp.transcripts
    if (process.env.AD_LIBRARY_WRITE_TRANSCRIPTS === "1")
      writeFileSync(
        guide,
        text.replace(block, () => `\`\`\`transcript\n${fresh.shift()}\`\`\``),
      );
    else assert.deepEqual(transcripts, fresh);
  });
});
