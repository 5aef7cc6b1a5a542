import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { expectedProblems, searchFiles } from "../support/searchFiles";

describe("Search files in VS Code", () => {
  const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
  const folder = join(root, "searches");
  const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
    vscode.commands.executeCommand(`adLibrary.${command}`, ...args);
  const all = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri);

  /** Waits until what `look` finds is there; each change of problems is a reason to look again. */
  async function until<T>(look: () => T | undefined | Thenable<T | undefined>): Promise<T> {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        const subscription = vscode.languages.onDidChangeDiagnostics(() => (subscription.dispose(), resolve()));
        setTimeout(() => (subscription.dispose(), resolve()), 100);
      });
      const found = await look();
      if (found !== undefined) return found;
      await changed;
    }
  }
  const told = ({ range, severity, message, ...rest }: vscode.Diagnostic) => {
    const code = typeof rest.code === "string" ? rest.code : "";
    const { start, end } = range;
    const level = ["error", "warning", "info", "hint"][severity];
    return `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1} ${level} ${code}: ${message}`;
  };
  const put = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return vscode.Uri.file(path);
  };
  const show = async (uri: vscode.Uri) => (await vscode.window.showTextDocument(uri)).document;
  const lenses = async (uri: vscode.Uri) =>
    (await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri)).flatMap(
      ({ command }) => command ?? [],
    );
  const spent = async () => {
    const file = join(folder, "credits.csv");
    await run("exportCredits", { file });
    return readFile(file, "utf8");
  };

  before(async () => {
    await mkdir(folder, { recursive: true });
    await run("useSampleLibrary");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true });
  });

  it("have the problems that lint finds, each once, at the same places", async () => {
    for (const [name, text] of Object.entries(searchFiles)) {
      // VS Code itself tells what is no JSON.
      const expected = expectedProblems[name]!.filter((line) => !line.includes(" syntax: "));
      const uri = await put(name, text);
      const { languageId } = await show(uri);
      assert.equal(languageId, "jsonc");
      const plain = (line: string) => line.replace(/ \[(?:Change to|Use|Remove|Keep|Swap|Add) .*\]$| \[Remove\]$/s, "");
      await until(() => {
        const own = all(uri).filter(({ source }) => source === "Ad Library");
        return own.map(told).join("\n") === expected.map(plain).join("\n") ? own : undefined;
      });
      if (!expectedProblems[name]!.join().includes("syntax")) {
        const others = all(uri).filter(
          ({ source, message }) => source !== "Ad Library" && !/[Dd]uplicate|[Tt]railing/.test(message),
        );
        assert.deepEqual(
          others.map(({ message }) => message).filter((message) => !message.includes("schemas.example")),
          [],
        );
      }
    }
  });

  it("find their schema by name, as VS Code wants its address", () => {
    const extension = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer")!;
    const { contributes } = extension.packageJSON as { contributes: { jsonValidation: { url: string }[] } };
    const { url } = contributes.jsonValidation[0]!;
    assert.match(url, /^[^:/?#]+:\/\//);
    assert.equal(vscode.Uri.parse(url).toString(), "adlibrary-schema:/search.json");
  });

  it("are completed from the platform's own filters, items with their labels", async () => {
    const uri = await put("complete.adsearch.json", '{ "platform": "facebook", "body": { "gender": [  ],  } }');
    const document = await show(uri);
    const labels = async (text: string) => {
      const at = document.positionAt(document.getText().indexOf(text) + text.length);
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        uri,
        at,
      );
      return list.items;
    };
    const keys = await until(async () => {
      const names = (await labels("],  ")).map(({ label }) => (typeof label === "string" ? label : label.label));
      return names.includes("target_age") ? names : undefined;
    });
    assert.ok(
      ["advanced_order", "interests", "os"].every((name) => keys.includes(name)),
      keys.join(),
    );
    const items = await labels("[ ");
    const women = items.find(({ label }) => (typeof label === "string" ? label : label.label) === "1");
    const words = women?.documentation;
    assert.equal(typeof words === "string" ? words : words?.value, "Women");
  });

  it("are mended by a quick fix", async () => {
    const uri = await put("fix.adsearch.json", '{ "platform": "facebook", "body": { "genders": [1] } }');
    const document = await show(uri);
    const [problem] = await until(() => (all(uri).length > 0 ? all(uri) : undefined));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      problem!.range,
    );
    const action = actions.find(({ title }) => title === 'Change to "gender"');
    await vscode.workspace.applyEdit(action!.edit!);
    assert.equal(document.getText(), '{ "platform": "facebook", "body": { "gender": [1] } }');
    await until(() => (all(uri).length === 0 ? true : undefined));
  });

  it("run from their lens without a question where nothing is charged", async () => {
    const text = '{ "name": "Shoes", "platform": "tiktok", "body": { "active": [1] } }';
    const uri = await put("run.adsearch.json", text);
    await show(uri);
    const before = await spent();
    const first = await until(async () => ((await lenses(uri)).length > 0 ? lenses(uri) : undefined));
    assert.deepEqual(
      first.map(({ title }) => title),
      ["$(play) Run, 100 credits a page", "Open in explorer", "Export…"],
    );
    const lens = first[0]!;
    const ran = await vscode.commands.executeCommand<{ page: number; ads: number }>(lens.command, lens.arguments![0]);
    assert.deepEqual([ran.page, ran.ads], [1, 18]);
    assert.notEqual(await spent(), before);
    await show(uri);
    const after = await until(async () => {
      const titles = (await lenses(uri)).map(({ title }) => title);
      return titles.some((title) => title.includes("Show what you have")) ? titles : undefined;
    });
    assert.match(after[1]!, /^Show what you have \(1 page, .+\)$/);
  });
});
