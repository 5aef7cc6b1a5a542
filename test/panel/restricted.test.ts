import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tested } from "../support/apiVersion";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { filesWith } from "../support/filesWith";
import { startMisbehaving, type Misbehaving } from "../support/misbehaving";
import { ok } from "../support/misbehavingReplies";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

const canary = "CANARY-0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e";

describe("A folder that is not trusted, on a machine without a keyring", function () {
  // A whole workbench is slow to start on a busy machine.
  this.timeout(180_000);
  let library: CountedLibrary;
  let evil: Misbehaving;
  let workbench: Workbench;
  const keys = () => library.requests.map(({ headers }) => headers["x-api-key"]);

  before(async () => {
    [library, evil] = [await startCountedLibrary(), await startMisbehaving(ok({ filters: [] }))];
    library.behave((exchange) =>
      library.usual({ ...exchange, seen: { ...exchange.seen, headers: { "x-api-key": library.key } } }),
    );
    workbench = await openWorkbench({
      neighbour: true,
      keyring: "broken",
      trust: true,
      settings: { "adLibrary.baseUrl": library.url, "security.workspace.trust.startupPrompt": "never" },
    });
    await mkdir(join(workbench.workspace, ".vscode"));
    await writeFile(join(workbench.workspace, ".vscode/settings.json"), JSON.stringify(settingsOf(evil.url)));
    await workbench.load();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
    await evil.close();
  });
  afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.isFailed()) await workbench.screenshot(`restricted-${currentTest.title.slice(0, 20).trim()}`);
  });

  it("keeps the key until the window closes, and says so", async () => {
    await workbench.statusBar("Restricted Mode").waitFor();
    await workbench.openView();
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(canary, `API Key for ${library.url}`);
    await workbench
      .notification(/The secret storage does not work on this machine: the key is kept until this window closes\./)
      .waitFor();
    const found = await workbench.call<readonly { readonly works: boolean }[]>("adLibrary.checkConnection");
    assert.equal(found.filter(({ works }) => works).length, tested.platforms);
    await workbench.quickPick("warning The key ends with this window").waitFor();
    await workbench.page.keyboard.press("Escape");
    assert.deepEqual(await filesWith(canary, workbench.dataFolder), []);
  });

  it("searches and pays as the person's own settings say, not as the folder's do", async () => {
    const found = await workbench.call<{ page: number }>("adLibrary.search", { platform: "native", body: {} });
    assert.equal(found.page, 1);
    assert.equal(library.paid()[0]!.target, tested.search("native"));
    const ended = workbench.call("adLibrary.exportPages", { file: join(workbench.workspace, "ads.json"), pages: 9 });
    await workbench.dialog().getByText("Spend 800 credits?").waitFor();
    await workbench.dialog().getByRole("button", { name: "Cancel" }).click();
    assert.equal(await ended, undefined);
    assert.equal(library.paid().length, 1);
  });

  it("asks nobody else when the folder is trusted, either", async () => {
    await workbench.statusBar("Restricted Mode").click();
    await workbench.page.getByRole("button", { name: "Trust", exact: true }).first().click();
    await workbench.statusBar("Restricted Mode").waitFor({ state: "detached" });
    const found = await workbench.call<readonly { readonly works: boolean }[]>("adLibrary.checkConnection");
    assert.equal(found.filter(({ works }) => works).length, tested.platforms);
    assert.ok(keys().every((key) => key === canary));
    assert.equal(evil.requests.length, 0);
  });
});

/** Every way in which a folder may try to set what is ours. */
function settingsOf(url: string) {
  const own = { baseUrl: url, confirmAbove: 1_000_000, platformSegments: { native: "display" }, paidRetry: "always" };
  const dotted = Object.entries(own).map(([name, value]) => [`adLibrary.${name}`, value] as const);
  return { adLibrary: own, ...Object.fromEntries(dotted), "[json]": { "adLibrary.baseUrl": url } };
}
