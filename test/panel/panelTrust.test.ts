import assert from "node:assert/strict";
import type { Params } from "../../src/protocol/envelope";
import type { SearchQuery } from "../../src/protocol/search";
import { testedVersion } from "../support/apiVersion";
import { HostFailure, sampleStart } from "../support/panelPageHost";
import { usePanel } from "../support/panelPage";

/** What a person must be able to rely on: what was chosen stays, what is offered costs what it says. */
describe("trust in the explorer", function () {
  const panel = usePanel();
  const { open, button, results, search, paid } = panel;
  const box = (name: string) => panel.page.getByRole("checkbox", { name, exact: true });
  const chips = () => panel.page.getByRole("list", { name: "Active filters" });
  const keysOf = ({ choices }: SearchQuery) =>
    choices.map(({ filter }) => filter).filter((key) => !key.includes("order"));
  const lastAsked = (method: "preview" | "search") =>
    keysOf((panel.host.asked.findLast((one) => one.method === method)!.params as Params<typeof method>).query);

  it("keeps displaced choices, sends what the preview shows, restores them, and disables what another filter excludes", async () => {
    await open();
    await box("Women").click();
    await box("Image").click();
    await box("Only exclusive ads").click();
    await chips()
      .getByRole("button", { name: "Gender Women, not sent with Only exclusive ads, remove filter" })
      .waitFor();
    assert.equal(await box("Women").getAttribute("aria-checked"), "true");
    await panel.page.getByText("Request preview").click();
    // The preview of a choice before has two filters as well.
    const isPreviewed = () =>
      panel.host.asked.some(
        ({ method, params }) =>
          method === "preview" && keysOf((params as Params<"preview">).query).join() === "exclusive",
      );
    while (!isPreviewed()) await new Promise(setImmediate);
    await panel.page.getByRole("region", { name: "JSON body of page 1" }).getByText('"filters": 2').waitFor();
    await search();
    assert.deepEqual(lastAsked("search"), ["exclusive"]);
    assert.deepEqual(lastAsked("preview"), ["exclusive"]);
    assert.equal(await results().getByText("Edited, not applied yet").count(), 0);
    await button("Clear Only exclusive ads to use Gender").click();
    await results().getByText("Edited, not applied yet").waitFor();
    await search();
    assert.deepEqual(lastAsked("search"), ["gender", "media"]);
    await button("Reset all filters").click();
    await box("Only exclusive ads").click();
    const gender = panel.page.getByRole("group", { name: "Gender", exact: true });
    await gender.getByText("Can't be combined with Only exclusive ads.").waitFor();
    assert.ok(await box("Women").isDisabled());
  });

  it("keeps another library's ads on the screen without prices, and enters their search here", async () => {
    await open({
      prepare: ({ rows }) => {
        rows.fit = ({ query }) => ({
          query: { ...query, choices: query.choices.filter(({ filter }) => filter !== "media") },
          left: [{ filter: "media", code: "unknownFilter", message: "This platform doesn't have this filter." }],
        });
      },
    });
    await box("Women").click();
    await box("Image").click();
    await search();
    const value = {
      kind: "service",
      origin: "https://ads.example",
      hasKey: true,
      library: "https://ads.example",
    } as const;
    await panel.push({ kind: "fact", fact: "connectionChanged", value });
    await results().getByText("From Sample library").waitFor();
    await results().getByRole("article").first().waitFor();
    assert.equal(
      await results()
        .getByRole("button", { name: /[1-9]\d* credits/ })
        .count(),
      0,
    );
    assert.equal(await chips().getByText("Women").count(), 0);
    await button("Use these filters").click();
    await chips().getByText("Women").waitFor();
    await panel.page.getByText("Media: This platform doesn't have this filter.").waitFor();
    assert.equal(paid().length, 1);
    await search();
    assert.equal(await results().getByText("From Sample library").count(), 0);
    assert.deepEqual(
      paid().map(({ params }) => (params as { library?: string }).library),
      [testedVersion === "v1" ? "sample: v1" : "sample:", "https://ads.example"],
    );
  });

  it("updates prices when something becomes bought elsewhere", async () => {
    await open();
    await search();
    await button("Load next page, 100 credits").waitFor();
    panel.host.rows.boughtNow = () => ({ boughtDetails: ["facebook:9007199254740993"], nextBought: true });
    await panel.push({ kind: "fact", fact: "boughtChanged", value: true });
    await button("Load next page, 0 credits").waitFor();
    await button("Details, bought").waitFor();
    panel.host.rows.boughtNow = () => ({ boughtDetails: [] });
    await panel.push({ kind: "fact", fact: "boughtChanged", value: true });
    await button("Load next page, 100 credits").waitFor();
    assert.equal(await button("Details, bought").count(), 0);
  });

  it("names the action of each failure, copies its details for a bug report, and drops it when such an action succeeds", async () => {
    await open();
    await search();
    const { rows, asked } = panel.host;
    const { search: answer } = rows;
    const fail = () => {
      throw new HostFailure({
        ...{ code: "timeout", charge: "unknown", message: "No answer in time.", next: "tryAgain" },
        ...{ at: "2026-11-20T10:00:00.000Z", request: "POST https://ads.example/v2/ads/native/search", status: 503 },
      });
    };
    Object.assign(rows, { search: fail, adDetail: fail });
    await button("Search, 100 credits").click();
    await button("Try the search again, 100 credits").waitFor();
    await button("Copy details").click();
    const copied = () => asked.find(({ method }) => method === "copyText")?.params as { text: string };
    while (!copied()) await panel.page.evaluate(() => new Promise(requestAnimationFrame));
    assert.match(copied().text, /^No answer in time\.\nTime: 2026.*\nRequest: POST https.*search\nHTTP status: 503\n/);
    await button("Details, 100 credits").first().click();
    await button("Try the details again, 100 credits").waitFor();
    rows.copyText = fail;
    await button("Show filters").click();
    await panel.page.getByText("Request preview").click();
    await button("Copy JSON").click();
    const alert = (text: string) => panel.page.getByRole("alert").filter({ hasText: text });
    for (const act of ["Search: No answer", "Details of “Fresh roasted", "Copy: No answer"]) await alert(act).waitFor();
    rows.copyText = () => undefined;
    await button("Copy JSON").click();
    await alert("Copy:").waitFor({ state: "detached" });
    // It says which search it repeats once the form has another one.
    const words = panel.page.getByRole("textbox", { name: /, text$/ }).first();
    await words.fill("edited");
    await words.press("Tab");
    await button("Try the search again without your edits, 100 credits").waitFor();
    await button("Reset all filters").click();
    rows.search = answer;
    await button("Try the search again, 100 credits").click();
    await alert("Search:").waitFor({ state: "detached" });
    // Nothing of it can be tried again where another library is connected.
    await button("Details, 100 credits").first().click();
    await button("Try the details again, 100 credits").waitFor();
    rows.search = fail;
    // By keyboard: the list gets narrower beside the details, and the button moves.
    await button("Load next page, 100 credits").press("Enter");
    await button("Try page 2 again, 100 credits").waitFor();
    const other = { ...sampleStart.connection, library: "https://ads.example" };
    await panel.push({ kind: "fact", fact: "connectionChanged", value: other });
    await button(/^Try /).first().waitFor({ state: "detached" });
    for (const act of ["Search: No answer", "Details of “Fresh roasted"]) await alert(act).waitFor();
    assert.equal(await button(/^Try /).count(), 0);
  });

  it("says why a filter offers nothing, and reloads its items for 0 credits", async () => {
    await open({
      prepare: ({ rows }) => {
        const { open: answer, filterItems } = rows;
        rows.open = async (asked, signal) => {
          const start = await answer(asked, signal);
          const form = start.form!;
          const filters = form.filters.map((filter) =>
            filter.key === "hologram"
              ? { ...filter, componentName: "" }
              : filter.key === "gender"
                ? { ...filter, items: [] }
                : filter,
          );
          return { ...start, form: { ...form, filters } };
        };
        let asks = 0;
        rows.filterItems = (asked, signal) => {
          asks += 1;
          if (asks === 1) throw new HostFailure({ code: "timeout", charge: "none", message: "No answer in time." });
          return asks === 2 ? [] : filterItems(asked, signal);
        };
      },
    });
    const field = (name: string) => panel.page.getByRole("group", { name, exact: true });
    await field("Hologram").getByText("doesn't say what kind of filter this is").waitFor();
    await field("Gender").getByText("sent no options").waitFor();
    await panel.page.getByRole("combobox", { name: "Interests" }).click();
    await panel.page.getByText("No answer in time.").waitFor();
    await button("Load the items again, 0 credits").click();
    await panel.page.getByText("The service sent no items.").waitFor();
    await button("Load the items again, 0 credits").click();
    await panel.page.getByRole("option").first().waitFor();
    await field("Gender").getByRole("button", { name: "Load the filters again, 0 credits" }).click();
    await box("Women").waitFor();
    assert.equal((panel.host.asked.findLast(({ method }) => method === "form")!.params as Params<"form">).anew, true);
    assert.equal(paid().length, 0);
  });

  it("opens another library's search as far as it fits, lists the rest, and undoes a reset of all filters", async () => {
    await open();
    const gender = { kind: "items", items: [{ key: "1", label: "Women" }] } as const;
    const query = { platform: "facebook", choices: [{ filter: "gender", value: gender }] } as const;
    const left = [{ filter: "os", code: "unknownFilter", message: "This platform doesn't have this filter." }] as const;
    await panel.push({ kind: "fact", fact: "handover", value: { query, left, run: false } });
    await panel.page.getByText("Os: This platform doesn't have this filter.").waitFor();
    const chip = chips().getByRole("button", { name: "Gender Women, remove filter" });
    await chip.waitFor();
    await button("Dismiss list of removed parts").click();
    assert.equal(await panel.page.getByText("This platform doesn't have this filter.").count(), 0);
    await button("Reset all filters").click();
    await chip.waitFor({ state: "detached" });
    await button("Undo filter change").click();
    await chip.waitFor();
  });

  if (testedVersion === "v1")
    it("undoes side effects of a V1 action", async () => {
      await open();
      await box("Women").click();
      await box("All").click();
      await panel.page.getByText("Gender changed other selections.").waitFor();
      await button("Undo filter change").click();
      await chips().getByRole("button", { name: "Gender Women, remove filter" }).waitFor();
    });
});
