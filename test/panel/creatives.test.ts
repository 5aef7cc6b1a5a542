import assert from "node:assert/strict";
import { params } from "../../src/views/panel/params";
import { axeFindings } from "../support/axeFindings";
import { usePanel } from "../support/panelPage";
import { cardAt } from "../support/panelPageAds";
import { HostFailure } from "../support/panelPageHost";

/** Ads in groups, which the lens finds among what is loaded. Nothing of it costs credits. */
describe("the loaded ads by creative", () => {
  const panel = usePanel();
  const { button, results } = panel;
  const table = () => panel.page.getByRole("treegrid", { name: "Creatives of loaded ads" });
  const rows = (level: 1 | 2) => table().getByRole("row", { level });
  const group = async () => {
    await button("Group into creatives, 0 credits").click();
    await table().waitFor();
  };

  it("are one row for each, with what its ads have in common, and open to its ads with the keyboard", async () => {
    await panel.open({ width: 1600, height: 1200 });
    await panel.search();
    await group();
    await results().getByText("12 creatives in 18 ads.").waitFor();
    assert.equal(await rows(1).count(), 12);
    const first = rows(1).first();
    const cells = await first.getByRole("gridcell").allInnerTexts();
    assert.deepEqual(cells.slice(2, 5), ["3", "Text", "33.3K\nmax 18.5K"]);
    assert.equal(await first.getAttribute("aria-expanded"), "false");
    await first.getByRole("gridcell").nth(1).focus();
    await panel.page.keyboard.press("Enter");
    await rows(2).first().waitFor();
    assert.deepEqual([await first.getAttribute("aria-expanded"), await rows(2).count()], ["true", 3]);
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("Space");
    await results().getByText("1 selected").waitFor();
    const boxes = table().getByRole("checkbox");
    assert.equal(await boxes.first().evaluate((box: HTMLInputElement) => box.indeterminate), true);
    await boxes.first().check();
    await results().getByText("3 selected").waitFor();
    const ads = [0, 1, 2].map((at) => rows(2).nth(at).getAttribute("data-key"));
    const keys = await Promise.all(ads);
    await panel.page.keyboard.press("ArrowRight");
    await panel.page.keyboard.press("Enter");
    await rows(2).first().waitFor({ state: "detached" });
    await button("Clear selection").click();
    await first.getByRole("gridcell").nth(1).focus();
    await panel.page.keyboard.press("b");
    const refs = keys.map((key) => ({ platform: "facebook", id: key!.split(":")[1] }));
    assert.deepEqual(await panel.asked("run"), [{ command: "addToBoard", ads: refs }]);
    await boxes.first().check();
    const before = (await panel.asked("lens")).length;
    await button("Split off their creatives").click();
    await panel.asked("lens", before + 1);
    assert.deepEqual(await panel.asked("decideCreatives"), [{ as: "apart", ads: refs }]);
    assert.equal(panel.paid().length, 1);
  });

  it("follow the order, the filters, and the next page", async () => {
    await panel.open({ width: 1600, height: 1200 });
    await panel.search();
    await group();
    const likes = table().getByRole("columnheader", { name: "Likes" });
    await likes.getByRole("button").first().click();
    await likes.and(panel.page.locator('[aria-sort="descending"]')).waitFor();
    assert.match(await rows(1).first().innerText(), /Open an account.*\n.*40\.7K\nmax 21K/s);
    await button("Copy as CSV").click();
    const { text } = params.copyText.parse((await panel.asked("copyText"))[0]);
    assert.ok(typeof text !== "string");
    const [head = [], first = [], ...more] = text;
    assert.match(
      head.join(),
      /^creative,ads,reasons,title,.*,sum\.Comments,max\.Comments,growth\.Comments,sum\.Likes,/,
    );
    assert.match(first.join(), /^facebook:\d+,3,text,.*Open an account.*,40722,20978,,/);
    assert.equal(more.length, 11);
    await button("Filter and sort loaded ads, 0 credits").click();
    await panel.page.locator('input[aria-label="Text in loaded ads"]').fill("Winter");
    await results().getByText("1 creative in 2 ads.").waitFor();
    assert.deepEqual((await panel.asked("lens")).at(-1), { ads: [1, 7].map((at) => cardAt("facebook", at, "").key) });
    await button("Show all loaded ads").click();
    await button("Load next page, 100 credits").click();
    await results().getByText("in 36 ads.").waitFor();
  });

  it("are sorted only by what they have, and ads not by what only creatives have", async () => {
    await panel.open({ width: 1600, height: 1200 });
    await panel.search();
    await button("Filter and sort loaded ads, 0 credits").click();
    const sort = panel.page.getByRole("combobox", { name: "Sort loaded ads" });
    const option = (name: string) => panel.page.getByRole("option", { name, exact: true });
    const chosen = (name: string) => sort.locator(".selected-value").getByText(name, { exact: true }).waitFor();
    await sort.click();
    await option("Days running").click();
    await chosen("Days running");
    await group();
    await chosen("Default order");
    await sort.click();
    await option("Advertiser").waitFor();
    assert.equal(await option("Days running").count(), 0);
    await panel.page.keyboard.press("Escape");
    const ads = table().getByRole("columnheader", { name: "Ads", exact: true });
    await ads.getByRole("button").first().click();
    await chosen("Ads");
    await button("Cards").click();
    await chosen("Default order");
  });

  it("are remembered, and a failure of the archive is shown", async () => {
    await panel.open({ width: 1200 });
    await panel.search();
    await group();
    await panel.page.waitForFunction(() => sessionStorage.getItem("state")?.includes('"layout":"creatives"'));
    panel.host.rows.lens = () => {
      throw new HostFailure({ code: "storage", charge: "none", message: "not readable" });
    };
    await panel.page.reload();
    await panel.page.getByRole("alert").getByText("not readable").waitFor();
    await button("Cards").click();
    await panel.page.getByRole("article").first().waitFor();
  });

  it("are counted in the overview, with what the figures stand on, and where clicks lead", async () => {
    await panel.open({ width: 1200, height: 1200 });
    await panel.search();
    const { lens } = panel.host.rows;
    const url = "https://shop.example/?token=…";
    panel.host.rows.lens = async (...given) => {
      const seen = await lens(...given);
      const lists = { via: ["go.example"], trackers: ["Voluum"], networks: [] };
      const chains = [
        { ad: "a", advertiser: "Nordlauf", urls: ["https://go.example/1", url], landing: "shop.example", ...lists },
      ];
      const domains = [{ landing: "shop.example", ads: 1, advertisers: ["Nordlauf", "Atlas"], ...lists }];
      const edges = [
        { layer: "advertiser", from: "Nordlauf", to: "go.example", ads: 1 } as const,
        { layer: "via", from: "go.example", to: "shop.example", ads: 1 } as const,
      ];
      return {
        ...seen,
        coverage: { ...seen.coverage, details: 1 },
        clicks: { ...seen.clicks, chains, domains, edges },
      };
    };
    await button("Overview of loaded ads, 0 credits").click();
    const advertisers = panel.page.getByRole("figure", { name: /Top advertisers/ });
    await advertisers.getByText("Atlas Travel and 5 more: 3 of 18 ads each (17%).").waitFor();
    // Once, not below each chart.
    await panel.page.getByText(/^Of 18 ads on 1 page of 1 search, .*; the search has more pages\.$/).waitFor();
    const clicks = panel.page.getByRole("figure", { name: /Where the clicks lead/ });
    await clicks.getByText("Based on the details of 1 of 18 ads.").waitFor();
    assert.deepEqual(await clicks.locator("svg text").allTextContents(), ["Nordlauf", "go.example", "shop.example"]);
    await clicks.getByRole("button", { name: "Show as table" }).click();
    const row = clicks.getByRole("row").nth(1);
    assert.deepEqual(await row.locator("th, td").allInnerTexts(), [
      ...["shop.example", "1", "Nordlauf, Atlas", "go.example", "Voluum", "", `https://go.example/1 → ${url}`],
    ]);
    await button("By creatives").click();
    await advertisers.getByText("Blue Harbor Bank and 1 more: 3 of 12 creatives each (25%).").waitFor();
    assert.deepEqual(await axeFindings(panel.page), []);
    await button("By ads").click();
    await advertisers.getByText("3 of 18 ads each").waitFor();
    assert.equal(panel.paid().length, 1);
  });
});
