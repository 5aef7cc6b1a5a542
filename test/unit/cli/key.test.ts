import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { planIdIn } from "../../support/assistantDoor";
import { fileTexts } from "../../support/canarySweep";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { times } from "../../support/long";
import { McpClient } from "../../support/mcpClient";
import type { Reply } from "../../support/misbehaving";
import { body, failed } from "../../support/misbehavingReplies";

const key = "CANARY+7f3a9b/0c1d2e4f&5a6b7c8d9e0f1a2b%";
const base64 = [0, 1, 2].map((before) => Buffer.from("x".repeat(before) + key).toString("base64"));
const writings = [
  ...[key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), Buffer.from(key).toString("hex")],
  ...base64,
  ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
  [...key].map((sign) => `&#${sign.charCodeAt(0)};`).join(""),
];
const search = (index: number) => ({ search_field: [{ type: "text", text: `a${index}` }] });

/** Eight characters of any writing of the key are too many. The first few in base64 are not the key's. */
function assertClean(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts))
    for (const writing of writings)
      for (let at = 4; at + 8 <= writing.length; at += 1)
        assert.ok(!text.includes(writing.slice(at, at + 8)), `${writing.slice(at, at + 8)} in ${name}`);
}

describe("a key repeated by the service", () => {
  const library = useLibrary();
  const { folder, line, at, env } = useCommandLine(library);
  const withKey = () => ({ ...env(), AD_LIBRARY_API_KEY: key });
  beforeEach(() => {
    library.behave((exchange) => {
      const headers = { ...exchange.seen.headers, "x-api-key": library.key };
      return library.usual({ ...exchange, seen: { ...exchange.seen, headers } });
    });
  });

  /** Answers in which a clip goes through each writing of the key, after 80 and after 500 characters. */
  const echoes = (): readonly Reply[] =>
    writings.flatMap((writing, index) => {
      const before = (clip: number) => ". ".repeat(clip / 2).slice(1 + (index % 5) + Math.floor(writing.length / 2));
      const clipped = [failed(1005, before(500) + writing), body(`<p>${before(80)}${writing}`, 502)];
      return times(1, 2) === 1 ? [clipped[index % 2]!] : clipped;
    });

  it("is in nothing that the command line prints or writes", async () => {
    const said: Record<string, string> = {};
    const answer = await library.answerOf("native");
    const echoed = writings.join(" ").replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    for (const [index, echo] of echoes().entries()) {
      const name = `a${index}.adsearch.json`;
      writeFileSync(at(name), JSON.stringify({ platform: "native", body: search(index), pages: 2 }));
      // The first page has ads with the key in its texts; the second fails with it.
      library.next(body(answer.replaceAll('"title":"', `"echo ${echoed}":"${echoed}","title":"${echoed}`)), echo);
      const format = ["json", "csv", "ndjson"][index % 3]!;
      const args = ["run", name, "--max-credits", "200", "--out", `out${index}.${format}`, "--format", format];
      const ended = await (index < 2
        ? line().run(folder(), withKey(), ...args)
        : line().play(folder(), withKey(), ...args));
      assert.match(ended.stderr, /\[key\]|HTTP 502/);
      said[`${index} stdout`] = ended.stdout;
      said[`${index} stderr`] = ended.stderr;
    }
    const written = await fileTexts(folder());
    for (const ending of [".csv", ".json", ".ndjson"])
      assert.ok(
        Object.entries(written).some(([name, text]) => name.endsWith(ending) && text.includes("[key]")),
        ending,
      );
    assertClean({ ...said, ...written });
  });

  it("is in no answer of a tool", async () => {
    const client = await McpClient.open(line().server(folder(), withKey(), "--max-credits", "100000"), "modern");
    try {
      const said: Record<string, string> = {};
      for (const [index, echo] of echoes().entries()) {
        const body = JSON.stringify(search(index));
        const planned = await client.call("plan_purchase", { platform: "native", body, pages: 1 });
        library.next(echo);
        const bought = await client.call("buy_plan", { plan_id: planIdIn(planned) });
        assert.equal(bought.failed, true);
        said[index] = bought.text;
      }
      assert.ok(Object.values(said).some((text) => text.includes("[key]")));
      assertClean({ ...said, ...(await fileTexts(folder())) });
    } finally {
      await client.close();
    }
  });
});
