import assert from "node:assert/strict";
import { testedVersion } from "../support/apiVersion";
import { useWorkbench } from "../support/useWorkbench";

/** What the request says of the controls that are operated below, in each version of the service. */
const filters = {
  search_field: [{ type: "owner_name", text: "a" }],
  gender: [1],
  features: [2],
  verified_owner: [true],
  countries: ["de"],
  interests: [6003000002466],
  owner_categories: [2201],
  call_to_action: ["shop_now"],
  engagement: [10, 40000],
  impressions: [5, 100000],
  seen_between: ["2026-01-02", "2026-11-20"],
};
const bodies = {
  v2: { ...filters, advanced_order: { orderby: "engagement", order: "asc" }, page: 1 },
  v1: { ...filters, orderby: "popularity", page: 1 },
};

/** Each component of the contract once, in the words of the sample library's forms. */
describe("Every control of the form, in VS Code", () => {
  const size = { width: 1440, height: 1100 };
  const workbench = useWorkbench(() => ({ settings: { "adLibrary.baseUrl": "sample:" }, size }));
  before(() => workbench.openView());

  const explorer = () => workbench.explorer();
  const form = () => explorer().getByRole("form", { name: "Search ads" });
  const results = () => explorer().getByRole("region", { name: "Results" });
  const group = (name: string) => form().getByRole("group", { name, exact: true });
  const chip = (text: string) => form().getByRole("button", { name: `${text}, remove filter`, exact: true });
  const check = (name: string) => form().getByRole("checkbox", { name, exact: true });
  const field = (name: string) => form().locator(`input[aria-label="${name}"]`);

  const open = async (platform: string) => {
    await workbench.treeItem(platform).click();
    const chosen = { name: platform, exact: true, selected: true, includeHidden: true } as const;
    await explorer().getByRole("option", chosen).waitFor({ state: "attached" });
    // Fields that are still to come would move it.
    await form().locator(".control-to-come").first().waitFor({ state: "detached" });
    await form().getByText("Request preview").click();
  };
  /** Out of a list that is opened, or searched by typing. */
  const choose = async (control: string, item: string, typed?: string) => {
    const box = form().getByRole("combobox", { name: control, exact: true });
    await box.click();
    if (typed !== undefined) await box.fill(typed);
    await explorer().getByRole("option", { name: item, exact: true }).first().click();
    // A list of several stays open.
    if (typed !== undefined) await box.press("Escape");
  };
  const remove = async (text: string) => {
    await chip(text).click();
    await chip(text).waitFor({ state: "detached" });
  };
  /** The request as the preview has it, once it contains a text. */
  const request = async (part: string) => {
    const body = explorer().getByRole("region", { name: "JSON body of page 1" });
    await body.getByText(part).waitFor();
    return JSON.parse((await body.textContent()) ?? "") as unknown;
  };
  /** The request of the preview's *Copy as cURL*. */
  const copied = async () => {
    await workbench.page.evaluate(() => navigator.clipboard.writeText(""));
    await form().getByRole("button", { name: "Copy as cURL" }).click();
    const body = /--data-raw '(.*)'$/.exec(await workbench.copied("curl "))?.[1] ?? "";
    return JSON.parse(body) as unknown;
  };
  /** The sample library refuses what it does not know: a page of ads is its word that the request is right. */
  const search = async () => {
    await form().getByRole("button", { name: "Search, 100 credits" }).click();
    await results()
      .getByText(/^\d+ ads?, 1 page$/)
      .waitFor();
    assert.equal(await explorer().getByRole("alert").count(), 0);
  };

  it("writes each choice into a request that the service accepts", async () => {
    await open("Facebook");
    for (const range of ["Days running 1 – 365", "Age 13 – 65"]) await remove(range);
    await choose("Keyword, where to look", "Advertiser");
    await field("Keyword, text").fill("a");
    await choose("Sort by", testedVersion === "v1" ? "Popularity" : "Engagement");
    if (testedVersion === "v2") await choose("Sort by, direction", "Ascending");
    for (const name of ["Women", "Coupon", "Verified owner"]) await check(name).click();
    await choose("Country", "Germany", "ger");
    await choose("Interests", "Skincare communities", "skincare com");
    await choose("Page category", "Cosmetics shop", "cosmetics sh");
    await choose("Button", "Shop now", "shop");
    await field("Engagement, from").fill("10");
    await field("Engagement, to").fill("40000");
    await field("Impressions, from").fill("5");
    await field("Seen between, from").fill("2026-01-02");
    await field("Seen between, to").fill("2026-11-20");
    assert.deepEqual(await request("2026-11-20"), bodies[testedVersion]);
    await chip("Interests Skincare communities").waitFor();
    await search();
  });

  it("offers single choices and yes or no, and says what it can't show", async () => {
    await open("TikTok");
    await choose("Button", "Shop now");
    await form().getByRole("radio", { name: "Running" }).click();
    await group("Dominant color")
      .getByText("This kind of filter is not supported (SwatchPicker), so it is never sent.")
      .waitFor();
    const asked = await request("active");
    const body = JSON.stringify(asked);
    assert.match(body, /"call_to_action":\["shop_now"\]/);
    assert.match(body, /"active":\[1\]/);
    assert.deepEqual(await copied(), asked);
    await search();
  });

  it("finds an item that only the service has", async () => {
    await open("YouTube");
    await choose("Advertiser", "Velava Wear", "velava");
    await chip("Advertiser Velava Wear").waitFor();
    await search();
    const cards = await results().getByRole("article").allInnerTexts();
    assert.ok(cards.length > 0 && cards.every((card) => card.includes("Velava Wear")), cards.join());
  });
});
