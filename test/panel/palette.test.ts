import assert from "node:assert/strict";
import { tested, testedVersion } from "../support/apiVersion";
import { untilConnected } from "../support/connecting";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("The palette of a connected library", function () {
  // A whole workbench is slow to start on a busy machine.
  this.timeout(180_000);
  let library: CountedLibrary;
  let workbench: Workbench;
  const widget = () => workbench.page.locator(".quick-input-widget:visible");
  const says = (text: string) => widget().getByText(text).first().waitFor();
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const paid = () => library.paid().length;
  const bodies = () => library.paid().map(({ body }) => body);

  before(async () => {
    library = await startCountedLibrary();
    workbench = await openWorkbench();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.isFailed()) await workbench.screenshot(`palette-${currentTest.title.slice(0, 20).trim()}`);
  });

  it("says what is wrong with a base URL and with a key, and connects with good ones", async () => {
    await workbench.openView();
    await workbench.runCommand("Ad Library: Connect…");
    await workbench.answer("http://ads.example", "Base URL of the Ad Library Search API");
    await says("http:// would send the key unprotected");
    await workbench.answer(library.url);
    await workbench.answer("two words", "API Key for");
    await says("A key has no spaces or line breaks inside");
    await workbench.answer("wrong-key");
    await says("The library refused the request");
    assert.equal(await workbench.treeItem("Facebook").count(), 0);
    await workbench.answer(library.key);
    await untilConnected(workbench, library);
    await workbench.treeItem("Facebook").waitFor();
    assert.equal(paid(), 0);
  });

  it("searches in two steps, with a way back and the price on the last", async () => {
    await workbench.runCommand("Ad Library: Search Ads…");
    await workbench.quickPick("Reddit").click();
    await says("Search Reddit (Enter searches: 100 credits)");
    await widget().getByRole("button", { name: "Back" }).click();
    await workbench.quickPick("Native").click();
    await workbench.answer("coffee", "Search Native (Enter searches: 100 credits)");
    await results()
      .getByText(/^\d+ ads, page 1$/)
      .first()
      .waitFor();
    assert.equal(paid(), 1);
    assert.equal(library.paid()[0]!.target, tested.search("native"));
    assert.match(bodies()[0]!, /"coffee"/);
  });

  it("offers a returning user the last platform and what was searched there, and pays nothing twice", async () => {
    await workbench.runCommand("Ad Library: Search Ads…");
    await workbench.quickPick("Native").waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.quickPick("history, coffee").waitFor();
    await workbench.page.keyboard.press("Enter");
    await results().getByText("0 credits").first().waitFor();
    assert.equal(paid(), 1);
  });

  it("searches all platforms without asking for one, and says so where V1 has no such search", async () => {
    const before = paid();
    await workbench.runCommand("Ad Library: Search All Platforms…");
    if (testedVersion === "v1") {
      await workbench.notification("V1 has no search over all platforms at once.").waitFor();
      assert.equal(paid(), before);
      return;
    }
    await workbench.answer("", "Search All platforms (Enter searches: 100 credits)");
    await results().getByText("18 ads, page 1").first().waitFor();
    assert.equal(paid(), before + 1);
    assert.equal(library.paid().at(-1)!.target, tested.search("mega"));
  });
});
