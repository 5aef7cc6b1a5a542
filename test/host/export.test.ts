import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { jsonIssues } from "../unit/features/export/schemas";

interface Summary {
  readonly file?: string;
  readonly pages: number;
  readonly ads: number;
  readonly credits: number;
  readonly complete: boolean;
}

describe("Exports by command", () => {
  let folder: string;
  const root = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer")!.extensionPath;
  const settings = () => vscode.workspace.getConfiguration("adLibrary");
  const run = (argument: object): Thenable<Summary | undefined> =>
    vscode.commands.executeCommand("adLibrary.exportPages", argument);
  const place = (name: string) => join(folder, name);
  const fits = (schema: string, value: unknown) => assert.deepEqual(jsonIssues(schema, value, root), []);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-export-"));
    await settings().update("confirmAbove", 1_000_000, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("adLibrary.useSampleLibrary");
    await vscode.commands.executeCommand("adLibrary.search", { platform: "reddit", body: {} });
  });
  after(async () => {
    await settings().update("confirmAbove", undefined, vscode.ConfigurationTarget.Global);
    await rm(folder, { recursive: true, force: true });
  });

  for (const [name, wish, ended] of [
    ["three.json", { pages: 3, faster: true }, { pages: 3, ads: 54, credits: 200, complete: true, stopped: "asked" }],
    [
      "details.ndjson",
      { pages: 1, details: true },
      { pages: 1, ads: 18, details: 18, credits: 1800, complete: true, stopped: "asked" },
    ],
    [
      "capped.json",
      { mostCredits: 200 },
      { pages: 5, ads: 90, credits: 200, complete: false, resumable: true, stopped: "cap" },
    ],
  ] as const)
    it(`fetch what is agreed to, and never pay for it again: ${JSON.stringify(wish)}`, async () => {
      const first = await run({ file: place(name), ...wish });
      assert.deepEqual({ ...first, file: "", bytes: 0 }, { ...ended, uncertain: 0, notKept: 0, file: "", bytes: 0 });
      assert.equal(basename(first?.file ?? ""), ended.complete ? name : "capped.incomplete.json");
      const text = await readFile(first!.file!, "utf8");
      if (name.endsWith(".json")) fits("export-json", JSON.parse(text));
      else for (const line of text.trimEnd().split("\n")) fits("export-ndjson-line", JSON.parse(line));
      const most = "mostCredits" in wish ? { mostCredits: 0 } : wish;
      assert.equal((await run({ file: place(`again-${name}`), ...most }))?.credits, 0);
    });

  it("refuse invalid arguments and missing folders before paying", async () => {
    assert.equal(await run({ pages: 0 }), undefined);
    assert.equal(await run({ file: join(folder, "nowhere", "ads.json"), pages: 9 }), undefined);
  });

  it("write what is bought if no library is connected, without asking how far, and refuse more before they ask", async () => {
    const asked = await vscode.commands.executeCommand("adLibrary.search", { platform: "pinterest", body: {} });
    assert.ok(asked);
    const two = await run({ file: place("two.json"), pages: 2 });
    assert.equal(two?.credits, 100);
    await settings().update("baseUrl", undefined, vscode.ConfigurationTarget.Global);
    // With `file`, nothing else is asked: a question would wait forever.
    const { pages, ads, credits, complete } = (await run({ file: place("offline.json") }))!;
    assert.deepEqual([pages, ads, credits, complete], [2, 36, 0, true]);
    assert.equal(await run({ pages: 3 }), undefined);
  });
});
