import assert from "node:assert/strict";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { shownDocument } from "../support/vscodeCalls";
import type { KeepResult } from "../../src/features/media";
import { readBoard } from "../../src/features/boards/readBoard";

describe("Boards in VS Code", () => {
  const folder = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, "boards");
  const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
    vscode.commands.executeCommand(`adLibrary.${command}`, ...args);
  const at = (name: string) => join(folder, name);
  const boardIn = async (name: string) => readBoard(await readFile(at(name), "utf8")).board;
  const credits = async () => {
    await run("exportCredits", { file: at("credits.csv") });
    return readFile(at("credits.csv"), "utf8");
  };
  /** The ads of the page that a search bought. */
  async function ads(): Promise<readonly { platform: string; id: string }[]> {
    await run("exportResults", { file: at("ads.csv") });
    const [, ...rows] = (await readFile(at("ads.csv"), "utf8")).split("\r\n");
    return rows.flatMap((row) => {
      const [, platform, id] = /^"?([a-z]+):(\d+)/.exec(row) ?? [];
      return platform !== undefined && id !== undefined ? [{ platform, id }] : [];
    });
  }

  before(async () => {
    await mkdir(folder, { recursive: true });
    await run("useSampleLibrary");
    await run("search", { platform: "tiktok", body: { countries: ["us"] } });
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true });
  });

  it("get ads with the stored answer that shows each, for 0 credits", async () => {
    const [first, second, third] = await ads();
    assert.ok(first && second && third);
    const before = await credits();
    const added = await run("addToBoard", { ads: [first, second], board: at("new.adboard.json"), column: "Hook" });
    const board = vscode.Uri.file(at("new.adboard.json")).toString();
    assert.deepEqual(added, { board, added: 2 });
    assert.deepEqual(await run("addToBoard", { ads: [second, third], board }), { board, added: 1 });
    assert.equal(await credits(), before);
    const { entries, name } = (await boardIn("new.adboard.json"))!;
    assert.equal(name, "new");
    assert.deepEqual(
      new Map(entries.map(({ ad, column }) => [ad.id, column])),
      new Map([
        [first.id, "Hook"],
        [second.id, "Hook"],
        [third.id, ""],
      ]),
    );
    for (const { source } of entries) assert.deepEqual([source.library, source.search?.page], ["sample:", 1]);
  });

  it("keep the unsaved changes of a person, who saves them", async () => {
    const [first, second] = await ads();
    await run("addToBoard", { ads: [first], board: at("typed.adboard.json") });
    const document = await vscode.workspace.openTextDocument(at("typed.adboard.json"));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "// mine\n");
    await vscode.workspace.applyEdit(edit);
    await run("addToBoard", { ads: [second], board: at("typed.adboard.json") });
    assert.ok(document.isDirty);
    assert.match(document.getText(), /^\/\/ mine\n/);
    assert.equal(readBoard(document.getText()).board?.entries.length, 2);
    assert.equal((await boardIn("typed.adboard.json"))?.entries.length, 1);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    assert.equal(readBoard(document.getText()).board?.entries.length, 1);
    await document.save();
  });

  it("with a conflict are shown as text with its problem, and never changed", async () => {
    const [first] = await ads();
    const text = '{\n  "entries": [\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n  ]\n}\n';
    await writeFile(at("merged.adboard.json"), text);
    assert.equal(await run("addToBoard", { ads: [first], board: at("merged.adboard.json") }), undefined);
    const shown = vscode.window.activeTextEditor!.document;
    assert.ok(shown.uri.path.endsWith("merged.adboard.json"));
    assert.deepEqual([shown.isDirty, shown.getText()], [false, text]);
    const own = () => vscode.languages.getDiagnostics(shown.uri).filter(({ source }) => source === "Ad Library");
    while (own().length === 0) await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    assert.deepEqual(
      own().map(({ code, range }) => [code, range.start.line]),
      [["conflict", 2]],
    );
    assert.equal(await readFile(at("merged.adboard.json"), "utf8"), text);
  });

  it("become reports, which are verified, and replace nothing else", async () => {
    const some = (await ads()).slice(0, 4);
    await run("addToBoard", { ads: some, board: at("told.adboard.json"), column: "Hook" });
    const wish = { board: at("told.adboard.json"), file: at("told.report.html") };
    const before = await credits();
    const written = await run<{ files: string[]; ads: number; problems: unknown[] }>("writeReport", wish);
    assert.deepEqual([written.ads, written.problems, written.files.length], [4, [], 2]);
    const html = await readFile(at("told.report.html"), "utf8");
    if (process.platform !== "win32") await chmod(at("told.report.html"), 0o600);
    await run("writeReport", wish);
    assert.equal(await readFile(at("told.report.html"), "utf8"), html);
    if (process.platform !== "win32") assert.equal((await stat(at("told.report.html"))).mode & 0o777, 0o600);
    const older = html.replace("<dd>4<", "<dd>5<");
    await writeFile(at("told.report.html"), older);
    await chmod(at("told.report.md"), 0o444);
    assert.equal(await run("writeReport", wish), undefined);
    assert.equal(await readFile(at("told.report.html"), "utf8"), older, "replaced although the Markdown can't be");
    await chmod(at("told.report.md"), 0o644);
    await run("writeReport", wish);
    const verify = () =>
      run<{ ads: number; answers: number; problems: { about: string }[] }>("verifyReport", {
        file: at("told.report.html"),
      });
    // Other stored answers of the sample library may show the same ads: the report says how many there are.
    const answers = Number(/Stored answers<\/dt>\s*<dd>(\d+)</.exec(html)?.[1]);
    assert.deepEqual(await verify(), { ads: 4, answers, problems: [] });
    await writeFile(at("told.report.html"), older);
    const { problems } = await verify();
    assert.deepEqual(
      problems.map(({ about }) => about),
      ["the figure “Ads”"],
    );
    await shownDocument(({ uri }) => uri.path.endsWith("/told.report.html.txt"));
    await writeFile(at("told.report.md"), "# Mine");
    assert.equal(await run("writeReport", wish), undefined);
    assert.equal(await readFile(at("told.report.md"), "utf8"), "# Mine");
    assert.equal(await credits(), before);
  });

  it("get the texts of an ad when a person asks for them in the file and saves it, as one step of undo", async () => {
    await run("addToBoard", { ads: (await ads()).slice(0, 2), board: at("texts.adboard.json") });
    const before = await credits();
    const plain = await readFile(at("texts.adboard.json"), "utf8");
    assert.doesNotMatch(plain, /snapshot/);
    const document = await vscode.workspace.openTextDocument(at("texts.adboard.json"));
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(plain.indexOf('"source"')), '"snapshot": true, ');
    await vscode.workspace.applyEdit(edit);
    await document.save();
    const [first, second] = (await boardIn("texts.adboard.json"))!.entries;
    // Which texts an ad of the sample library has depends on the day.
    const texts = Object.entries(first?.snapshot ?? {});
    assert.ok(texts.length > 0);
    const known = ["title", "text", "call_to_action", "advertiser", "landing_domain"];
    assert.ok(texts.every(([name, text]) => known.includes(name) && typeof text === "string" && text !== ""));
    assert.equal(second?.snapshot, undefined);
    const saved = await readFile(at("texts.adboard.json"), "utf8");
    assert.deepEqual(saved.split("\n").filter((line, index) => line !== plain.split("\n")[index]).length, 1);
    await vscode.commands.executeCommand("undo");
    assert.match(document.getText(), /"snapshot": true/);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    assert.equal(await credits(), before);
  });

  it("are completed from their schema", async () => {
    await writeFile(at("empty.adboard.json"), "{\n  \n}\n");
    const { uri } = await vscode.workspace.openTextDocument(at("empty.adboard.json"));
    await vscode.window.showTextDocument(uri);
    let labels: readonly unknown[] = [];
    while (!labels.includes("entries"))
      labels = (
        await vscode.commands.executeCommand<vscode.CompletionList>(
          "vscode.executeCompletionItemProvider",
          uri,
          new vscode.Position(1, 2),
        )
      ).items.map(({ label }) => label);
    assert.ok(labels.includes("columns"));
  });

  it("keep their pictures when asked, once, for 0 credits", async () => {
    const before = await credits();
    await run("addToBoard", { ads: (await ads()).slice(0, 3), board: at("pictures.adboard.json") });
    const board = vscode.Uri.file(at("pictures.adboard.json")).toString();
    const first = await run<KeepResult>("keepPictures", { board });
    assert.ok(first.kept >= 3 && first.there === 0);
    assert.deepEqual([first.notKept, first.left, first.full], [{}, 0, false]);
    const { kept, there } = await run<KeepResult>("keepPictures", { board });
    assert.deepEqual([kept, there], [0, first.kept]);
    await run("writeReport", { board, file: at("pictures.report.html") });
    assert.equal((await readFile(at("pictures.report.html"), "utf8")).split("<img ").length, 4);
    const verify = () => run<{ problems: { about: string }[] }>("verifyReport", { file: at("pictures.report.html") });
    assert.deepEqual((await verify()).problems, []);
    const [name = ""] = await readdir(at("pictures"));
    await writeFile(join(at("pictures"), name), "another");
    assert.deepEqual((await verify()).problems.map(({ about }) => about), [`pictures/${name}`]); // prettier-ignore
    assert.equal(await credits(), before);
    const settings = vscode.workspace.getConfiguration("adLibrary");
    await settings.update("loadMedia", "never", vscode.ConfigurationTarget.Global);
    assert.equal(await run("keepPictures", { board }), undefined);
    await settings.update("loadMedia", undefined, vscode.ConfigurationTarget.Global);
  });
});
