import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Handover } from "../../src/protocol/panel";
import { searchName, type SearchQuery } from "../../src/protocol/search";
import { searchAct } from "../../src/features/search";
import { AllowedSearches } from "../../src/features/wallet/agreements";
import { ProgramSpending } from "../../src/views/commands/programSpending";
import { Refusals } from "../../src/views/spending";
import { runCommands } from "../../src/views/commands/runCommands";
import { searchFileCommands } from "../../src/views/commands/searchFileCommands";
import { keepInformed } from "../../src/views/keepInformed";
import { UserSettings } from "../../src/views/settings";
import { Panels } from "../../src/views/panel/panels";
import { PanelTarget } from "../../src/views/panel/session";
import { LinkedFile } from "../../src/views/searchFiles/linkedFile";
import { OpenSearchFiles } from "../../src/views/searchFiles/openSearchFiles";
import { Documents } from "../../src/views/documents";
import { SearchFileTarget } from "../../src/views/doors";
import { SearchesTree } from "../../src/views/tree/searchesTree";
import { tellChecked } from "../../src/views/watchChecks";
import { startCountedLibrary } from "../support/countedLibrary";
import { useLibrary } from "../support/fixtures";
import { openPageOfTest } from "../support/pageOfTest";
import { noRows } from "../support/searchRows";
import { replaced, shownDocument, typing, useReplacing } from "../support/vscodeCalls";
import { usePanelBench } from "./security/panelBench";

interface Frame {
  readonly kind: string;
  readonly id?: number;
  readonly fact?: string;
  readonly value?: Handover & { readonly handover?: Handover };
  readonly failure?: { readonly code: string };
}

const shoes = `{
  "name": "Shoes",
  "platform": "tiktok",
  "body": {
    // What people read.
    "search_field": [{ "type": "text", "text": "shoes" }],
    "active": [1],
  },
  "pages": 2
}
`;

describe("Actions on a search file", () => {
  const root = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, "acts");
  const undo: (() => unknown)[] = [];
  const library = useLibrary();
  let files = 0;

  beforeEach(async () => {
    await mkdir(root, { recursive: true });
  });
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
    await vscode.workspace.saveAll();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const { folder, bench } = usePanelBench(library);

  const replace = useReplacing();

  /** What a page asks, and what it is told. */
  function talkOf(page: ReturnType<typeof openPageOfTest>) {
    let last = 0;
    const heard = async (wanted: (frame: Frame) => boolean): Promise<Frame> => {
      for (;;) {
        const at = (page.heard as Frame[]).findIndex(wanted);
        if (at >= 0) return (page.heard as Frame[]).splice(at, 1)[0]!;
        await new Promise(setImmediate);
      }
    };
    return {
      /** Asks as a page does, and gives the answer. */
      say: async (method: string, params: unknown = {}): Promise<Frame> => {
        const id = ++last;
        page.say({ kind: "ask", id, method, params });
        return heard((frame) => frame.id === id);
      },
      /** What the page is handed over after it has loaded. */
      handover: async () => (await heard(({ fact }) => fact === "handover")).value!,
    };
  }

  /** The commands over a real engine, a page that is the test, and a person who answers as told. */
  async function opened(text = shoes) {
    // VS Code knows a file by its name for a while.
    const uri = vscode.Uri.file(join(root, `shoes-${(files += 1)}.adsearch.json`));
    await writeFile(uri.fsPath, text);
    const { around, stack, links, failures } = bench();
    const page = openPageOfTest();
    const [asked, answers]: [string[], string[]] = [[], []];
    const [told, replies]: [string[], (string | Promise<string | undefined>)[]] = [[], []];
    let created: () => void = () => undefined;
    const loading = new Promise<void>((resolve) => (created = resolve));
    replace(vscode.window, "createWebviewPanel", () => (created(), page.panel));
    replace(vscode.window, "showWarningMessage", (question: string, _: unknown, ...items: vscode.MessageItem[]) => {
      asked.push(question);
      const answer = answers.shift();
      return Promise.resolve(items.find(({ title }) => title === answer));
    });
    replace(vscode.window, "showInformationMessage", (words: string) => {
      told.push(words);
      return Promise.resolve(replies.shift());
    });
    const file = { path: uri.path, name: "Shoes", target: new SearchFileTarget(uri) };
    const tree = new SearchesTree(
      () => Promise.resolve({ ...noRows, files: () => Promise.resolve([file]) }),
      () => Promise.resolve(true),
    );
    const panels = new Panels(around);
    const ports = {
      ...stack,
      ...around.services,
      panels,
      allowed: new AllowedSearches(folder()),
      refusals: new Refusals(),
    };
    const program = new ProgramSpending(ports);
    const { runSearchFile, openSearchFile, deleteSearchFile } = searchFileCommands;
    const acting = { ...ports, program, links };
    const commands = {
      runSearchFile: (argument: unknown) => runSearchFile(acting, argument),
      openSearchFile: (argument: unknown) => openSearchFile(acting, argument),
      deleteSearchFile: (argument: unknown) => deleteSearchFile(acting, argument),
    };
    const editor = new OpenSearchFiles({ ...stack, onFailure: (_, error) => failures.push(String(error)) });
    const { say, handover } = talkOf(page);
    /** Loads the page, and gives what it is opened for. */
    const load = async () => {
      await loading;
      return (await say("open")).value?.handover ?? handover();
    };
    /** Opens the file in the form, which confirms what it was given. */
    const openInForm = async () => {
      await commands.openSearchFile(uri);
      const { query } = await load();
      await say("preview", { query });
      return query;
    };
    const documents = new Documents();
    undo.push(
      () => page.panel.dispose(),
      () => [tree, editor, documents].forEach((each) => each.dispose()),
    );
    /** Checks for new ads, and agrees to the price. */
    const check = (what: unknown) => {
      answers.push("Spend 900 Credits");
      return typing(["900"], () => runCommands.checkForNewAds({ ...acting, documents }, what));
    };
    const lens = async () => {
      const document = await vscode.workspace.openTextDocument(uri);
      editor.follow(document, 0);
      for (;;) {
        const [first] = await editor.lenses(document);
        if (first?.command?.arguments) return first.command.arguments[0] as unknown;
        await new Promise(setImmediate);
      }
    };
    const row = async () => {
      const [group] = await tree.getChildren();
      return (await tree.getChildren(group))[0];
    };
    /** Has the file say something else, as an edit of a person. */
    const edit = async (from: string, to: string) => {
      const document = await vscode.workspace.openTextDocument(uri);
      const at = document.getText().indexOf(from);
      const change = new vscode.WorkspaceEdit();
      change.replace(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + from.length)), to);
      assert.ok(at >= 0 && (await vscode.workspace.applyEdit(change)));
    };
    const textNow = async () => (await vscode.workspace.openTextDocument(uri)).getText();
    /** The file as linked with a form that agreed with it on this, and what the form was filled with. */
    const link = (agreed: ConstructorParameters<typeof LinkedFile>[1]) => {
      const [filled, filledPages]: [SearchQuery[], number[]] = [[], []];
      const fill = (query: SearchQuery, pages: number) => void (filled.push(query), filledPages.push(pages));
      const onFailure = (_: string, error: unknown) => assert.fail(String(error));
      const panel = { fill, link: () => undefined };
      const ignored = () => undefined;
      const linked = new LinkedFile(uri, agreed, { ...stack, onFailure, panel, keep: ignored, moved: ignored });
      undo.push(() => linked.dispose());
      return { linked, filled, filledPages };
    };
    return {
      ...{ uri, around, commands, stack, panels, program, asked, answers, told, replies, failures },
      ...{ say, handover, load, openInForm, check, lens, row, edit, textNow, link },
    };
  }

  /** Waits until a text is another one. */
  async function changed(text: () => Promise<string>, from: string): Promise<string> {
    for (;;) {
      const now = await text();
      if (now !== from) return now;
      await new Promise(setImmediate);
    }
  }

  it("open in the form when another extension could have called, and run from a row of our tree after a question", async () => {
    const { uri, commands, stack, asked, answers, say, handover, load, lens, row } = await opened();
    const own = await lens();
    await vscode.window.showTextDocument(uri);
    await shownDocument((document) => document.uri.path === uri.path);
    let first = true;
    for (const argument of [own, { target: own }, uri, undefined]) {
      await commands.runSearchFile(argument);
      const given: Handover = first ? await load() : await handover();
      first = false;
      assert.deepEqual([given.run, given.pages], [false, 2]);
    }
    assert.deepEqual([asked, library.paid()], [[], []]);
    // VS Code gives the row to any extension that names its ID.
    const node = await row();
    await assert.rejects(commands.runSearchFile(node), { code: "declined" });
    answers.push("Spend 200 Credits");
    const ran = commands.runSearchFile(node);
    const { query, run, pages, library: agreed } = await handover();
    assert.deepEqual([run, pages, agreed], [true, 2, stack.clients.formsName()]);
    await say("search", { query, unlessBought: true });
    assert.deepEqual(Object.keys((await ran) as object), ["page", "ads", "lastHit", "hasNextPage"]);
    assert.deepEqual([asked, library.paid().length], [["Spend 200 credits?", "Spend 200 credits?"], 1]);
    const { address } = await stack.search.freezeBought(query);
    const keepers = async () => (await stack.archive.pins.reasons(address)).map(({ reason }) => reason);
    assert.deepEqual(await keepers(), [`file ${uri.fsPath}`]);
  });

  it("run for a program once a person agrees to all pages, and without a question if always allowed", async () => {
    const { uri, commands, asked, answers, say, handover, load, edit, stack } = await opened();
    const named = { file: uri.fsPath };
    await assert.rejects(commands.runSearchFile(named), { code: "declined" });
    assert.deepEqual(asked, ["A keybinding or another extension wants to spend 200 credits."]);
    answers.push("Always Allow This Search");
    const ran = commands.runSearchFile(named);
    const { query } = await load();
    await say("search", { query });
    await ran;
    assert.deepEqual([asked.length, library.paid().length], [2, 1]);
    await stack.archive.clear();
    const again = commands.runSearchFile(named);
    await say("search", { query: (await handover()).query });
    await again;
    assert.deepEqual([asked.length, library.paid().length], [2, 2]);
    await edit('"shoes"', '"boots"');
    await assert.rejects(commands.runSearchFile(named), { code: "declined" });
    assert.deepEqual([asked.length, library.paid().length], [3, 2]);
  });

  it("are checked for the first time as far as they say, and in the snapshot that they pin", async () => {
    const { uri, stack, check, edit } = await opened('{ "platform": "tiktok", "body": {} }');
    const first = await check(uri);
    assert.deepEqual([first?.pages, first?.credits, library.paid().length], [1, 100, 1]);
    const { address } = await stack.search.ofBody({ platform: "tiktok", body: {} });
    const [run] = await stack.runs.list(address);
    await edit('"platform"', `"snapshot": "${run!.lastHit}", "platform"`);
    const pinned = await check(uri);
    assert.deepEqual([pinned?.pages, pinned?.credits, library.paid().length], [1, 0, 1]);
  });

  it("name the search that started over in the summary of several checks", async () => {
    const { stack, told } = await opened();
    const frozen = await stack.search.freeze(await stack.search.fromBody("tiktok", {}));
    const check = async (progress: (check: { readonly pages: number }) => void, signal: AbortSignal) => {
      const gate = (await stack.wallet.plan(200, "test", false, true))!;
      return stack.runs.check(frozen, { gate, knownPages: 1000 }, progress, signal).finally(() => gate.end());
    };
    const stop = new AbortController();
    const first = await check(({ pages }) => pages === 2 && stop.abort(), stop.signal);
    const unreadable = { text: "<html>", receivedAt: new Date().toISOString() };
    await stack.archive.storePage(frozen.address, first.lastHit, 2, unreadable);
    const anew = await check(() => undefined, new AbortController().signal);
    assert.deepEqual([first.startedOver, anew.startedOver], [undefined, true]);
    const names = [{ name: "Shoes", result: first }, { name: "Boots", result: anew }]; // prettier-ignore
    void tellChecked(names.map((one) => ({ owner: one.name, ...one })));
    assert.match(
      told.at(-1)!,
      /^2 watched searches checked: .*, \d+ credits\. First run, .*: “Shoes”, “Boots”\. Started over .*: “Boots”\.$/,
    );
  });

  it("check nothing in another library for a search on the screen", async () => {
    const { stack, panels, check, openInForm, say } = await opened();
    await say("search", { query: await openInForm() });
    const other = await startCountedLibrary();
    undo.push(() => other.close());
    other.accept(library.key);
    const screen = new PanelTarget(panels.current!.session, undefined);
    stack.set({ baseUrl: other.url });
    await assert.rejects(check(screen), { code: "otherLibrary" });
    assert.deepEqual([library.paid().length, other.paid().length], [1, 0]);
    stack.set({ baseUrl: library.url });
    assert.equal((await check(screen))?.first, false);
    assert.ok(library.paid().length > 1);
  });

  it("can be refused to programs for ten minutes, which a person's own export still gets around", async () => {
    const { uri, commands, stack, program, asked, answers, told, replies } = await opened();
    const refused = (act: Promise<unknown>) => assert.rejects(act, { code: "programRefused" });
    const frozen = await stack.search.freeze(await stack.search.fromBody("native", { days_running: [1, 9] }));
    const ownExport = () =>
      program.agreeToPlan(300, searchAct(frozen), "Export", "program", "Export for up to 300 credits?");
    answers.push("Refuse for 10 Minutes");
    await assert.rejects(commands.runSearchFile({ file: uri.fsPath }), { code: "declined" });
    await refused(program.agreeToSearch(frozen, "program"));
    assert.deepEqual([asked.length, told.length], [1, 0]);
    // The notification agrees to nothing: the question follows, and says what is paid.
    replies.push("Ask Me");
    answers.push("Spend 300 Credits");
    assert.equal(await ownExport(), true);
    await refused(program.agreeToSearch(frozen, "program"));
    assert.deepEqual([asked.length, told.length], [2, 1]);
    assert.match(told[0]!, /^You refused requests to spend credits until .+\. Did you start this yourself\?$/);
    // Whoever closes it is not offered it again: a program cannot have it come back.
    await assert.rejects(ownExport(), { code: "declined" });
    for (let times = 0; times < 3; times++) await refused(ownExport());
    assert.deepEqual([asked.length, told.length], [2, 2]);
  });

  it("keep form and file in sync, and change nothing else in the file", async () => {
    const { uri, openInForm, say, handover, edit, textNow, failures } = await opened();
    const query = await openInForm();
    await say("preview", { query });
    assert.equal(await textNow(), shoes);
    const without: SearchQuery = { ...query, choices: query.choices.filter(({ filter }) => filter !== "active") };
    await say("preview", { query: without });
    const shorter = await changed(textNow, shoes);
    assert.equal(shorter, shoes.replace('    "active": [1],\n', ""));
    await say("preview", { query });
    assert.deepEqual(
      (await changed(textNow, shorter)).replace(/\s*"active": \[1\],?/, ""),
      shorter.replace(/\s*"active": \[1\],?/, ""),
    );
    assert.equal(await readFile(uri.fsPath, "utf8"), shoes);
    const before = await textNow();
    await edit("shoes", "boots");
    const told = await handover();
    assert.match(JSON.stringify(told), /boots/);
    assert.ok(!told.run);
    // What the form said before it follows is older than the file.
    await say("preview", { query: without });
    await say("followed", { what: "handover" });
    await say("preview", { query: told.query });
    assert.equal(await textNow(), before.replace("shoes", "boots"));
    await edit('"boots"', '"boots');
    await edit('"boots', '"clogs"');
    assert.match(JSON.stringify(await handover()), /clogs/);
    await say("followed", { what: "handover" });
    // Another search takes the form, and leaves the file alone.
    const last = await textNow();
    await say("fit", { query: without });
    await say("preview", { query: without });
    await say("preview", { query });
    assert.equal(await textNow(), last);
    assert.deepEqual(failures, []);
    assert.equal(library.paid().length, 0);
  });

  it("fill the form once if a change is noticed twice, and keep what is typed afterward", async () => {
    const { link } = await opened();
    const { linked, filled } = link({ searches: [], pages: 1 });
    await Promise.all([linked.catchUp(), linked.catchUp()]);
    assert.equal(filled.length, 1);
  });

  it("have the form buy as many pages as the file says, whatever is edited in it", async () => {
    const { openInForm, say, handover, edit, textNow } = await opened();
    await openInForm();
    await edit('"shoes"', '"boots"');
    const boots = await handover();
    assert.deepEqual([boots.run, boots.pages, JSON.stringify(boots).includes("boots")], [false, 2, true]);
    await say("followed", { what: "handover" });
    await say("preview", { query: boots.query });
    const before = await textNow();
    await edit('"pages": 2', '"pages": 7');
    const more = await handover();
    assert.deepEqual([more.run, more.pages], [false, 7]);
    await say("followed", { what: "handover" });
    await say("preview", { query: more.query });
    await edit('"pages": 7', '"pages": 1');
    assert.equal((await handover()).pages, undefined);
    assert.equal(await textNow(), before.replace('"pages": 2', '"pages": 1'));
  });

  it("have the form buy as many pages as a file says that was edited while there was no window", async () => {
    const { link, stack } = await opened();
    const body = { search_field: [{ type: "text", text: "shoes" }], active: [1] };
    const { address } = await stack.search.freezeBought(await stack.search.fromBody("tiktok", body));
    const searches = [searchName(address)];
    for (const [pages, told] of [
      [2, []],
      [5, [2]],
    ] as const) {
      const { linked, filledPages } = link({ searches, pages });
      await linked.catchUp();
      assert.deepEqual(filledPages, told);
    }
  });

  it("win over a restored form that was edited too", async () => {
    const { link, stack, textNow } = await opened();
    const { linked, filled } = link({ searches: [`${library.url}\nv2\ntiktok\n{}`], pages: 2 });
    const boots = { search_field: [{ type: "text", text: "boots" }], active: [1] };
    const inForm = await stack.search.fromBody("tiktok", boots);
    await Promise.all([linked.catchUp(), linked.formChanged(inForm, inForm)]);
    assert.equal(await textNow(), shoes);
    assert.match(JSON.stringify(filled), /shoes/);
    // What the form says from now on is newer.
    await linked.formChanged(inForm, inForm);
    assert.match(await changed(textNow, shoes), /boots/);
  });

  it("fill a restored form without a memory before it can change the file", async () => {
    const { around, openInForm, textNow, failures } = await opened();
    const query = await openInForm();
    const back = openPageOfTest();
    undo.push(() => back.panel.dispose());
    const page = talkOf(back);
    const { platform } = query;
    await new Panels(around).adopt(back.panel, { platform, draft: query, library: "https://other.example" });
    await page.say("open");
    const anew: SearchQuery = { platform, choices: [] };
    await page.say("preview", { query: anew });
    const told = await page.handover();
    assert.match(JSON.stringify(told), /shoes/);
    await page.say("followed", { what: "handover" });
    await page.say("preview", { query: anew });
    await page.say("preview", { query: told.query });
    assert.equal(await textNow(), shoes);
    // From here on both change together.
    await page.say("preview", { query: anew });
    assert.doesNotMatch(await changed(textNow, shoes), /shoes"/);
    assert.deepEqual(failures, []);
  });

  it("are written again if VS Code didn't", async () => {
    const { link, stack, textNow } = await opened();
    const body = { search_field: [{ type: "text", text: "shoes" }], active: [1] };
    const { address } = await stack.search.freezeBought(await stack.search.fromBody("tiktok", body));
    const { linked } = link({ searches: [searchName(address)], pages: 2 });
    const boots = await stack.search.fromBody("tiktok", { ...body, search_field: [{ type: "text", text: "boots" }] });
    const restore = replaced(vscode.workspace, "applyEdit", () => Promise.resolve(false));
    await assert.rejects(linked.formChanged(boots, boots));
    restore();
    await linked.formChanged(boots, boots);
    assert.match(await textNow(), /boots/);
  });

  it("stay linked when renamed, and say so when they are gone", async () => {
    const { uri, openInForm, say, asked } = await opened();
    const query = await openInForm();
    const former = vscode.Uri.joinPath(uri, "..");
    const latter = former.with({ path: `${former.path}-moved` });
    undo.push(() => rm(latter.fsPath, { recursive: true, force: true, maxRetries: 5 }));
    const moved = vscode.Uri.joinPath(latter, uri.path.split("/").at(-1)!);
    const change = async (make: (edit: vscode.WorkspaceEdit) => void) => {
      const edit = new vscode.WorkspaceEdit();
      make(edit);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    await change((edit) => edit.renameFile(former, latter));
    const document = await vscode.workspace.openTextDocument(moved);
    await say("preview", { query: { ...query, choices: query.choices.slice(0, 1) } });
    const text = () => Promise.resolve(document.getText());
    assert.equal(await changed(text, shoes), shoes.replace('    "active": [1],\n', ""));
    await document.save();
    await change((edit) => edit.deleteFile(moved));
    while (!document.isClosed) await new Promise(setImmediate);
    await say("preview", { query });
    while (asked.length === 0) await new Promise(setImmediate);
    const name = moved.path.split("/").at(-1);
    assert.deepEqual(asked, [`${name} can't be opened. Changes in the form no longer appear in it.`]);
    await say("preview", { query: { ...query, choices: [] } });
    assert.equal(asked.length, 1);
  });

  it("keep displaced choices in the form but not in the file", async () => {
    const text = '{ "platform": "facebook", "body": { "gender": [1], "os": [1] } }\n';
    const { uri, commands, say, handover, load, edit, textNow, stack } = await opened(text);
    await commands.openSearchFile(uri);
    const { query } = await load();
    const sent = { ...query, choices: query.choices.slice(0, 1) };
    await say("preview", { query: sent, draft: query });
    assert.equal(await textNow(), text);
    const more = {
      ...query,
      choices: [...query.choices, ...(await stack.search.fromBody("facebook", { target_age: [18, 34] })).choices],
    };
    await say("preview", { query: sent, draft: more });
    assert.equal(await changed(textNow, text), '{ "platform": "facebook", "body": { "gender": [1] } }\n');
    await edit('"platform"', '"pages": 2, "platform"');
    const told = await handover();
    assert.deepEqual([told.pages, told.query], [2, more]);
  });

  it("keep their runs and their watch when the file is moved, until it is deleted for good", async () => {
    const { uri, commands, stack, replies, failures, panels } = await opened();
    const onFailure = (act: string, error: unknown) => void failures.push(`${act}: ${String(error)}`);
    const settings = new UserSettings();
    const informed = [
      settings,
      ...keepInformed({ ...stack, panels, settings, run: () => Promise.resolve(), onFailure }),
    ];
    undo.push(() => informed.forEach((each) => void each.dispose()));
    const address = { origin: library.url, version: "v2", platform: "mega", body: "{}" } as const;
    await stack.archive.storePage(address, "7", 1, { text: "{}", receivedAt: "2030-01-01T00:00:00.000Z" });
    await stack.runs.keep(address, `file ${uri.fsPath}`);
    const watch = { name: "Shoes", library: library.url, every: "day", credits: 100 } as const;
    await stack.watches.set({ owner: `file ${uri.fsPath}`, ...watch });
    const watched = async () => (await stack.watches.list()).map(({ owner }) => owner).join();
    const keepers = async () => (await stack.archive.pins.reasons()).map(({ reason }) => reason).join();
    const renamed = vscode.Uri.file(join(root, `renamed-${files}.adsearch.json`));
    const change = new vscode.WorkspaceEdit();
    change.renameFile(uri, renamed);
    assert.ok(await vscode.workspace.applyEdit(change));
    assert.equal(await changed(keepers, `file ${uri.fsPath}`), `file ${renamed.fsPath}`);
    assert.equal(await changed(watched, `file ${uri.fsPath}`), `file ${renamed.fsPath}`);
    replies.push("Undo");
    await commands.deleteSearchFile(renamed);
    while ((await readFile(renamed.fsPath, "utf8").catch(() => "")) !== shoes) await new Promise(setImmediate);
    assert.equal(await keepers(), `file ${renamed.fsPath}`);
    // Another program brings the file back before the notification ends, however it does.
    for (const chosen of ["Undo", undefined]) {
      let end: (chosen: string | undefined) => void = () => undefined;
      replies.push(new Promise((resolve) => (end = resolve)));
      await commands.deleteSearchFile(renamed);
      await writeFile(renamed.fsPath, "{}");
      end(chosen);
      for (let turn = 0; turn < 10; turn += 1) await vscode.workspace.fs.stat(renamed);
      assert.equal(await readFile(renamed.fsPath, "utf8"), "{}");
      assert.deepEqual([await keepers(), await watched()], [`file ${renamed.fsPath}`, `file ${renamed.fsPath}`]);
    }
    await commands.deleteSearchFile(renamed);
    assert.equal(await changed(keepers, `file ${renamed.fsPath}`), "");
    assert.equal(await changed(watched, `file ${renamed.fsPath}`), "");
    assert.deepEqual(failures, []);
  });

  it("follow a file that isn't open in an editor", async () => {
    const { uri, commands, load, handover } = await opened();
    await commands.openSearchFile(uri);
    await load();
    // Both watchers are set up by the same process of VS Code, in this order; what changes before that is not noticed.
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(root, "probe"));
    undo.push(() => watcher.dispose());
    let isWatched = false;
    for (const noticed of [watcher.onDidCreate, watcher.onDidChange]) noticed(() => (isWatched = true));
    for (let at = 0; !isWatched; at += 1) await writeFile(join(root, "probe"), String(at));
    await writeFile(uri.fsPath, shoes.replace("shoes", "from outside"));
    assert.match(JSON.stringify(await handover()), /from outside/);
  });
});
