import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { tested } from "../support/apiVersion";
import { shareLibrary } from "../support/fixtures";
import { filesWith } from "../support/filesWith";
import { patienceInMs } from "../support/hostOutput.mjs";
import { useWorkbench } from "../support/useWorkbench";

/** What no other extension may have done: its words, and nothing paid. */
const refused = [
  ["search", { platform: "native", body: { nonsense: [1] } }, "nonsense:"],
  ["search", { platform: "native", body: { api_key: "x" } }, "api_key:"],
  ["search", { platform: "native", baseUrl: "http://127.0.0.1:1" }, "Unrecognized key"],
  ["openExplorer", "nowhere", "Unknown platform"],
  ["openAd", { platform: "native", id: "1/../2" }, "The request was not sent or charged"],
  ["openAd", { platform: "native", id: 2 ** 53 }, "The request was not sent or charged"],
  ["openAd", { platform: "mega", id: "1" }, "The service has no details for this ad's platform"],
  ["runSavedSearch", { id: "../../ledger" }, "There is no such saved search. Choose one in the tree."],
  ["importSavedSearch", { file: "/etc/hostname" }, "The file is not a search file."],
  ["saveSearch", { name: "" }, "No search is open."],
] as const;

describe("Saved searches, and everything around them", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => ({ keyring: "lasting", settings: { "adLibrary.baseUrl": library.url } }));
  const widget = () => workbench.page.locator(".quick-input-widget:visible");
  const says = (text: string | RegExp) => widget().getByText(text).first().waitFor();
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const searches = () => workbench.page.getByRole("tree", { name: "Saved Searches" });
  const names = () => searches().locator(".label-name").allInnerTexts();
  const menu = (item: string, command: string) => workbench.chooseFromMenu(item, command);
  const place = (name: string) => join(workbench.workspace, name);
  const paid = () => library.paid().length;

  before(async () => {
    await workbench.connect(library.key);
    await workbench.clearNotifications();
  });

  it("refuse other extensions with a message", async () => {
    for (const [command, argument, words] of refused) {
      assert.equal(await workbench.call(`adLibrary.${command}`, argument), undefined, `${command} ${words}`);
      // Many at once are not shown by themselves.
      await workbench.call("notifications.showList");
      await workbench.notification(words).waitFor();
      await workbench.clearNotifications();
      await workbench.notification(words).waitFor({ state: "hidden" });
    }
    assert.equal(paid(), 0);
  });

  it("are saved under a name, with their bought results", async () => {
    const found = await workbench.callAgreed<{ page: number; ads: number }>("adLibrary.search", {
      platform: "native",
      text: "e",
    });
    assert.deepEqual({ page: found.page, ads: found.ads }, { page: 1, ads: 18 });
    await workbench.runCommand("Ad Library: Save Search…");
    await says("The name to show in the tree");
    await workbench.answer("  ");
    await says("Enter a name.");
    await workbench.answer("All with $(trash) e");
    await workbench.treeItem("All with").waitFor();
    const row = workbench.treeItem("All with").filter({ hasText: "bought, 1 page" });
    assert.match(
      await row.innerText(),
      /^All with \(trash\) e\s*Native · bought, 1 page, (just now|\d+ minutes? ago)$/,
    );
  });

  it("are renamed and duplicated from the tree", async () => {
    await menu("All with", "Rename Saved Search…");
    await says("The name to show in the tree");
    assert.equal(await workbench.quickInput().inputValue(), "All with $(trash) e");
    await workbench.answer("Everything");
    await workbench.treeItem("Everything").waitFor();
    await menu("Everything", "Duplicate Saved Search");
    await workbench.treeItem("Everything (copy)").waitFor();
    assert.deepEqual((await names()).slice(0, 2), ["Everything", "Everything (copy)"]);
  });

  it("open for 0 credits, and run at the price on the button", async () => {
    await workbench.treeItem("Everything,").click();
    await results().getByText("bought, fetched").first().waitFor();
    await workbench.treeItem("Everything,").hover();
    const run = workbench
      .treeItem("Everything,")
      .getByRole("button", { name: "Run Saved Search… (100 credits per page)" });
    await run.click();
    await results().getByRole("button", { name: "Show bought results, 0 credits" }).waitFor();
    assert.equal(paid(), 1);
    await results().getByRole("button", { name: "Search again, 100 credits" }).click();
    await workbench.statusBar("200 credits today").waitFor();
    assert.equal(paid(), 2);
  });

  it("are copied as an equivalent command without the key", async () => {
    const before = paid();
    await workbench.runCommand("Ad Library: Copy Search as cURL");
    await workbench
      .notification("Copied for bash and zsh. Running it costs 100 credits, which don't count toward your limits here.")
      .waitFor();
    const command = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.ok(!command.includes(library.key));
    const { stdout } = await promisify(execFile)("sh", ["-c", command], {
      env: { ...process.env, AD_LIBRARY_API_KEY: library.key },
    });
    assert.equal((JSON.parse(stdout) as { status: string }).status, "ok");
    assert.equal(library.paid()[before]!.body, library.paid()[0]!.body);
    assert.equal(library.paid()[before]!.headers["x-api-key"], library.key);
  });

  it("ask before exceeding the limit, and accept a no", async () => {
    const before = paid();
    const ended = workbench.call("adLibrary.exportPages", { file: place("much.json"), pages: 9 });
    await workbench
      .dialog()
      .getByText(/wants to spend \d+ credits/)
      .waitFor();
    await workbench.dialog().getByRole("button", { name: "Don't Spend" }).click();
    assert.equal(await ended, undefined);
    assert.equal(paid(), before);
  });

  it("show the raw answer, read-only", async () => {
    await workbench.call("adLibrary.showRawResponse");
    await workbench.page.getByRole("tab", { name: /page-1\.json/ }).waitFor();
    const lines = workbench.page.locator(".editor-instance:visible .view-lines");
    await lines.filter({ hasText: "status" }).waitFor();
    const text = await lines.innerText();
    assert.match(text.replace(/\s+/g, ""), /^\{"status":"ok","meta":\{"code":1000/);
    await lines.click();
    await workbench.page.keyboard.type("x");
    await workbench.page.getByText("Cannot edit in read-only editor").first().waitFor();
  });

  it("open beside the explorer, one instead of another unless it was used, and closing or Go Back returns", async () => {
    const before = paid();
    const words = () =>
      workbench
        .explorer()
        .getByRole("textbox", { name: /, text$/ })
        .first();
    const tabs = workbench.page.getByRole("tab", { name: /^Pinterest ads/ });
    const shows = async (text: string, count: number) => {
      // A panel that takes the place of another detaches its frame.
      const now = async () => [
        await words()
          .inputValue()
          .catch(() => ""),
        await tabs.count(),
      ];
      const end = Date.now() + patienceInMs;
      let seen = await now();
      for (; String(seen) !== String([text, count]) && Date.now() < end; seen = await now())
        await workbench.page.evaluate(() => new Promise(requestAnimationFrame));
      assert.deepEqual(seen, [text, count]);
    };
    const type = async (text: string) => {
      await words().fill(text);
      await workbench
        .explorer()
        .getByRole("button", { name: `Keyword “${text}”, remove filter` })
        .waitFor();
    };
    const open = (text: string) => {
      const search = { platform: "pinterest", body: { search_field: [{ type: "text", text }] } };
      return workbench.call("adLibrary.openExplorer", { kind: "recent", row: { search } });
    };
    await workbench.call("workbench.action.closeAllEditors");
    await workbench.call("adLibrary.openExplorer", "pinterest");
    await type("mine");
    await open("clogs");
    await shows("clogs", 2);
    await open("boots");
    await shows("boots", 2);
    await type("boots, edited");
    await open("sandals");
    await shows("sandals", 3);
    await workbench.page.getByRole("tab", { name: /^Pinterest ads \(sandals/, selected: true }).waitFor();
    await workbench.call("workbench.action.navigateBack");
    await shows("boots, edited", 3);
    await workbench.call("workbench.action.navigateForward");
    await shows("sandals", 3);
    await workbench.call("workbench.action.closeActiveEditor");
    await shows("boots, edited", 2);
    await workbench.call("workbench.action.closeActiveEditor");
    await shows("mine", 1);
    assert.equal(paid(), before);
  });

  it("are reordered by dragging, deleted, and restored", async () => {
    await workbench.dragRow("Everything (copy)", "Everything,");
    await searches().getByRole("treeitem").first().filter({ hasText: "Everything (copy)" }).waitFor();
    assert.deepEqual((await names()).slice(0, 2), ["Everything (copy)", "Everything"]);
    await menu("Everything (copy)", "Delete Saved Search");
    await workbench.treeItem("Everything (copy)").waitFor({ state: "detached" });
    const notice = workbench.notification("Deleted “Everything (copy)”. What you paid for stays in the archive.");
    await notice.getByRole("button", { name: "Undo" }).click();
    await workbench.treeItem("Everything (copy)").waitFor();
    assert.deepEqual((await names()).slice(0, 2), ["Everything (copy)", "Everything"]);
    await workbench.runCommand("Ad Library: Delete Saved Search");
    // Enter deletes: the list says so.
    await says("Delete Saved Search");
    await workbench.quickPick("Everything (copy)").click();
    await workbench.treeItem("Everything (copy)").waitFor({ state: "detached" });
  });

  it("are exchanged as search files, and nothing else is imported", async () => {
    await menu("Everything,", "Export Saved Search to File…");
    await says("Export Saved Search (0 credits)");
    await workbench.page.waitForFunction(
      (path) => [...document.querySelectorAll("input")].some(({ value }) => value === path),
      place("Everything.adsearch.json"),
    );
    await workbench.page.keyboard.press("Enter");
    await workbench.notification("Saved as Everything.adsearch.json.").waitFor();
    const kept = JSON.parse(await readFile(place("Everything.adsearch.json"), "utf8")) as { name: string };
    assert.equal(kept.name, "Everything");
    const other = { name: "From 1–9, elsewhere ↓", platform: "reddit", body: {} };
    await writeFile(place("other.json"), JSON.stringify(other));
    await workbench.runCommand("Ad Library: Import Saved Search…");
    await says("Import Saved Search (0 credits)");
    await workbench.quickPick("other.json").click();
    await workbench.notification("Imported “From 1–9, elsewhere ↓”.").waitFor();
    await workbench.treeItem("From 1–9, elsewhere ↓").waitFor();
    await workbench.call("adLibrary.importSavedSearch", { file: place("Everything.adsearch.json") });
    await workbench.call("adLibrary.exportSavedSearch", { folder: place("all"), all: true });
    assert.deepEqual((await readdir(place("all"))).sort(), [
      "Everything-2.adsearch.json",
      "Everything.adsearch.json",
      "From-1-9-elsewhere.adsearch.json",
    ]);
  });

  it("list the open folder's search files, a broken one with its first problem", async () => {
    const text = '{ "name": "Shoes here", "platform": "tiktok", "body": {} }';
    await writeFile(place("shoes.adsearch.json"), text);
    await writeFile(place("broken.adsearch.json"), text.replace("tiktok", "tiktak").replace("Shoes", "Boots"));
    await workbench.treeItem("Shoes here, TikTok").waitFor();
    await workbench.treeItem("broken, Line 1: There is no platform “tiktak”.").waitFor();
    await writeFile(place("broken.adsearch.json"), text.replace("Shoes", "Boots"));
    await workbench.treeItem("Boots here, TikTok").waitFor();
  });

  it("keep recent searches until they are cleared", async () => {
    await workbench.treeItem("Recent").click();
    await workbench.treeItem("e, Native, ").waitFor();
    await workbench.call("adLibrary.clearRecentSearches");
    await workbench.treeItem("Recent").waitFor({ state: "detached" });
  });

  it("open one ad by its id, priced until it is bought", async () => {
    const before = paid();
    const ad = /"id":(\d+)/.exec(await library.answerOf("native"))![1]!;
    await workbench.runCommand("Ad Library: Open Ad…");
    await workbench.quickPick("Native").click();
    await says("Opens the details for 100 credits, or for 0 credits if you bought them");
    await workbench.answer("12 and more");
    await says("An ad ID has only digits.");
    await workbench.answer(ad);
    await workbench
      .explorer()
      .getByRole("region", { name: "Ad details" })
      .getByText("Times observed")
      .first()
      .waitFor();
    assert.equal(paid(), before + 1);
    assert.equal(library.paid().at(-1)!.target, tested.detail("native", ad));
    await workbench.runCommand("Ad Library: Open Ad…");
    await workbench.quickPick("Native").click();
    await says("Opens the details for 100 credits, or for 0 credits if you bought them");
    await workbench.quickInput().fill(ad);
    await says("Opens the details, which you bought, for 0 credits");
    await workbench.page.keyboard.press("Escape");
    const opened = await workbench.call<{ bought: boolean }>("adLibrary.openAd", { platform: "native", id: ad });
    assert.equal(opened.bought, true);
    assert.equal(paid(), before + 1);
  });

  it("show what was spent from the tree's button", async () => {
    await workbench.treeItem("Facebook").hover();
    await workbench.page.getByRole("button", { name: "Show Credits", exact: true }).click();
    await workbench.page.getByRole("tab", { name: /credits\.md/ }).waitFor();
    const csv = place("credits.csv");
    await workbench.call("adLibrary.exportCredits", { file: csv });
    const rows = parse<Record<string, string>>(await readFile(csv, "utf8"), { columns: true, bom: true });
    const sum = (column: string) => rows.reduce((all, row) => all + Number(row[column]), 0);
    // One of the paid requests was sent by the shell.
    assert.equal(sum("requests"), paid() - 1);
    assert.equal(sum("spent"), (paid() - 1) * 100);
    await workbench.statusBar(`${sum("spent")} credits today`).waitFor();
  });

  it("appear in the log with their cost, without the key", async () => {
    await workbench.call("adLibrary.showLog");
    await workbench.page.getByRole("tab", { name: "Output" }).waitFor();
    const logs = (await readdir(workbench.dataFolder, { recursive: true })).filter((name) =>
      name.endsWith("Ad Library.log"),
    );
    const text = (await Promise.all(logs.map((name) => readFile(join(workbench.dataFolder, name), "utf8")))).join("");
    assert.match(text, new RegExp(`POST ${tested.search("native")} .*100 credits`));
    assert.deepEqual(await filesWith(library.key, join(workbench.dataFolder, "data")), []);
  });
});
