import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import * as vscode from "vscode";
import { withEdits } from "../../src/features/searchFiles/fixes";
import type { Problem } from "../../src/features/searchFiles/searchFile";
import { platforms } from "../../src/protocol/platforms";
import { rangeOf } from "../../src/views/searchFiles/openSearchFiles";
import { startCountedLibrary } from "../support/countedLibrary";
import { generatedFile } from "../support/generatedSearchFiles";
import { times } from "../support/long";
import { searchFiles } from "../support/searchFiles";
import { toldProblem } from "../support/toldProblem";
import { openStack } from "../unit/features/stack";

/** What VS Code itself may say of a file that is JSON. */
const vsCodes = /[Dd]uplicate|[Tt]railing|schemas\.example/;

describe("Search files in VS Code", () => {
  const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
  const folder = join(root, "searches");
  const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
    vscode.commands.executeCommand(`adLibrary.${command}`, ...args);
  const all = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri);

  /** Waits until the problems are as wanted; each change of problems is a reason to look again. */
  async function untilProblems<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        const subscription = vscode.languages.onDidChangeDiagnostics(() => (subscription.dispose(), resolve()));
      });
      const found = look();
      if (found !== undefined) return found;
      await changed;
    }
  }
  /** Asks VS Code again until it answers as wanted: of its own answers it tells no change. */
  async function until<T>(ask: () => PromiseLike<T | undefined>): Promise<T> {
    for (;;) {
      const found = await ask();
      if (found !== undefined) return found;
    }
  }
  const told = ({ range, severity, message, ...rest }: vscode.Diagnostic) => {
    const code = typeof rest.code === "string" ? rest.code : "";
    const { start, end } = range;
    const level = ["error", "warning", "info", "hint"][severity];
    return `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1} ${level} ${code}: ${message}`;
  };
  const uriOf = (name: string) => vscode.Uri.file(join(folder, name));
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return uriOf(name);
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

  /** What VS Code says of a file once it is checked: each problem, with the fixes there and the texts that they make. */
  async function problemsHere(uri: vscode.Uri): Promise<readonly string[]> {
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, "jsonc");
    await until(async () => ((await lenses(uri)).length > 0 ? true : undefined));
    const own = all(uri).filter(({ source }) => source === "Ad Library");
    const offered = (range: vscode.Range) =>
      vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", uri, range, "quickfix");
    const mended = (action: vscode.CodeAction) => {
      const edits = (action.edit?.get(uri) ?? []).map(({ range, newText }) => {
        const offset = document.offsetAt(range.start);
        return { offset, length: document.offsetAt(range.end) - offset, text: newText };
      });
      return `${action.title}: ${withEdits(document.getText(), edits)}`;
    };
    const rows = own.map(async (one) => {
      // VS Code's own offers, such as to trust the domain of a schema, change no text.
      const fixes = (await offered(one.range)).filter(({ edit }) => edit !== undefined);
      return [told(one), ...fixes.map(mended).sort()].join("\n");
    });
    return Promise.all(rows);
  }

  /** The same, as lint says it. VS Code offers the fixes of all that is at one place together. */
  function problemsThere(problems: readonly Problem[], text: string): readonly string[] {
    return problems.map((one) => {
      const near = problems.filter(({ range }) => rangeOf(range).intersection(rangeOf(one.range)));
      const fixes = near.flatMap((each) => each.fixes.map(({ title, edits }) => `${title}: ${withEdits(text, edits)}`));
      return [toldProblem({ ...one, fixes: [] }), ...fixes.sort()].join("\n");
    });
  }

  before(async () => {
    await mkdir(folder, { recursive: true });
    await run("useSampleLibrary");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true });
  });

  it("show ad-library lint's problems once, at the same places, with the same fixes, for 0 credits", async () => {
    // Twelve files, of which another test knows what lint says, and generated ones. What VS Code takes for each grows
    // with how many there are.
    const count = times(8, 500);
    const library = await startCountedLibrary();
    const data = join(folder, "data");
    const stack = openStack(join(folder, "stack"), library.url, library.key);
    try {
      const forms = await Promise.all(platforms.map(({ token }) => stack.forms.form(token)));
      const made = fc.sample(generatedFile(forms), count).map(({ text }, at) => [`${at}.adsearch.json`, text] as const);
      const texts = new Map([...Object.entries(searchFiles), ...made]);
      for (const [name, text] of texts) await put(name, text);
      const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1", AD_LIBRARY_DATA: data };
      const { extensionPath } = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer")!;
      const args = [join(extensionPath, "dist/cli.js"), "lint", "--json", "--library", library.url, ...texts.keys()];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        ...{ cwd: folder, env: { ...env, AD_LIBRARY_API_KEY: library.key }, maxBuffer: 1 << 26 },
      }).catch((error: { code: unknown; stdout: string }) => (assert.equal(error.code, 1), error));
      const lint = stdout.trimEnd().split("\n");
      const before = await spent();
      let compared = 0;
      const compare = async (line: string) => {
        const { file, problems } = JSON.parse(line) as { file: string; problems: Problem[] };
        // VS Code itself tells what is no JSON.
        const own = problems.filter(({ code }) => code !== "syntax");
        compared += own.length;
        assert.deepEqual(await problemsHere(uriOf(file)), problemsThere(own, texts.get(file)!), texts.get(file));
        // Otherwise, VS Code reports only broken JSON and schemas that it doesn't load.
        const others = all(uriOf(file)).filter(
          ({ source, message }) => source !== "Ad Library" && !vsCodes.test(message),
        );
        if (file in searchFiles && own.length === problems.length)
          assert.deepEqual(others.map(({ message }) => message), []); // prettier-ignore
      };
      for (const line of lint) await compare(line);
      assert.equal(lint.length, 12 + count);
      assert.ok(compared > 30 + count / 5);
      assert.equal(library.paid().length, 0);
      assert.equal(await spent(), before);
    } finally {
      await stack.close();
      await library.close();
    }
  });

  it("find their schema by file name", () => {
    const extension = vscode.extensions.getExtension("ad-library-explorer.ad-library-explorer")!;
    const { contributes } = extension.packageJSON as { contributes: { jsonValidation: { url: string }[] } };
    const { url } = contributes.jsonValidation[0]!;
    assert.match(url, /^[^:/?#]+:\/\//);
    assert.equal(vscode.Uri.parse(url).toString(), "adlibrary-schema:/search.json");
  });

  it("complete the platform's own filters, with item labels", async () => {
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
    const named = items.map(({ label }) => (typeof label === "string" ? label : label.label));
    assert.deepEqual(
      named.filter((name) => name.includes("1")),
      ["1 Women"],
    );
    const members = await labels("{ ");
    const order = members.toSorted((a, b) => ((a.sortText ?? "") < (b.sortText ?? "") ? -1 : 1));
    assert.deepEqual(
      order.slice(0, 2).map(({ label }) => label),
      ["name", "pages"],
      "platform and body are there already",
    );
  });

  it("are repaired by a quick fix", async () => {
    const uri = await put("fix.adsearch.json", '{ "platform": "facebook", "body": { "genders": [1] } }');
    const document = await show(uri);
    const [problem] = await untilProblems(() => (all(uri).length > 0 ? all(uri) : undefined));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      problem!.range,
    );
    const action = actions.find(({ title }) => title === 'Change to "gender"');
    await vscode.workspace.applyEdit(action!.edit!);
    assert.equal(document.getText(), '{ "platform": "facebook", "body": { "gender": [1] } }');
    await untilProblems(() => (all(uri).length === 0 ? true : undefined));
    // Otherwise VS Code saves it by itself some time later, perhaps after the folder was removed.
    await document.save();
  });

  it("say above their text what a run costs and what is bought, and open from there for nothing", async () => {
    const text = '{ "name": "Shoes", "platform": "tiktok", "body": { "active": [1] }, "pages": 2 }';
    const uri = await put("run.adsearch.json", text);
    await show(uri);
    const before = await spent();
    const first = await until(async () => ((await lenses(uri)).length > 0 ? lenses(uri) : undefined));
    assert.deepEqual(
      first.map(({ title }) => title),
      ["$(play) Run 2 pages, 200 credits…", "Export…"],
    );
    const lens = first[0]!;
    await vscode.commands.executeCommand(lens.command, lens.arguments![0]);
    assert.equal(await spent(), before);
    await vscode.commands.executeCommand("adLibrary.search", { platform: "tiktok", body: { active: [1] } });
    await show(uri);
    const after = await until(async () => {
      const titles = (await lenses(uri)).map(({ title }) => title);
      return titles.some((title) => title.includes("Show bought results")) ? titles : undefined;
    });
    assert.match(after[1]!, /^Show bought results \(1 page, .+\)$/);
  });
});
