import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { failed } from "../support/misbehavingReplies";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("A key that works only with V1", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const widget = () => workbench.page.locator(".quick-input-widget:visible");
  const targets = () => library.requests.map(({ method, target }) => `${method} ${target}`);
  const form = () => workbench.explorer().getByRole("form", { name: "Search ads" });
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });

  before(async () => {
    library = await startCountedLibrary();
    const notForV2 = failed(1004, "This API key is not enabled for V2.");
    library.behave((exchange) => (exchange.seen.target.startsWith("/v2/") ? notForV2 : library.usual)(exchange));
    workbench = await openWorkbench();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  it("is recognized with free requests, V2 first, and V1 is offered", async () => {
    await workbench.openView();
    await workbench.runCommand("Ad Library: Connect…");
    await workbench.answer(library.url, "Base URL of the Ad Library Search API");
    await workbench.answer(library.key, "API Key for");
    await widget().getByText("works with V1").first().waitFor();
    assert.deepEqual(targets(), [
      "GET /v2/ads/native/filters",
      "GET /v2/ads/facebook/filters",
      "GET /v2/ads/mega/filters",
      "GET /v1/filters/native/search",
    ]);
    await workbench.quickPick("Enter another key").click();
    await workbench.answer(library.key, "API Key for");
    await workbench.quickPick("Connect with V1").click();
    await workbench.notification(`Connected to ${library.url} with V1.`).waitFor();
    assert.equal(library.paid().length, 0);
  });

  it("fills the tree, which says what V1 lacks", async () => {
    await workbench.page.getByRole("treeitem", { name: "All platforms, Not available in V1" }).waitFor();
    assert.equal(await workbench.page.getByRole("treeitem").count(), 10);
    await workbench.treeItem("All platforms").click();
    await form().getByText("V1 can't search all platforms at once.").waitFor();
    assert.equal(library.paid().length, 0);
    assert.ok(!targets().includes("GET /v1/filters/mega/search"));
  });

  it("searches and opens details with V1 only", async () => {
    const before = library.requests.length;
    await workbench.treeItem("Meta").click();
    const search = workbench.explorer().getByRole("button", { name: "Search, 100 credits" });
    await search.and(workbench.explorer().locator(":not([disabled])")).click();
    await results().getByText("18 ads, 1 page").waitFor();
    await results().getByRole("button", { name: "Details, 100 credits" }).first().click();
    const details = workbench.explorer().getByRole("region", { name: "Ad details" });
    await details.getByRole("heading", { name: "Site technologies V1 only" }).waitFor();
    await details.getByText("Registration expires").waitFor();
    assert.equal(library.paid().length, 2);
    assert.ok(library.requests.slice(before).every(({ target }) => target.startsWith("/v1/")));
  });

  it("loads page 2 of the same snapshot, and owns the detail", async () => {
    await workbench.explorer().getByRole("button", { name: "Close details" }).click();
    await results().getByRole("button", { name: "Details, bought" }).first().waitFor();
    await results().getByRole("button", { name: "Load next page, 100 credits" }).click();
    await results().getByText("36 ads, 2 pages").waitFor();
    const bodies = library.paid().map(({ body }) => body);
    assert.match(bodies.at(-1)!, /"page":2,"last_hit":\d+/);
    assert.equal(bodies.length, 3);
  });

  it("exports loaded ads as V1 sent them, for 0 credits", async () => {
    const file = join(workbench.workspace, "loaded.json");
    await workbench.call("adLibrary.exportResults", { file });
    const exported = JSON.parse(await readFile(file, "utf8")) as {
      readonly about: { readonly api_version: string };
      readonly ads: readonly unknown[];
    };
    assert.equal(exported.about.api_version, "v1");
    assert.equal(exported.ads.length, 36);
    assert.equal(library.paid().length, 3);
  });

  it("saves the search, and shows it in the next window for 0 credits", async () => {
    await workbench.call("adLibrary.saveSearch", { name: "Kept with V1" });
    await workbench.treeItem("Kept with V1").filter({ hasText: "bought, 2 pages" }).waitFor();
    await workbench.load();
    await workbench.openView();
    await workbench.treeItem("Kept with V1").click();
    await results().getByText("36 ads, 2 pages").first().waitFor();
    assert.equal(library.paid().length, 3);
  });
});
