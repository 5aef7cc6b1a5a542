import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { typing } from "../support/vscodeCalls";

interface Converted {
  platform: string;
  body: Record<string, unknown>;
  changes: { field: string; code: string }[];
}

interface Exported {
  about: { api_version: string; query: object };
  ads: { id: number }[];
}

const requestV1 = { api_key: "SECRET", page: 1, networks: ["tabulon"], orderby: "oldest" };
const curl = `curl https://a.example/v1/native/ads/search -H 'x-api-key: SECRET' -d '${JSON.stringify(requestV1)}'`;

describe("V1 in VS Code", () => {
  const setVersion = (version: string | undefined) =>
    vscode.workspace.getConfiguration("adLibrary").update("apiVersion", version, vscode.ConfigurationTarget.Global);
  const exportLoaded = async () => {
    const file = join(await mkdtemp(join(tmpdir(), "ad-library-")), "ads.json");
    await vscode.commands.executeCommand("adLibrary.exportResults", { file, format: "json" });
    return JSON.parse(await readFile(file, "utf8")) as Exported;
  };

  before(async () => {
    await vscode.commands.executeCommand("adLibrary.useSampleLibrary");
  });
  after(() => setVersion(undefined));

  it("converts a cURL command into a keyless request beside it that the library accepts", async () => {
    const converted = await vscode.commands.executeCommand<Converted>("adLibrary.convertV1Request", { text: curl });
    assert.equal(converted.platform, "native");
    assert.deepEqual(converted.body.advanced_order, { orderby: "newest", order: "asc" });
    assert.deepEqual(
      converted.changes.map(({ field, code }) => `${field} ${code}`),
      ["api_key keyRemoved", "networks nameToKey", "orderby sortRenamed"],
    );
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.path === "v2-native.jsonc");
    // VS Code stores the text of such a document when its window ends.
    assert.ok(document?.isUntitled && document.isDirty);
    assert.match(document?.getText() ?? "", /^\/\/ Sending POST \/v2\/ads\/native\/search costs 100 credits/);
    assert.ok(!document.getText().includes("SECRET"));
    const { platform, body } = converted;
    const found = await vscode.commands.executeCommand<{ ads: number }>("adLibrary.search", { platform, body });
    assert.equal(found.ads, 18);
  });

  it("gives V1 ads V2's field names", async () => {
    const text = JSON.stringify([{ id: 1, updated_at: "now", owner: { domain: "a.example", title: "A" } }]);
    const converted = await vscode.commands.executeCommand<{ cards: number; text: string }>(
      "adLibrary.convertV1Response",
      { text },
    );
    assert.equal(converted.cards, 1);
    const [card] = JSON.parse(converted.text) as { last_seen: string; owner: object }[];
    assert.deepEqual([card?.last_seen, card?.owner], ["now", { name: "A" }]);
  });

  /** Runs a conversion, and accepts whatever it proposes to choose. */
  const accepted = (command: string, ...given: readonly unknown[]) =>
    typing([], () => vscode.commands.executeCommand<Converted>(command, ...given));

  it("offers the conversion only for JSON that looks like V1", async () => {
    const offered = async (content: string) => {
      const { uri, lineCount } = await vscode.workspace.openTextDocument({ language: "json", content });
      const range = new vscode.Range(0, 0, lineCount, 0);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        uri,
        range,
      );
      return actions.flatMap(({ command }) => (command?.command.startsWith("adLibrary.") ? [command] : []));
    };
    const [request, ...others] = await offered(JSON.stringify(requestV1));
    assert.deepEqual([request?.title, others], ["Convert this V1 search to V2 (0 credits)", []]);
    const { changes } = await accepted(request!.command, ...(request!.arguments as unknown[]));
    assert.ok(changes.some(({ code }) => code === "keyRemoved"));
    const [answer] = await offered('{ "id": 1, "ad_url": "https://a.example/" }');
    assert.equal(answer?.title, "Convert these V1 ads to V2 field names");
    assert.deepEqual(await offered('{ "name": "a package", "version": "1.0.0" }'), []);
  });

  it("proposes a V1 search on the clipboard", async () => {
    await vscode.env.clipboard.writeText(JSON.stringify(requestV1));
    const { changes } = await accepted("adLibrary.convertV1Request");
    assert.ok(changes.some(({ code }) => code === "keyRemoved"));
  });

  it("searches and exports with V1 if set, and refuses mega for 0 credits", async () => {
    await setVersion("v1");
    const body = { orderby: ["running_longest"] };
    const found = await vscode.commands.executeCommand<{ ads: number }>("adLibrary.search", {
      platform: "native",
      body,
    });
    assert.equal(found.ads, 18);
    const { about, ads } = await exportLoaded();
    assert.deepEqual([about.api_version, about.query], ["v1", { orderby: "running_longest", page: 1 }]);
    assert.ok(ads.length === 18 && ads.every((ad) => "days_active" in ad));
    assert.equal(await vscode.commands.executeCommand("adLibrary.search", { platform: "mega", body: {} }), undefined);
    await setVersion("v2");
    await vscode.commands.executeCommand("adLibrary.search", {
      platform: "native",
      body: { advanced_order: { orderby: "newest", order: "asc" } },
    });
    assert.equal((await exportLoaded()).about.api_version, "v2");
  });
});
