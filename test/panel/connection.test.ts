import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tested, testedVersion } from "../support/apiVersion";
import { untilConnected } from "../support/connecting";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { filesWith } from "../support/filesWith";
import type { Exchange, Reply } from "../support/misbehaving";
import { body, failed, hangBeforeHeaders, redirect } from "../support/misbehavingReplies";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

/** An address of this machine where nothing listens. */
async function nowhere(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

const canary = "CANARY-7f3a9b0c1d2e4f5a6b7c8d9e0f1a2b3c";

describe("Connecting a library, and its key", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const widget = () => workbench.page.locator(".quick-input-widget:visible");
  const says = (text: string | RegExp) => widget().getByText(text).first().waitFor();
  const press = (key: string) => workbench.page.keyboard.press(key);
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const searchButton = () => workbench.explorer().getByRole("button", { name: "Search, 100 credits" });
  const keyOfLast = () => library.requests.at(-1)!.headers["x-api-key"];

  /** Answers as usual, whatever the key. */
  const anyKey: Reply = (exchange: Exchange) => {
    const headers = { ...exchange.seen.headers, "x-api-key": library.key };
    return library.usual({ ...exchange, seen: { ...exchange.seen, headers } });
  };

  before(async () => {
    library = await startCountedLibrary();
    workbench = await openWorkbench({ keyring: "lasting", settings: { "workbench.hover.delay": 100 } });
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  it("starts with two buttons; the palette offers nothing that needs a library", async () => {
    await workbench.openView();
    await workbench.page.getByRole("button", { name: "Explore the Sample Library" }).waitFor();
    await workbench.page.getByRole("button", { name: "Connect Your Library" }).waitFor();
    for (const title of ["Search Ads…", "Check Connection", "Remove API Key", "Save Search…", "Copy Search as cURL"])
      assert.equal(await workbench.offers(`Ad Library: ${title}`), false, title);
    for (const title of ["Connect…", "Use Sample Library", "Show Credits", "Show Log"])
      assert.equal(await workbench.offers(`Ad Library: ${title}`), true, title);
  });

  it("tells callers of other commands what is missing", async () => {
    for (const command of ["search", "searchAll", "openAd", "checkConnection", "copyAsCurl", "runSavedSearch"]) {
      assert.equal(await workbench.call(`adLibrary.${command}`), undefined);
      const notice = workbench.notification(/No library is connected|No search is open|You have no saved searches yet/);
      // Of several notices at once, VS Code shows some in its list alone.
      await workbench.runCommand("Notifications: Show Notifications");
      // That there is nothing yet is no error.
      const calm = command === "copyAsCurl" || command === "runSavedSearch";
      await notice.locator(calm ? ".codicon-info" : ".codicon-error").waitFor();
      await workbench.clearNotifications();
    }
    assert.equal(library.requests.length, 0);
  });

  it("has a walkthrough from the sample library to what is kept", async () => {
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.quickPick("Research Ads in Your Editor").click();
    for (const step of [
      "Look around for free",
      "Connect your library",
      "Search for ads",
      "Look closer",
      "Keep what you find",
    ])
      await workbench.page.getByRole("checkbox", { name: `${step}: Not completed`, exact: true }).waitFor();
    const walkthrough = workbench.page.locator(".gettingStartedContainer");
    await walkthrough.getByText("Connect your library", { exact: true }).click();
    // The view in the side bar has the same button.
    await walkthrough.getByRole("button", { name: "Connect Your Library", exact: true }).click();
  });

  it("accepts no base URL that would expose the key", async () => {
    const wrong: Readonly<Record<string, string>> = {
      "": "Enter the base URL of the library",
      "ads.example": "This is not a URL",
      "ftp://ads.example": "The base URL must start with https://",
      "http://192.0.2.1": "http:// would send the key unprotected",
      "http://localhost.example": "http:// would send the key unprotected",
      "https://me:word@ads.example": "Remove the user name and password",
    };
    await says("Base URL of the Ad Library Search API");
    for (const [address, words] of Object.entries(wrong)) {
      await workbench.answer(address);
      await says(words);
    }
    await press("Escape");
    await workbench.quickInput().waitFor({ state: "hidden" });
  });

  it("says why a library can't be reached, and returns to its base URL", async () => {
    const address = await nowhere();
    await workbench.runCommand("Ad Library: Connect…");
    await workbench.answer(`${address}/prefix/?a=b#c`, "Base URL of the Ad Library Search API");
    await says("Everything after ? or # in the base URL was removed.");
    await workbench.answer(canary, `API Key for ${address}/prefix`);
    await says(/Can't reach /);
    await widget().getByRole("button", { name: "Back" }).click();
    await says("Base URL of the Ad Library Search API");
    assert.equal(await workbench.quickInput().inputValue(), `${address}/prefix`);
  });

  it("tests the key for free and says what is wrong, until it works or the person leaves", async () => {
    let elsewhere = 0;
    const other = createServer((_, response) => response.end(String(++elsewhere))).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const asked = library.requests.length;
    await workbench.answer(`${library.url}/v2`, "Base URL of the Ad Library Search API");
    await says("The base URL ends in /v2");
    await workbench.quickPick(`${library.url}/v2, Only if the library's operator`).waitFor();
    assert.equal(library.requests.length, asked);
    await workbench.quickPick(`${library.url}, Requests add /v2 automatically`).click();
    await workbench.answer("two words", `API Key for ${library.url}`);
    await says("A key has no spaces or line breaks");
    await workbench.answer("wrong-key");
    await says("The library refused the request");
    const replies: readonly (readonly [Reply, RegExp])[] = [
      [body("<html>Sign in</html>"), /is not from an ad library/],
      [redirect(307, `http://127.0.0.1:${port}/`), /The library redirects to/],
      [failed(1005, `invalid key ${canary}`), /invalid key (?!CANARY)/],
    ];
    await workbench.quickInput().fill(canary);
    for (const [reply, words] of replies) {
      library.behave(reply);
      // Ignored while a key is being tried: the words of the last trial are on the screen, so it has ended.
      await press("Enter");
      await says(words);
      assert.equal(await widget().getByText(canary).count(), 0);
    }
    other.close();
    assert.equal(elsewhere, 0);
    library.behave(hangBeforeHeaders);
    const before = library.requests.length;
    await press("Enter");
    await library.arrived(before + 1);
    await press("Escape");
    await library.requests.at(-1)!.closed;
    assert.equal(await workbench.treeItem("Facebook").count(), 0);
    assert.equal(library.paid().length, 0);
  });

  it("connects with a working key, and stores it only in the secret storage", async () => {
    library.behave(anyKey);
    const before = library.requests.length;
    await workbench.runCommand("Ad Library: Connect…");
    await workbench.answer(library.url, "Base URL of the Ad Library Search API");
    await workbench.answer(` ${canary} `, "API Key for");
    await untilConnected(workbench, library);
    await workbench.treeItem("Facebook").waitFor();
    await workbench.page.getByRole("checkbox", { name: "Connect your library: Completed", exact: true }).waitFor();
    assert.equal(library.requests.length, before + tested.requestsToConnect);
    assert.equal(keyOfLast(), canary);
    assert.deepEqual(await filesWith(canary, workbench.dataFolder), []);
  });

  it("reports each platform: working, not enabled, or named differently", async () => {
    library.behave((exchange) => {
      const { target } = exchange.seen;
      if (target.includes("/reddit/")) return failed(1003, "not enabled")(exchange);
      if (target.includes("/pinterest/")) return body("not found", 404)(exchange);
      return anyKey(exchange);
    });
    const before = library.requests.length;
    await workbench.runCommand("Ad Library: Check Connection");
    await says(`${tested.named(library.url)}: ${tested.platforms - 2} of 10 platforms work. 0 credits.`);
    assert.equal(library.requests.length, before + tested.platforms);
    await workbench.quickPick("pass Facebook").waitFor();
    await workbench.quickPick("error Reddit").getByText("Either the key is not enabled for this platform").waitFor();
    await workbench.quickPick("error Pinterest").getByText("There is no route for “pinterest”").click();
    await workbench.page.locator(".settings-editor").getByText("Platform Segments").first().waitFor();
    await press("Escape");
    library.behave(anyKey);
    await workbench.clearNotifications();
  });

  it("uses a new key at once, and aborts requests with the old one", async () => {
    await workbench.treeItem("Facebook").click();
    await searchButton().click();
    await results().getByText("18 ads, 1 page").first().waitFor();
    assert.equal(keyOfLast(), canary);
    library.next(hangBeforeHeaders);
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await library.paidArrived(2);
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(`${canary}-2`, `API Key for ${library.url}`);
    await library.paid().at(-1)!.closed;
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await results().getByText("36 ads, 2 pages").first().waitFor();
    assert.equal(library.paid().length, 3);
    assert.equal(keyOfLast(), `${canary}-2`);
    await workbench.statusBar("200 credits spent today").hover();
    await workbench.page.getByText("May also have been charged: 100 credits").waitFor();
  });

  it("aborts pending requests when the key is removed, says so, and shows what is bought", async () => {
    library.next(hangBeforeHeaders);
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await library.paidArrived(4);
    await workbench.runCommand("Ad Library: Remove API Key");
    await library.paid().at(-1)!.closed;
    await workbench.notification(`The API key for ${library.url} was removed.`).waitFor();
    await workbench.clearNotifications();
    const before = library.requests.length;
    assert.equal(await workbench.call("adLibrary.search", { platform: "native", body: {} }), undefined);
    await workbench.notification("No API key is stored for this library.").waitFor();
    await workbench.clearNotifications();
    await results().getByText("36 ads, 2 pages").first().waitFor();
    assert.equal(library.requests.length, before);
    await workbench.treeItem("Facebook").hover();
    await workbench.page.getByRole("button", { name: "Set API Key…" }).first().click();
    await workbench.answer(library.key, `API Key for ${library.url}`);
    await workbench.notification(`Connected to ${tested.named(library.url)}.`).waitFor();
    assert.equal(keyOfLast(), library.key);
  });

  it("has the key again in the next session", async () => {
    await workbench.load();
    const found = await workbench.call<readonly { readonly works: boolean }[]>("adLibrary.checkConnection");
    assert.equal(found.filter(({ works }) => works).length, tested.platforms);
    assert.equal(keyOfLast(), library.key);
    await press("Escape");
    await workbench.openView();
  });

  it("uses the sample library without a key, and hides key commands", async () => {
    await workbench.runCommand("Ad Library: Use Sample Library");
    await results().getByText("18 ads, 1 page").first().waitFor();
    await workbench.statusBar("100 sample credits").waitFor();
    assert.equal(await workbench.offers("Ad Library: Set API Key…"), false);
    assert.equal(await workbench.offers("Ad Library: Remove API Key"), false);
    assert.equal(await workbench.call("adLibrary.removeApiKey"), undefined);
    await workbench.notification("The sample library is connected. It needs no API key.").waitFor();
  });

  it("works in a window without a folder", async () => {
    await workbench.page.goto(`${new URL(workbench.page.url()).origin}/?ew=true`, { waitUntil: "commit" });
    await workbench.openView();
    if (testedVersion === "v1") {
      await workbench.runCommand("Ad Library: Search Ads…");
      await workbench.quickPick("Meta").click();
      await workbench.answer("", "Search Meta (press Enter to search for 100 credits)");
    } else {
      await workbench.runCommand("Ad Library: Search All Platforms…");
      await workbench.answer("", "Search all platforms (press Enter to search for 100 credits)");
      // What the sample library showed first is this search.
      await results().getByRole("button", { name: "Show bought results, 0 credits" }).click();
    }
    await results().getByText("18 ads, 1 page").first().waitFor();
    await workbench.runCommand("Ad Library: Save Search…");
    await workbench.answer("Without a folder", "The name to show in the tree");
    await workbench.treeItem("Without a folder").waitFor();
    await workbench.runCommand("Ad Library: Export Results…");
    await says("Export Results (0 credits)");
    await press("Escape");
  });

  it("ticks in its walkthrough what was done, before it was opened as well", async () => {
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.quickPick("Research Ads in Your Editor").click();
    const step = (name: string) => workbench.page.getByRole("checkbox", { name, exact: true });
    for (const done of ["Look around for free", "Connect your library", "Search for ads", "Keep what you find"])
      await step(`${done}: Completed`).waitFor();
    await step("Look closer: Not completed").waitFor();
  });
});
