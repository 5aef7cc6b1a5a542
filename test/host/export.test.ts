import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
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
  readonly stopped: string;
}

interface Exported {
  readonly about: { readonly complete: boolean; readonly credits: number; readonly pages: number };
  readonly ads: readonly { readonly id: number }[];
}

describe("Exports by command", () => {
  let folder: string;
  const root = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer")!.extensionPath;
  const settings = () => vscode.workspace.getConfiguration("adLibrary");
  const run = (command: string, argument: object): Thenable<Summary | undefined> =>
    vscode.commands.executeCommand(`adLibrary.${command}`, argument);
  const place = (name: string) => join(folder, name);
  const json = async (file: string) => JSON.parse(await readFile(file, "utf8")) as Exported;
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

  it("fetch the agreed pages and never pay for one again", async () => {
    const first = await run("exportPages", { file: place("three.json"), pages: 3 });
    assert.deepEqual(
      { ...first, bytes: 0, file: basename(first?.file ?? "") },
      {
        ...{ pages: 3, ads: 54, credits: 200, uncertain: 0, notKept: 0, bytes: 0 },
        ...{ file: "three.json", complete: true, stopped: "asked" },
      },
    );
    const exported = await json(place("three.json"));
    fits("export-json", exported);
    assert.equal(exported.ads.length, 54);
    const again = await run("exportPages", { file: place("again.json"), pages: 3 });
    assert.equal(again?.credits, 0);
    assert.deepEqual((await json(place("again.json"))).ads, exported.ads);
  });

  it("write each ad with its detail, paid for once", async () => {
    const first = await run("exportPages", { file: place("details.ndjson"), pages: 1, details: true });
    assert.equal(first?.credits, 1800);
    const lines = (await readFile(place("details.ndjson"), "utf8")).trimEnd().split("\n");
    assert.equal(lines.length, 19);
    for (const line of lines) fits("export-ndjson-line", JSON.parse(line));
    const again = await run("exportPages", { file: place("details-again.ndjson"), pages: 1, details: true });
    assert.equal(again?.credits, 0);
  });

  it("stop at the agreed credits, with a file marked incomplete", async () => {
    const ended = await run("exportPages", { file: place("capped.json"), mostCredits: 200 });
    assert.equal(ended?.credits, 200);
    assert.deepEqual([ended?.complete, ended?.stopped], [false, "cap"]);
    assert.equal(basename(ended?.file ?? ""), "capped.incomplete.json");
    const exported = await json(ended?.file ?? "");
    fits("export-json", exported);
    assert.equal(exported.about.complete, false);
    assert.equal(exported.ads.length, 90);
  });

  it("write the same file with Faster as page by page", async () => {
    await vscode.commands.executeCommand("adLibrary.search", { platform: "reddit", text: "sneaker" });
    const fast = await run("exportPages", { file: place("fast.json"), mostCredits: 100_000, faster: true });
    assert.equal(fast?.stopped, "end");
    assert.ok(fast.credits <= fast.pages * 100, `${fast.credits} credits for ${fast.pages} pages`);
    const slow = await run("exportPages", { file: place("slow.json"), mostCredits: 0 });
    assert.equal(slow?.credits, 0);
    assert.equal(slow.stopped, "end");
    assert.deepEqual((await json(place("fast.json"))).ads, (await json(place("slow.json"))).ads);
  });

  it("leave nothing else behind", async () => {
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith(".")),
      [],
    );
  });

  it("refuse invalid arguments and missing folders before paying", async () => {
    assert.equal(await run("exportPages", { pages: 0 }), undefined);
    assert.equal(await run("exportPages", { file: join(folder, "nowhere", "ads.json"), pages: 9 }), undefined);
  });
});
