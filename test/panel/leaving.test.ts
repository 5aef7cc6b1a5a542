import assert from "node:assert/strict";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testedVersion } from "../support/apiVersion";
import { untilConnected } from "../support/connecting";
import { shareLibrary } from "../support/fixtures";
import { filesWith } from "../support/filesWith";
import { loadedPictures } from "../support/loadedPictures.mjs";
import { mountMemory } from "../support/mounts";
import { skipBecause } from "../support/skipping";
import { useWorkbench } from "../support/useWorkbench";

const canary = "CANARY-7f3a9b0c1d2e4f5a6b7c8d9e0f1a2b3c";

describe("Converting from V1, and leaving a library", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => ({ keyring: "lasting" }));
  const place = (name: string) => join(workbench.workspace, name);

  before(async () => {
    library.accept(canary);
    await exploreSample();
  });

  const exploreSample = async () => {
    await workbench.openView();
    await workbench.page.getByRole("button", { name: "Explore the Sample Library" }).click();
    await loadedPictures(workbench.explorer(), 1);
  };
  const editor = () => workbench.page.locator(".editor-group-container.active .editor-instance:visible");
  /** The text of a tab's editor, once it has `part`: the editor draws its lines a frame after the tab is there. */
  const shown = async (tab: string, part: string) => {
    const name = new RegExp(`^${tab}`);
    await workbench.page.getByRole("tab", { name }).first().waitFor();
    const lines = editor().locator(".view-lines");
    await lines.filter({ hasText: part }).waitFor();
    return (await lines.innerText()).replaceAll("\u00a0", " ");
  };
  const closeAll = async () => {
    const closed = workbench.call("workbench.action.closeAllEditors");
    await workbench.dialog().getByRole("button", { name: "Don't Save" }).click();
    await closed;
    // Escape would close a notification first.
    await workbench.clearNotifications();
  };

  it("converts an exported V1 card in a file, and lists what was renamed", async () => {
    const attachments = [{ id: 1, type: "image", files: { main: "https://cdn.example/1.png" } }];
    const card = { id: 1, updated_at: "1 day ago", owner: { domain: "a.example", title: "A Shop" }, attachments };
    await writeFile(place("ads.json"), JSON.stringify([card]));
    const converted = workbench.call("adLibrary.convertV1Response");
    await workbench.page.locator(".quick-input-widget:visible").getByText("File…").click();
    await workbench.quickPick("ads.json").click();
    await converted;
    const text = await shown("v2-ads.json", "last_seen");
    assert.match(text, /"last_seen": "1 day ago"/);
    assert.match(text, /"name": "A Shop"/);
    const note = workbench.notification("Converted to V2 field names. Cards: 1. Details: 0.");
    await note.getByRole("button", { name: "Show Changes" }).click();
    assert.match(await shown("v2-ads-changes.txt", "is now"), /updated_at: is now last_seen \(once\)\./);
    await closeAll();
  });

  it("opens a selected V1 cURL command as a valid search, for 0 credits", async () => {
    const key = "SECRET-7f3a9b0c1d2e";
    // A V1 search of native ads: key in the body, networks by name, one text for sorting.
    const body = JSON.stringify({ api_key: key, page: 1, networks: ["tabulon"], orderby: "oldest" });
    const command = `curl https://ads.example/v1/native/ads/search -H 'x-api-key: ${key}' --data-raw '${body}'`;
    await writeFile(place("notes.txt"), `Some notes.\n${command}\nMore notes.\n`);
    // Waits until the editor says where its cursor is; a key that is pressed before may go elsewhere.
    const cursorAt = (words: string) => workbench.statusBar(words).waitFor();
    await workbench.call("workbench.action.quickOpen", "notes.txt");
    await workbench.quickPick("notes.txt").click();
    await cursorAt("Ln 1, Col 1");
    const line = editor().locator(".view-line").filter({ hasText: "curl" });
    await line.click({ position: { x: 2, y: 5 } });
    await cursorAt("Ln 2, Col 1");
    await workbench.page.keyboard.press("Shift+End");
    await cursorAt(`(${command.length} selected)`);
    await workbench.call("adLibrary.convertV1Request");
    await shown("v2-native.jsonc", "removed");
    const note = workbench.notification("Converted to V2. Changes: 3.");
    await note.getByRole("button", { name: "Open as a Search (0 credits)" }).click();
    const filters = workbench.explorer().getByRole("list", { name: "Active filters" });
    for (const hasText of ["Tabulon", testedVersion === "v1" ? "Oldest" : "Newest ↑"])
      await filters.getByRole("listitem").filter({ hasText }).waitFor();
    await workbench.statusBar("100 sample credits").waitFor();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    const results = workbench.explorer().getByRole("region", { name: "Results" });
    await results.getByText("18 ads, 1 page").waitFor();
    await workbench.call("adLibrary.saveSearch", { name: "Kept" });
    await closeAll();
  });

  it("leaves the sample library, and another library with or without its key", async () => {
    const left = () => workbench.page.getByRole("button", { name: "Connect Your Library" }).first().waitFor();
    assert.equal(await workbench.offers("Ad Library: Disconnect…"), false);
    await workbench.runCommand("Ad Library: Leave Sample Library");
    await left();
    assert.equal(await workbench.offers("Ad Library: Search Ads…"), false);
    // What was bought opens all the same, and has no price for more.
    await workbench.treeItem("Kept").click();
    const results = workbench.explorer().getByRole("region", { name: "Results" });
    await results.getByText("18 ads, 1 page").waitFor();
    await results.getByRole("article").first().waitFor();
    assert.equal(await results.getByRole("button", { name: /100 credits/ }).count(), 0);
    await workbench.screenshot("left-bought");
    await workbench.call("adLibrary.exportPages", { file: place("kept.json") });
    await workbench.notification("Only bought pages were exported, because no library is connected.").waitFor();
    await workbench.call("workbench.action.closeAllEditors");
    const connect = async (key: string) => {
      const connected = workbench.call("adLibrary.connect");
      await workbench.answer(library.url, "Base URL of the Ad Library Search API");
      await workbench.answer(key, "API Key for");
      await untilConnected(workbench, library);
      await workbench.treeItem("Facebook").waitFor();
      await connected;
    };
    await connect(library.key);
    assert.equal(await workbench.offers("Ad Library: Disconnect…"), true);
    for (const button of ["Cancel", "Disconnect and Remove API Key", "Disconnect"]) {
      if (button === "Disconnect") await connect(canary);
      const asked = workbench.call("adLibrary.disconnect");
      await workbench.dialog().getByText(`Disconnect from ${library.url}?`).waitFor();
      await workbench.dialog().getByRole("button", { name: button, exact: true }).click();
      await workbench.dialog().waitFor({ state: "hidden" });
      await asked;
      if (button === "Cancel") await workbench.treeItem("Facebook").waitFor();
      else await left();
    }
    assert.equal(await workbench.offers("Ad Library: Search Ads…"), false);
    assert.deepEqual(await filesWith(canary, workbench.dataFolder), []);
  });

  const ask = async (...words: readonly string[]) => {
    // The call may never return, because the window reloads.
    workbench.call("adLibrary.deleteEverything").catch(() => undefined);
    for (const text of words) await workbench.dialog().getByText(text).waitFor();
  };
  const agree = async (...more: readonly string[]) => {
    const reloaded = workbench.page.waitForEvent("framenavigated", (frame) => frame === workbench.page.mainFrame());
    for (const name of ["Delete Everything", ...more])
      await workbench.dialog().getByRole("button", { name, exact: true }).click();
    await reloaded;
    await workbench.page.getByRole("button", { name: "Connect Your Library" }).first().waitFor();
  };

  /** The data folder that a person chose. */
  let own: string;

  it("deletes everything stored, once a person has read what goes and what stays", async () => {
    const stored = join(workbench.dataFolder, "data/User/globalStorage/ad-library-explorer.ad-library-explorer");
    own = await mkdtemp(join(workbench.workspace, "chosen-"));
    await writeFile(join(own, "mine.txt"), "mine");
    await workbench.change({ "adLibrary.dataFolder": own });
    // Until then, everything is still in the previous one.
    await workbench.notification("Reload the window to use the new data folder.").waitFor();
    assert.ok((await readdir(stored)).length > 3);
    const goes = "the record of your spending, the filters of each platform";
    await ask(goes, "Kept: exported files, search files, boards", `in ${stored}`);
    // There is one way out, and a stray Enter deletes nothing.
    const offered = await workbench.dialog().getByRole("button").allInnerTexts();
    const [keep, first] = ["Keep Everything", "Export Answers (0 credits)"];
    assert.deepEqual(offered.filter(Boolean).sort(), ["Delete Everything", first, keep]);
    assert.equal(await workbench.dialog().locator(":focus").innerText(), first);
    await workbench.dialog().getByRole("button", { name: keep, exact: true }).click();
    await workbench.dialog().waitFor({ state: "hidden" });
    assert.ok((await readdir(stored)).length > 3);
    await ask();
    await agree();
    const paid = /ledger|answers|details|media|imports|forms|filterChanges|searches|watches|exports/;
    const left = (await readdir(stored, { recursive: true }).catch(() => [])).filter((name) => paid.test(name));
    assert.deepEqual(left, []);
    // Nothing was bought from the other library, whose key was kept until now.
    await workbench.change({ "adLibrary.baseUrl": library.url });
    await workbench.treeItem("Facebook").waitFor();
    await workbench.openView();
    await workbench.screenshot("left-key");
    await workbench.change({ "adLibrary.baseUrl": "" });
    await workbench.page.getByRole("button", { name: "Connect Your Library" }).first().waitFor();
  });

  it("says that something couldn't be deleted, and reloads the window", async function () {
    await exploreSample();
    const names = await readdir(own);
    for (const name of ["archive", "ledger", "searches"]) assert.ok(names.includes(name), names.join());
    assert.equal(names.includes("bin"), false, "machines that share the folder have a Node.js of their own");
    const mounted = await mountMemory(join(own, "archive", "answers"), "size=64k");
    if (!mounted) skipBecause(this, "nothing can be mounted here");
    try {
      await ask(`in ${own}`);
      const told = workbench.dialog().getByText("Some files couldn't be deleted.").waitFor();
      await agree("OK");
      await told;
    } finally {
      await mounted.unmount();
    }
  });

  it("deletes only what is its own in a folder that a person chose, also if some of it is gone", async () => {
    await ask(`in ${own}`);
    await agree();
    const others = (await readdir(own)).filter((name) => name !== "forms");
    assert.deepEqual(others, ["mine.txt"]);
  });
});
