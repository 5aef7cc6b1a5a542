import assert from "node:assert/strict";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { filesWith } from "../support/filesWith";
import { loadedPictures } from "../support/loadedPictures.mjs";
import type { Exchange, Reply } from "../support/misbehaving";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

const canary = "CANARY-7f3a9b0c1d2e4f5a6b7c8d9e0f1a2b3c";

describe("Leaving a library, and all that is stored", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  /** Answers as usual, whatever the key. */
  const anyKey: Reply = (exchange: Exchange) => {
    const headers = { ...exchange.seen.headers, "x-api-key": library.key };
    return library.usual({ ...exchange, seen: { ...exchange.seen, headers } });
  };

  before(async () => {
    library = await startCountedLibrary();
    library.behave(anyKey);
    workbench = await openWorkbench({ keyring: "lasting" });
    await exploreSample();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  const exploreSample = async () => {
    await workbench.openView();
    await workbench.page.getByRole("button", { name: "Explore the Sample Library" }).click();
    await loadedPictures(workbench.explorer(), 18);
  };

  it("leaves the sample library, and a library with or without its key", async () => {
    const welcome = () => workbench.page.getByRole("button", { name: "Connect Your Library" });
    const left = async () => {
      await welcome().first().waitFor();
      assert.equal(await workbench.offers("Ad Library: Search Ads…"), false);
    };
    assert.equal(await workbench.offers("Ad Library: Disconnect…"), false);
    await workbench.runCommand("Ad Library: Leave Sample Library");
    await left();
    const connect = async (key?: string) => {
      await workbench.runCommand("Ad Library: Connect…");
      await workbench.answer(library.url, "Base URL of the Ad Library Search API");
      await workbench.answer(key ?? library.key, "API Key for");
      await workbench.treeItem("Facebook").waitFor();
    };
    await connect();
    for (const button of ["Cancel", "Disconnect", "Disconnect and Remove API Key"]) {
      if (button === "Disconnect and Remove API Key") await connect(canary);
      await workbench.runCommand("Ad Library: Disconnect…");
      await workbench.dialog().getByText(`Disconnect from ${library.url}?`).waitFor();
      await workbench.screenshot("disconnect");
      await workbench.dialog().getByRole("button", { name: button, exact: true }).click();
      await workbench.dialog().waitFor({ state: "hidden" });
      if (button === "Cancel") await workbench.treeItem("Facebook").waitFor();
      else await left();
    }
    assert.deepEqual(await filesWith(canary, workbench.dataFolder), []);
  });

  it("deletes everything that is stored, once a person has read what goes and what stays", async () => {
    const stored = join(workbench.dataFolder, "data/User/globalStorage/ad-library-explorer.ad-library-explorer");
    assert.ok((await readdir(stored)).length > 3);
    await workbench.runCommand("Ad Library: Delete Everything…");
    await workbench.dialog().getByText("the record of your spending, the filters of each platform").waitFor();
    await workbench.dialog().getByText("Kept: exported files, search files, boards").waitFor();
    await workbench.screenshot("delete-everything");
    assert.equal(await workbench.dialog().locator(":focus").innerText(), "Keep Everything");
    await workbench.page.keyboard.press("Enter");
    await workbench.dialog().waitFor({ state: "hidden" });
    assert.ok((await readdir(stored)).length > 3);
    await workbench.runCommand("Ad Library: Delete Everything…");
    const reloaded = workbench.page.waitForEvent("framenavigated", (frame) => frame === workbench.page.mainFrame());
    await workbench.dialog().getByRole("button", { name: "Delete Everything", exact: true }).click();
    await reloaded;
    await workbench.page.getByRole("button", { name: "Connect Your Library" }).first().waitFor();
    const left = await readdir(stored, { recursive: true }).catch(() => []);
    const paid = /ledger|answers|details|media|imports|forms|filterChanges|searches|watches|exports/;
    assert.deepEqual(
      left.filter((name) => paid.test(name)),
      [],
    );
  });

  it("keeps everything in the folder that a person chose, and deletes only that from it", async () => {
    const own = await mkdtemp(join(workbench.workspace, "chosen-"));
    await writeFile(join(own, "mine.txt"), "mine");
    await workbench.change({ "adLibrary.dataFolder": own });
    await workbench.notification("Reload the window to use the new data folder.").waitFor();
    await workbench.load();
    await exploreSample();
    const names = await readdir(own);
    for (const name of ["archive", "ledger", "searches"]) assert.ok(names.includes(name), names.join());
    assert.equal(names.includes("bin"), false, "machines that share the folder have a Node.js of their own");
    await workbench.runCommand("Ad Library: Delete Everything…");
    await workbench.dialog().getByText(`in ${own}`).waitFor();
    const reloaded = workbench.page.waitForEvent("framenavigated", (frame) => frame === workbench.page.mainFrame());
    await workbench.dialog().getByRole("button", { name: "Delete Everything", exact: true }).click();
    await reloaded;
    await workbench.page.getByRole("button", { name: "Connect Your Library" }).first().waitFor();
    assert.deepEqual(
      (await readdir(own)).filter((name) => name !== "forms"),
      ["mine.txt"],
    );
  });
});
