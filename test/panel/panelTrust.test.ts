import assert from "node:assert/strict";
import type { Params } from "../../src/protocol/envelope";
import type { SearchQuery } from "../../src/protocol/search";
import { testedVersion } from "../support/apiVersion";
import { PanelPages, type PanelPage, type PanelPageOptions } from "../support/panelPage";

/** What a person must be able to rely on: what was chosen stays, what is offered costs what it says. */
describe("trust in the explorer", function () {
  this.timeout(120_000);
  let pages: PanelPages;
  let panel: PanelPage;
  before(async () => {
    pages = await PanelPages.start();
  });
  after(() => pages.close());
  afterEach(async () => {
    const complaints = await panel.complaints();
    await panel.page.context().close();
    assert.deepEqual(complaints, []);
  });

  const open = async (options?: PanelPageOptions) => {
    panel = await pages.open(options);
    await panel.page.getByRole("form", { name: "Search ads" }).waitFor();
  };
  const button = (name: string) => panel.page.getByRole("button", { name, exact: true });
  const box = (name: string) => panel.page.getByRole("checkbox", { name, exact: true });
  const results = () => panel.page.getByRole("region", { name: "Results" });
  const chips = () => panel.page.getByRole("list", { name: "Active filters" });
  const search = async () => {
    await button("Search, 100 credits").click();
    await results().getByText("18 ads, page 1").waitFor();
  };
  const keysOf = ({ choices }: SearchQuery) =>
    choices.map(({ filter }) => filter).filter((key) => !key.includes("order"));
  const lastAsked = (method: "preview" | "search") =>
    keysOf((panel.host.asked.findLast((one) => one.method === method)!.params as Params<typeof method>).query);

  it("keeps what another choice keeps from being sent, sends what the preview shows, and brings it back", async () => {
    await open();
    await box("Women").click();
    await box("Image").click();
    await box("Only exclusive ads").click();
    await chips()
      .getByRole("button", { name: "Gender Women, not sent together with Only exclusive ads, remove filter" })
      .waitFor();
    assert.equal(await box("Women").getAttribute("aria-checked"), "true");
    await panel.page.getByText("Request preview").click();
    await panel.page.getByRole("region", { name: "JSON body of page 1" }).getByText('"filters": 2').waitFor();
    await search();
    assert.deepEqual(lastAsked("search"), ["exclusive"]);
    assert.deepEqual(lastAsked("preview"), ["exclusive"]);
    assert.equal(await results().getByText("Edited, not applied yet").count(), 0);
    await button("Clear Only exclusive ads to use Gender").click();
    await results().getByText("Edited, not applied yet").waitFor();
    await search();
    assert.deepEqual(lastAsked("search"), ["gender", "media"]);
  });

  it("undoes a reset of all filters", async () => {
    await open();
    await box("Women").click();
    await button("Reset all filters").click();
    await button("Undo the change of filters").click();
    await chips().getByRole("button", { name: "Gender Women, remove filter" }).waitFor();
  });

  if (testedVersion === "v1")
    it("undoes what an action of V1 changed besides", async () => {
      await open();
      await box("Women").click();
      await box("All").click();
      await panel.page.getByText("Gender changed other choices.").waitFor();
      await button("Undo the change of filters").click();
      await chips().getByRole("button", { name: "Gender Women, remove filter" }).waitFor();
    });
});
