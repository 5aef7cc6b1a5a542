import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";

interface Exported {
  about: { platform: string; pages: number; complete: boolean };
  ads: { id: number; title?: string }[];
}

describe("A search by command", () => {
  it("connects the sample library, searches, and writes the loaded ads as JSON", async () => {
    await vscode.commands.executeCommand("adLibrary.useSampleLibrary");
    const found = await vscode.commands.executeCommand("adLibrary.search", { platform: "display", body: {} });
    assert.deepEqual(
      { ...(found as object), lastHit: undefined },
      { page: 1, ads: 18, hasNextPage: true, lastHit: undefined },
    );
    const file = join(await mkdtemp(join(tmpdir(), "ad-library-")), "ads.json");
    await vscode.commands.executeCommand("adLibrary.exportResults", { file, format: "json" });
    const exported = JSON.parse(await readFile(file, "utf8")) as Exported;
    assert.equal(exported.ads.length, 18);
    assert.equal(new Set(exported.ads.map(({ id }) => id)).size, 18);
    assert.equal(exported.about.platform, "display");
  });

  it("is carried out although another explorer came to the front for a moment", async () => {
    const search = (platform: string) => vscode.commands.executeCommand("adLibrary.search", { platform, body: {} });
    await search("reddit");
    await search("display");
    for (let time = 0; time < 3; time += 1) {
      const other = vscode.commands.executeCommand("adLibrary.openExplorer", { platform: "reddit" });
      assert.ok(await search("display"));
      await other;
    }
  });

  it("refuses a body with an unknown filter, for 0 credits", async () => {
    const found = await vscode.commands.executeCommand("adLibrary.search", {
      platform: "native",
      body: { nonsense: [1] },
    });
    assert.equal(found, undefined);
  });
});
