import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changeFilters, usualChange } from "../support/changedFilters";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("Search files", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const widget = () => workbench.page.locator(".quick-input-widget:visible");
  const says = (text: string | RegExp) => widget().getByText(text).first().waitFor();
  const menu = (item: string, command: string) => workbench.chooseFromMenu(item, command);
  const place = (name: string) => join(workbench.workspace, name);
  const paid = () => library.paid().length;

  before(async () => {
    library = await startCountedLibrary();
    workbench = await openWorkbench({
      keyring: "lasting",
      settings: { "adLibrary.baseUrl": library.url },
    });
    await workbench.connect(library.key);
    await workbench.clearNotifications();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  const phones = `{
  "name": "Phones",
  "platform": "facebook",
  "body": {
    // What people read.
    "search_field": [{ "type": "text", "text": "clogs" }],
    "os": [1]
  }
}
`;
  const file = "phones.adsearch.json";
  const lens = (title: string | RegExp) =>
    workbench.page.locator(".codelens-decoration").getByRole("button", { name: title });
  /** Opens the file from its row; until it is in front, the lenses are those of the file before. */
  const openPhones = async () => {
    await workbench.treeItem("Phones, Facebook").click();
    await workbench.page.getByRole("tab", { name: /^phones\.adsearch\.json/, selected: true }).waitFor();
  };
  const words = () =>
    workbench
      .explorer()
      .getByRole("textbox", { name: /, text$/ })
      .first();
  const shows = async (text: string) => {
    while ((await words().inputValue()) !== text) await words().evaluate(() => new Promise(requestAnimationFrame));
  };
  /** Waits until the file is as wanted, saving what its editor holds. */
  const saved = async (wanted: (text: string) => boolean): Promise<string> => {
    for (;;) {
      await workbench.call("workbench.action.files.saveAll");
      const text = await readFile(place(file), "utf8");
      if (wanted(text)) return text;
    }
  };

  it("are created as files, renamed, deleted, and restored", async () => {
    await workbench.call("workbench.action.closeAllEditors");
    await workbench.runCommand("Ad Library: New Search File…");
    await workbench.quickPick("TikTok").click();
    await workbench.saveAs(place("new"));
    await workbench.page.getByRole("tab", { name: /new\.adsearch\.json/ }).waitFor();
    await workbench.treeItem("new, TikTok").waitFor();
    await menu("new, TikTok", "Rename Search…");
    await workbench.answer("Sandals");
    await workbench.treeItem("Sandals, TikTok").waitFor();
    const text = await readFile(place("new.adsearch.json"), "utf8");
    assert.match(text, /"name": "Sandals"/);
    await menu("Sandals, TikTok", "Rename Search…");
    await says("The name to show in the tree");
    assert.equal(await workbench.quickInput().inputValue(), "Sandals");
    await workbench.page.keyboard.press("Escape");
    await workbench.quickInput().waitFor({ state: "hidden" });
    await menu("Sandals,", "Delete Search File");
    await workbench.treeItem("Sandals,").waitFor({ state: "detached" });
    const notice = workbench.notification("Deleted new.adsearch.json. What you paid for stays in the archive.");
    await notice.getByRole("button", { name: "Undo" }).click();
    await workbench.treeItem("Sandals, TikTok").waitFor();
    assert.equal(await readFile(place("new.adsearch.json"), "utf8"), text);
  });

  it("keep form and file in sync", async () => {
    await writeFile(place(file), phones);
    await openPhones();
    await lens("Run 1 page, 100 credits…").click();
    await workbench.page.getByRole("tab", { name: `Facebook ads (${file})` }).waitFor();
    await workbench.page.waitForFunction("document.activeElement?.tagName === 'IFRAME'");
    await shows("clogs");
    await words().fill("boots");
    assert.equal(await saved((text) => text.includes("boots")), phones.replace("clogs", "boots"));
    await words().fill("clogs");
    assert.equal(await saved((text) => text.includes("clogs")), phones);
    await writeFile(place(file), phones.replace("clogs", "sandals"));
    await shows("sandals");
    await writeFile(place(file), phones);
  });

  it("stay linked after a reload, and apply edits made meanwhile", async () => {
    const tab = () => workbench.page.getByRole("tab", { name: `Facebook ads (${file})` });
    /** What file and form agreed on last. With an earlier agreement, whatever is edited since would be filled again. */
    const agreedOn = (word: string) => new RegExp(`phones\\.adsearch\\.json":[^}]*facebook[^}]*${word}`);
    await shows("clogs");
    await workbench.stored(agreedOn("clogs"));
    await workbench.stored("adLibrary.explorer", "editors");
    await workbench.load();
    await workbench.openView();
    await tab().click();
    await words().fill("boots");
    assert.equal(await saved((text) => text.includes("boots")), phones.replace("clogs", "boots"));
    await workbench.screenshot("searches-linked-again");
    await workbench.stored(agreedOn("boots"));
    await workbench.endSuddenly();
    await writeFile(place(file), phones.replace("clogs", "sandals"));
    await workbench.load();
    await workbench.openView();
    await tab().click();
    await shows("sandals");
    await words().fill("clogs");
    assert.equal(await saved((text) => text.includes("clogs")), phones);
  });

  it("export as far as a person says, from their lens", async () => {
    const before = paid();
    await openPhones();
    await workbench.screenshot("searches-lens");
    await lens("Export…").click();
    await workbench.quickPick("Specific number of pages…").click();
    await workbench.answer("1", "Up to 18 ads per page, starting with page 1.");
    await workbench.page
      .locator(".quick-input-widget")
      .getByRole("checkbox", { name: /^Include the details/ })
      .first()
      .waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.saveAs(place("phones.json"));
    await workbench.dialog().getByText("Export for up to 100 credits?").waitFor();
    assert.equal(paid(), before);
    await workbench.dialog().getByRole("button", { name: "Spend 100 Credits" }).click();
    await workbench.notification(/phones\.json/).waitFor();
    assert.equal(paid(), before + 1);
    await lens(/^Show bought results \(1 page/).waitFor();
  });

  it("are checked again after a reload, and named if the platform's filters changed", async () => {
    await changeFilters(library, "facebook", usualChange);
    await workbench.call("workbench.action.closeAllEditors");
    await writeFile(place("reloaded.adsearch.json"), phones.replace("Phones", "Reloaded"));
    await workbench.treeItem("Reloaded, Facebook").click();
    await workbench.stored("reloaded.adsearch.json", "editors");
    await workbench.load();
    await workbench.openView();
    await workbench.page.getByText("Fix 1 problem to run this search").waitFor();
    await workbench.treeItem("Facebook changed its filters, 3 removed · 1 added · breaks 2 searches").waitFor();
    await workbench.treeItem("Phones, This platform has no filter “os”.").first().waitFor();
    await workbench.screenshot("searches-drift");
    await workbench.treeItem("Facebook changed its filters").click();
    await workbench.page.getByRole("tab", { name: /Facebook changed its filters/ }).waitFor();
    await workbench.page.locator(".monaco-diff-editor").waitFor();
    await workbench.treeItem("Facebook changed its filters").waitFor({ state: "detached" });
    await workbench.screenshot("searches-diff");
  });
});
