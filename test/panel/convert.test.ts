import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testedVersion } from "../support/apiVersion";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

const key = "SECRET-7f3a9b0c1d2e";
/** A V1 search of native ads: key in the body, networks by name, one text for sorting. */
const body = JSON.stringify({ api_key: key, page: 1, networks: ["tabulon"], orderby: "oldest" });
const command = `curl https://ads.example/v1/native/ads/search -H 'x-api-key: ${key}' --data-raw '${body}'`;
const attachments = [{ id: 1, type: "image", files: { main: "https://cdn.example/1.png" } }];
const card = { id: 1, updated_at: "1 day ago", owner: { domain: "a.example", title: "A Shop" }, attachments };

describe("Conversion from V1 to V2", () => {
  let workbench: Workbench;
  /** The text of a tab's editor, once it has `part`: the editor draws its lines a frame after the tab is there. */
  const shown = async (tab: string, part: string) => {
    await workbench.page
      .getByRole("tab", { name: new RegExp(`^${tab}`) })
      .first()
      .waitFor();
    const lines = workbench.page.locator(".editor-group-container.active .editor-instance:visible .view-lines");
    await lines.filter({ hasText: part }).waitFor();
    return (await lines.innerText()).replaceAll("\u00a0", " ");
  };
  const open = async (name: string) => {
    await workbench.runCommand("Go to File...");
    await workbench.quickInput().fill(name);
    await workbench.quickPick(name).click();
    await workbench.page.getByRole("tab", { name }).waitFor();
    await cursorAt("Ln 1, Col 1");
  };
  /** Waits until the editor says where its cursor is; a key that is pressed before may go elsewhere. */
  const cursorAt = (place: string) => workbench.statusBar(place).waitFor();
  const closeAll = async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.dialog().getByRole("button", { name: "Don't Save" }).click();
    await workbench.page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
    await workbench.clearNotifications();
  };
  /** The report and the request of the search above. */
  const isConverted = (text: string) => {
    assert.match(text, /POST \/v2\/ads\/native\/search costs 100 credits/);
    assert.match(text, /api_key: removed/);
    assert.match(text, /the name “tabulon” became the item key \d+\./);
    assert.match(text, /"orderby": "newest",\s+"order": "asc"/);
    assert.ok(!text.includes(key));
  };

  before(async () => {
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const texts = { "notes.txt": `Some notes.\n${command}\nMore notes.\n`, "search.json": `${body}\n` };
    const all = { ...texts, "body.json": body, "ads.json": JSON.stringify([card]) };
    for (const [name, text] of Object.entries(all)) await writeFile(join(workbench.workspace, name), text);
    await workbench.openView();
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  it("opens a selected cURL command as a valid search, for 0 credits", async () => {
    await open("notes.txt");
    const editor = workbench.page.locator(".editor-group-container.active .editor-instance:visible");
    await editor
      .locator(".view-line")
      .filter({ hasText: "curl" })
      .click({ position: { x: 2, y: 5 } });
    await cursorAt("Ln 2, Col 1");
    await workbench.page.keyboard.press("Shift+End");
    await cursorAt(`(${command.length} selected)`);
    await workbench.runCommand("Ad Library: Convert V1 Request…");
    isConverted(await shown("v2-native.jsonc", "removed"));
    const note = workbench.notification("Converted to V2. Changes: 3.");
    await note.getByRole("button", { name: "Open as a Search (0 credits)" }).click();
    const filters = workbench.explorer().getByRole("list", { name: "Active filters" });
    await filters.getByRole("listitem").filter({ hasText: "Tabulon" }).waitFor();
    await filters
      .getByRole("listitem")
      .filter({ hasText: testedVersion === "v1" ? "Oldest" : "Newest ↑" })
      .waitFor();
    await workbench.statusBar("0 sample credits").waitFor();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    const results = workbench.explorer().getByRole("region", { name: "Results" });
    await results.getByText("18 ads, 1 page").waitFor();
    await closeAll();
  });

  it("asks for the platform of a JSON body on the clipboard", async () => {
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), body);
    await workbench.runCommand("Ad Library: Convert V1 Request…");
    await workbench.page.locator(".quick-input-widget:visible").getByText("Clipboard").click();
    await workbench.quickPick("Native").click();
    isConverted(await shown("v2-native.jsonc", "removed"));
    await closeAll();
  });

  it("converts a JSON body in a file", async () => {
    await workbench.page.evaluate(() => navigator.clipboard.writeText("none of it"));
    await workbench.runCommand("Ad Library: Convert V1 Request…");
    await workbench.page.locator(".quick-input-widget:visible").getByText("File…").click();
    await workbench.quickPick("body.json").click();
    await workbench.quickPick("Native").click();
    isConverted(await shown("v2-native.jsonc", "removed"));
    await closeAll();
  });

  it("offers a code action in a JSON file", async () => {
    await open("search.json");
    await workbench.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    await workbench.refactor("Convert this V1 search to V2 (0 credits)");
    await workbench.quickPick("Native").click();
    isConverted(await shown("v2-native.jsonc", "removed"));
    await closeAll();
  });

  it("converts an exported card, and lists what was renamed", async () => {
    await open("ads.json");
    await workbench.runCommand("Ad Library: Convert V1 Response…");
    const text = await shown("v2-ads.json", "last_seen");
    assert.match(text, /"last_seen": "1 day ago"/);
    assert.match(text, /"name": "A Shop"/);
    const note = workbench.notification("Converted to V2 field names. Cards: 1. Details: 0.");
    await note.getByRole("button", { name: "Show Changes" }).click();
    assert.match(await shown("v2-ads-changes.txt", "is now"), /updated_at: is now last_seen \(once\)\./);
  });
});
