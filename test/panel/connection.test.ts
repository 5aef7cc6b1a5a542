import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { tested, testedVersion } from "../support/apiVersion";
import { untilConnected } from "../support/connecting";
import { shareLibrary } from "../support/fixtures";
import { filesWith } from "../support/filesWith";
import { loadedPictures } from "../support/loadedPictures.mjs";
import type { Reply } from "../support/misbehaving";
import { body, failed, hangBeforeHeaders } from "../support/misbehavingReplies";
import { themes as pageThemes } from "../support/panelPageThemes";
import { useWorkbench } from "../support/useWorkbench";

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
const steps = ["Look around for free", "Connect your library", "Search for ads", "Look closer", "Keep what you find"];
const themes = [
  { theme: "light", body: "vscode-light", page: "light" },
  { theme: "high contrast", body: "vscode-high-contrast", page: "hc-dark" },
  { theme: "high contrast light", body: "vscode-high-contrast-light", page: "hc-light" },
  { theme: "dark", body: "vscode-dark", page: "dark" },
] as const;

describe("Connecting a library, and its key", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => ({ keyring: "lasting", settings: { "workbench.hover.delay": 100 } }));
  const widget = () => workbench.page.locator(".quick-input-widget:visible");
  const says = (text: string | RegExp) => widget().getByText(text).first().waitFor();
  const press = (key: string) => workbench.page.keyboard.press(key);
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const searchButton = () => workbench.explorer().getByRole("button", { name: "Search, 100 credits" });
  const connectTo = async (key: string) => {
    await workbench.runCommand("Ad Library: Connect…");
    await workbench.answer(library.url, "Base URL of the Ad Library Search API");
    await workbench.answer(key, "API Key for");
  };
  const step = (name: string, state: "Completed" | "Not completed") =>
    workbench.page.getByRole("checkbox", { name: `${name}: ${state}`, exact: true }).waitFor();
  const openWalkthrough = async () => {
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.quickPick("Research Ads in Your Editor").click();
  };
  const keyOfLast = () => library.requests.at(-1)!.headers["x-api-key"];

  before(() => {
    for (const key of [canary, `${canary}-2`]) library.accept(key);
  });

  it("starts with two buttons; the palette offers nothing that needs a library", async () => {
    await workbench.openView();
    await workbench.page.getByRole("button", { name: "Explore the Sample Library" }).waitFor();
    await workbench.page.getByRole("button", { name: "Connect Your Library" }).waitFor();
    for (const title of ["Search Ads…", "Remove API Key", "Copy Search as cURL"])
      assert.equal(await workbench.offers(`Ad Library: ${title}`), false, title);
    assert.equal(await workbench.offers("Ad Library: Connect…"), true);
  });

  it("tells callers of other commands what is missing", async () => {
    for (const command of ["search", "searchAll", "openAd", "checkConnection", "copyAsCurl", "runSavedSearch"]) {
      assert.equal(await workbench.call(`adLibrary.${command}`), undefined);
      const notice = workbench.notification(/No library is connected|No search is open|You have no saved searches yet/);
      // Of several notices at once, VS Code shows some in its list alone.
      await workbench.call("notifications.showList");
      // That there is nothing yet is no error.
      const calm = command === "copyAsCurl" || command === "runSavedSearch";
      await notice.locator(calm ? ".codicon-info" : ".codicon-error").waitFor();
      await workbench.clearNotifications();
      await notice.waitFor({ state: "hidden" });
    }
    assert.equal(library.requests.length, 0);
  });

  it("has a walkthrough from the sample library to what is kept", async () => {
    await openWalkthrough();
    for (const name of steps) await step(name, "Not completed");
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
    library.behave(hangBeforeHeaders);
    const before = library.requests.length;
    await press("Enter");
    await library.arrived(before + 1);
    await press("Escape");
    await library.requests.at(-1)!.closed;
    assert.equal(await workbench.treeItem("Facebook").count(), 0);
    assert.equal(library.paid().length, 0);
  });

  it("recognizes a key that works only with V1, and offers V1", async () => {
    const notForV2 = failed(1004, "This API key is not enabled for V2.");
    library.behave((exchange) => (exchange.seen.target.startsWith("/v2/") ? notForV2 : library.usual)(exchange));
    await connectTo(library.key);
    await says("works with V1");
    await workbench.quickPick("Enter another key").click();
    await workbench.answer(library.key, "API Key for");
    await workbench.quickPick("Connect with V1").click();
    await workbench.notification(`Connected to ${library.url} with V1.`).waitFor();
    await step("Connect your library", "Completed");
    await workbench.clearNotifications();
  });

  it("fills the tree with ten platforms, searches, and opens details with V1 only, and says what V1 lacks", async () => {
    const before = library.requests.length;
    await workbench.page.getByRole("treeitem", { name: "All platforms, Not available in V1" }).click();
    assert.equal(await workbench.page.getByRole("treeitem").count(), 10);
    const form = workbench.explorer().getByRole("form", { name: "Search ads" });
    await form.getByText("V1 can't search all platforms at once.").waitFor();
    assert.equal(library.paid().length, 0);
    await workbench.treeItem("Meta").click();
    await searchButton().and(workbench.explorer().locator(":not([disabled])")).click();
    await results().getByText("18 ads, 1 page").waitFor();
    await results().getByRole("button", { name: "Details, 100 credits" }).first().click();
    const details = workbench.explorer().getByRole("region", { name: "Ad details" });
    await details.getByRole("heading", { name: "Site technologies V1 only" }).waitFor();
    await details.getByText("Registration expires").waitFor();
    await workbench.explorer().getByRole("button", { name: "Close details" }).click();
    await results().getByRole("button", { name: "Details, bought" }).first().waitFor();
    assert.equal(library.paid().length, 2);
    const targets = library.requests.slice(before).map(({ target }) => target);
    assert.ok(targets.every((target) => target.startsWith("/v1/")));
    assert.ok(!targets.includes("/v1/filters/mega/search"));
    // What is open would ask for its form again.
    await workbench.call("workbench.action.closeAllEditors");
  });

  it("connects with a working key, and stores it only in the secret storage", async () => {
    library.behave();
    const before = library.requests.length;
    await connectTo(` ${canary} `);
    await untilConnected(workbench, library);
    await workbench.treeItem(`All platforms, ${tested.allPlatforms}`).waitFor();
    assert.equal(library.requests.length, before + tested.requestsToConnect);
    assert.equal(keyOfLast(), canary);
    assert.deepEqual(await filesWith(canary, workbench.dataFolder), []);
  });

  it("reports each platform: working, or named differently", async () => {
    library.behave((exchange) => {
      const { target } = exchange.seen;
      return (target.includes("/pinterest/") ? body("not found", 404) : library.usual)(exchange);
    });
    const before = library.requests.length;
    await workbench.runCommand("Ad Library: Check Connection");
    await says(`${tested.named(library.url)}: ${tested.platforms - 1} of 10 platforms work. 0 credits.`);
    assert.equal(library.requests.length, before + tested.platforms);
    await workbench.quickPick("pass Facebook").waitFor();
    await workbench.quickPick("error Pinterest").getByText("There is no route for “pinterest”").click();
    await workbench.page.locator(".settings-editor").getByText("Platform Segments").first().waitFor();
    await press("Escape");
    await workbench.page.locator(".settings-editor").waitFor({ state: "hidden" });
    library.behave();
    await workbench.clearNotifications();
  });

  it("uses a new key at once, and finishes the paid request with the old one", async () => {
    await workbench.treeItem("Facebook").click();
    await searchButton().click();
    await results().getByText("18 ads, 1 page").first().waitFor();
    assert.equal(keyOfLast(), canary);
    const held = library.hold();
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await library.paidArrived(4);
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(`${canary}-2`, `API Key for ${library.url}`);
    await workbench.notification(`Connected to ${tested.named(library.url)}.`).waitFor();
    await held.answer();
    await results().getByText("36 ads, 2 pages").first().waitFor();
    assert.deepEqual([library.paid().length, library.paid().at(-1)!.headers["x-api-key"]], [4, canary]);
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await results().getByText("54 ads, 3 pages").first().waitFor();
    assert.equal(library.paid().length, 5);
    assert.equal(keyOfLast(), `${canary}-2`);
    await workbench.statusBar("500 credits").waitFor();
    await workbench.clearNotifications();
  });

  it("sends nothing more when the key is removed, but finishes the paid request, and shows what is bought", async () => {
    const held = library.hold();
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await library.paidArrived(6);
    await workbench.runCommand("Ad Library: Remove API Key");
    await workbench.notification(`The API key for ${library.url} was removed.`).waitFor();
    await held.answer();
    await results().getByText("72 ads, 4 pages").first().waitFor();
    await workbench.clearNotifications();
    const before = library.requests.length;
    assert.equal(await workbench.call("adLibrary.search", { platform: "native", body: {} }), undefined);
    await workbench.notification("No API key is stored for this library.").waitFor();
    await workbench.clearNotifications();
    await results().getByText("72 ads, 4 pages").first().waitFor();
    assert.equal(library.requests.length, before);
    await workbench.treeItem("Facebook").hover();
    await workbench.page.getByRole("button", { name: "Set API Key…" }).first().click();
    await workbench.answer(library.key, `API Key for ${library.url}`);
    await workbench.notification(`Connected to ${tested.named(library.url)}.`).waitFor();
    assert.equal(keyOfLast(), library.key);
  });

  it("uses the sample library without a key, and charges nothing", async () => {
    const tabs = workbench.page.getByRole("tab", { name: /\bads\b/i });
    await workbench.runCommand("Ad Library: Use Sample Library");
    await results().getByText("18 ads, 1 page").first().waitFor();
    await loadedPictures(workbench.explorer(), 6);
    await workbench.statusBar("100 sample credits").waitFor();
    const before = await tabs.count();
    await workbench.call("adLibrary.useSampleLibrary");
    await workbench.statusBar("100 sample credits").waitFor();
    assert.equal(await tabs.count(), before);
    assert.equal(await workbench.offers("Ad Library: Set API Key…"), false);
    assert.equal(await workbench.call("adLibrary.removeApiKey"), undefined);
    await workbench.notification("The sample library is connected. It needs no API key.").waitFor();
    await workbench.clearNotifications();
  });

  it("shows the next page below the first, with its pictures", async () => {
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await results().getByText("36 ads, 2 pages").waitFor();
    await loadedPictures(workbench.explorer(), 24, 19);
  });

  it("follows each theme without reloading, with the same colors as in the page tests", async () => {
    const html = workbench.explorer().locator("html");
    await html.evaluate((element) => element.setAttribute("data-same-page", "yes"));
    for (const { theme, body, page } of themes) {
      await workbench.setTheme(theme);
      await workbench.explorer().locator(`html[data-same-page="yes"] body.${body}`).waitFor();
      // Fonts are the system's.
      const names = Object.keys(pageThemes[page].variables).filter((name) => !name.includes("font-"));
      const real = await html.evaluate(
        ({ style }: HTMLElement, asked) => asked.map((name) => style.getPropertyValue(`--vscode-${name}`)),
        names,
      );
      assert.deepEqual(
        real,
        names.map((name) => pageThemes[page].variables[name]),
      );
    }
  });

  it("keeps compiled code, and has the key in the next session, in a window without a folder", async () => {
    const compiled = join(workbench.dataFolder, "extensions/ad-library-explorer/dist/core.compiled");
    while (!existsSync(compiled)) await delay(100);
    await workbench.change({ "adLibrary.baseUrl": library.url });
    const before = library.paid().length;
    await workbench.page.goto(`${new URL(workbench.page.url()).origin}/?ew=true`, { waitUntil: "commit" });
    await workbench.openView();
    await workbench.runCommand("Ad Library: Check Connection");
    await says(`${tested.named(library.url)}: ${tested.platforms} of 10 platforms work. 0 credits.`);
    assert.equal(keyOfLast(), library.key);
    await press("Escape");
    await workbench.runCommand("Ad Library: Search All Platforms…");
    if (testedVersion === "v1") {
      await workbench.notification("V1 can't search all platforms at once.").waitFor();
      await workbench.runCommand("Ad Library: Search Ads…");
      await workbench.quickPick("Native").click();
      await workbench.answer("", "Search Native (press Enter to search for 100 credits)");
    } else await workbench.answer("", "Search all platforms (press Enter to search for 100 credits)");
    await results().getByText("18 ads, 1 page").first().waitFor();
    assert.deepEqual(
      library
        .paid()
        .slice(before)
        .map(({ target }) => target),
      [tested.search(testedVersion === "v1" ? "native" : "mega")],
    );
    await workbench.runCommand("Ad Library: Save Search…");
    await workbench.answer("Without a folder", "The name to show in the tree");
    await workbench.treeItem("Without a folder").waitFor();
    await workbench.runCommand("Ad Library: Export Results…");
    await says("Export Results (0 credits)");
    await press("Escape");
  });

  it("ticks in its walkthrough what was done, before it was opened as well", async () => {
    await openWalkthrough();
    for (const name of steps) await step(name, "Completed");
  });
});
