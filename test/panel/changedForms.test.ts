import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testedVersion } from "../support/apiVersion";
import { changeFilters, usualChange } from "../support/changedFilters";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

/** The service changes a platform's filters while searches with them are bought, saved, and on the screen. */
describe("A form that the service changes", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const explorer = () => workbench.explorer();
  const results = () => explorer().getByRole("region", { name: "Results" });
  const button = (name: string) => explorer().getByRole("button", { name, exact: true });
  const says = (text: string | RegExp) => results().getByText(text).first().waitFor();
  const paid = () => library.paid().length;
  const misfit = "This search no longer fits the platform's filters, so you can't buy more of it.";
  /** What is bought is on the screen, with what no longer fits, and no price is offered for it. */
  const shownButUnfit = async () => {
    await says("18 ads, 1 page");
    await says(misfit);
    await says("os: This platform doesn't have this filter.");
    assert.equal(await button("Load next page, 100 credits").count(), 0);
    assert.equal(await results().getByRole("alert").count(), 0);
  };
  /** Has all forms fetched and compared, for 0 credits. */
  const checkConnection = async () => {
    await workbench.runCommand("Ad Library: Check Connection");
    await workbench.page.locator(".quick-input-widget:visible").getByText("10 of 10 platforms work").waitFor();
    await workbench.page.keyboard.press("Escape");
  };

  before(async function () {
    // Other filters, in other words.
    if (testedVersion === "v1") return this.skip();
    library = await startCountedLibrary();
    workbench = await openWorkbench({ keyring: "lasting", settings: { "adLibrary.baseUrl": library.url } });
    await workbench.connect(library.key);
    await workbench.clearNotifications();
    const body = { os: [1], search_field: [{ type: "text", text: "e" }] };
    await workbench.callAgreed("adLibrary.search", { platform: "facebook", body });
    await says("18 ads, 1 page");
    await workbench.runCommand("Ad Library: Save Search…");
    await workbench.answer("Phones");
    await workbench.treeItem("Phones,").waitFor();
  });
  after(async () => {
    await workbench?.dispose();
    await library?.close();
  });
  afterEach(async function () {
    await workbench?.keepFailure(this.currentTest);
  });

  it("is noticed by a check of the connection, and buys no search with the filters of before", async () => {
    await changeFilters(library, "facebook", usualChange);
    await checkConnection();
    await workbench.treeItem("Facebook changed its filters, 3 removed · 1 added · breaks 1 search").waitFor();
    await button("Search again, 100 credits").click();
    await explorer()
      .getByRole("button", { name: /^os, .*remove filter$/i })
      .waitFor();
    // What is bought can be opened; what can't be sent has no price.
    await button("Show bought results, 0 credits").waitFor();
    await button("Search again, 100 credits").waitFor({ state: "detached" });
    await says("18 ads, 1 page");
    assert.equal(paid(), 1);
    await workbench.screenshot("changed-form-marked");
  });

  it("leaves what is bought open after a reload, marked with what no longer fits", async () => {
    await workbench.stored("adLibrary.explorer", "editors");
    await workbench.load();
    await workbench.openView();
    await shownButUnfit();
    await workbench.screenshot("changed-form-restored");
    assert.equal(paid(), 1);
  });

  for (const [what, row] of [
    ["saved", "Phones,"],
    ["recent", "^e,"],
  ] as const) {
    it(`opens what is bought of a ${what} search, for 0 credits`, async () => {
      await workbench.call("workbench.action.closeAllEditors");
      if (what === "recent") await workbench.treeItem("Recent").click();
      await workbench.page
        .getByRole("treeitem", { name: new RegExp(row) })
        .first()
        .click();
      await shownButUnfit();
      assert.equal(paid(), 1);
    });
  }

  it("looks for the runs of a file that no longer fits, for 0 credits", async () => {
    const body = { os: [1], search_field: [{ type: "text", text: "e" }] };
    const file = { platform: "facebook", name: "Phones of old", body };
    await writeFile(join(workbench.workspace, "old-phones.adsearch.json"), JSON.stringify(file));
    await workbench.chooseFromMenu("Phones of old, Line 1", "Compare With Earlier Run…");
    await workbench.notification("This search doesn't have two runs yet.").waitFor();
    await workbench.clearNotifications();
    assert.equal(paid(), 1);
  });

  it("names a search whose range it narrows, and gives a renamed item one name everywhere", async () => {
    const young = { platform: "facebook", name: "Young", body: { target_age: [18, 24], countries: ["de"] } };
    await writeFile(join(workbench.workspace, "young.adsearch.json"), JSON.stringify(young));
    await workbench.treeItem("Young, Facebook").waitFor();
    await changeFilters(library, "facebook", (filters) =>
      filters.map((filter) => ({
        ...filter,
        ...(filter.key === "target_age" && { min: 30 }),
        ...(filter.items && {
          items: filter.items.map((item) => (item.key === "de" ? { ...item, label: "Deutschland" } : item)),
        }),
      })),
    );
    await workbench.treeItem("Facebook changed its filters").click();
    await checkConnection();
    await workbench.treeItem("Facebook changed its filters").filter({ hasText: "breaks 1 search" }).waitFor();
    await workbench.treeItem("Young, 18 is out of range").waitFor();
    await workbench.screenshot("changed-form-bounds");
    assert.equal(paid(), 1);
  });
});
