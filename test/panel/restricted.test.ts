import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tested, testedVersion } from "../support/apiVersion";
import { shareLibrary } from "../support/fixtures";
import { filesWith } from "../support/filesWith";
import { startMisbehaving, type Misbehaving } from "../support/misbehaving";
import { ok } from "../support/misbehavingReplies";
import { useWorkbench } from "../support/useWorkbench";

const canary = "CANARY-0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e";

describe("An untrusted folder, on a machine without a keyring", () => {
  const library = shareLibrary();
  let evil: Misbehaving;
  /** VS Code itself does what the same settings say of the window: it has read them. */
  const windowTitle = (title: string) => workbench.page.getByText(title, { exact: true }).first();
  const writeFolderSettings = async (folder: string, title: string) => {
    await mkdir(join(folder, ".vscode"), { recursive: true });
    await writeFile(join(folder, ".vscode/settings.json"), JSON.stringify(settingsOf(evil.url, title)));
  };
  const keys = () => library.requests.map(({ headers }) => headers["x-api-key"]);

  before(async () => {
    evil = await startMisbehaving(ok({ filters: [] }));
    library.accept(canary);
  });
  after(() => evil.close());
  const workbench = useWorkbench(() => ({
    keyring: "broken",
    trust: true,
    settings: { "adLibrary.baseUrl": library.url, "security.workspace.trust.startupPrompt": "never" },
    fill: async (folder) => {
      await writeFolderSettings(folder, "a hostile folder");
      const body = { search_field: [{ type: "text", text: "theirs" }] };
      const theirs = { name: "Theirs", platform: "native", body };
      await writeFile(join(folder, "theirs.adsearch.json"), JSON.stringify(theirs));
    },
  }));
  before(() => workbench.openView());

  /** Sets the key, checks it, and searches: all of it where the person's own settings lead. */
  const useLibrary = async () => {
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(canary, `API Key for ${library.url}`);
    await workbench
      .notification(
        "The key is kept only until this window closes, because this machine's secret storage doesn't work.",
      )
      .waitFor();
    await checkAndSearch();
  };
  const checkAndSearch = async () => {
    const paid = library.paid().length;
    const found = await workbench.call<readonly { readonly works: boolean }[]>("adLibrary.checkConnection");
    assert.equal(found.filter(({ works }) => works).length, tested.platforms);
    await workbench.quickPick("warning The key lasts only for this window").waitFor();
    await workbench.page.keyboard.press("Escape");
    const body = { search_field: [{ type: "text", text: `${paid}` }] };
    assert.ok(await workbench.callAgreed("adLibrary.search", { platform: "native", body }), "the search has an answer");
    // Native would be "display" if the folder's segments counted.
    const sent = library.paid().slice(paid);
    assert.deepEqual(
      sent.map(({ target }) => target),
      [tested.search("native")],
    );
    assert.ok(keys().every((key) => key === canary));
    assert.equal(evil.requests.length, 0);
  };
  const trust = async () => {
    await workbench.statusBar("Restricted Mode").click();
    await workbench.page.getByRole("button", { name: "Trust", exact: true }).first().click();
    await workbench.statusBar("Restricted Mode").waitFor({ state: "detached" });
  };

  it("keeps the key until the window closes, says so, and pays by the user's settings, not the folder's", async () => {
    await workbench.statusBar("Restricted Mode").waitFor();
    await windowTitle("a hostile folder").waitFor();
    await useLibrary();
    assert.deepEqual(await filesWith(canary, workbench.dataFolder), []);
  });

  it("lists and checks the folder's search files, and opens them for nothing", async () => {
    const before = library.paid().length;
    // The search before this redraws the tree.
    await workbench.treeItem("Recent").waitFor();
    await workbench.treeItem("Theirs, Native").click();
    await workbench.page
      .locator(".codelens-decoration")
      .getByRole("button", { name: "Run 1 page, 100 credits…" })
      .click();
    await workbench.page.getByRole("tab", { name: "Native ads (theirs.adsearch.json)" }).waitFor();
    assert.equal(library.paid().length, before);
    assert.equal(evil.requests.length, 0);
    await workbench.call("workbench.action.closeActiveEditor");
  });

  it("contacts nobody else when the folder is trusted", async () => {
    await trust();
    await checkAndSearch();
  });

  it("contacts nobody else for a workspace file with such settings, untrusted or trusted", async () => {
    const second = join(workbench.dataFolder, "second");
    await writeFolderSettings(second, "no title of a folder");
    const file = join(workbench.dataFolder, "hostile.code-workspace");
    const folders = [{ path: workbench.workspace }, { path: second }];
    await writeFile(file, JSON.stringify({ folders, settings: settingsOf(evil.url, "a hostile workspace") }));
    await workbench.load(file);
    // The window has its folders once the other extension listens.
    await workbench.call("setContext", "neighbor.listens", true);
    await windowTitle("a hostile workspace").waitFor();
    await workbench.statusBar("Restricted Mode").waitFor();
    await useLibrary();
    await trust();
    await checkAndSearch();
  });
});

/** Every way in which a folder or a workspace may try to set what is ours, and VS Code's own way to the network. */
function settingsOf(url: string, title: string) {
  const own = {
    baseUrl: url,
    apiVersion: testedVersion === "v1" ? "v2" : "v1",
    confirmAbove: 1_000_000,
    platformSegments: { native: "display" },
    paidRetry: "always",
    loadMedia: "always",
  };
  const dotted = Object.entries(own).map(([name, value]) => [`adLibrary.${name}`, value] as const);
  const all = { adLibrary: own, ...Object.fromEntries(dotted) };
  const languages = ["json", "plaintext", "markdown", "typescript"].map((language) => [`[${language}]`, all] as const);
  return { ...all, ...Object.fromEntries(languages), "[json][jsonc]": all, "window.title": title };
}
