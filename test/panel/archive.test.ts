import assert from "node:assert/strict";
import { adFields } from "../../src/protocol/adFields";
import { params } from "../../src/views/panel/params";
import { axeFindings } from "../support/axeFindings";
import { variants } from "../support/long";
import { usePanel, type PanelPageOptions } from "../support/panelPage";
import { cardAt } from "../support/panelPageAds";
import { HostFailure, sampleStart, type HostRows } from "../support/panelPageHost";
import { resize } from "../support/vscode/browser.mjs";

const themes = ["dark", "light", "hc-dark"] as const;
const looks = variants(
  themes.map((theme, at) => [theme, [500, 1400][at % 2]!] as const),
  themes.flatMap((theme) => [500, 1400].map((width) => [theme, width] as const)),
);

/** What is bought, in its own panel: nothing of it costs anything. */
describe("the archive's panel", () => {
  const panel = usePanel();
  const { button, results } = panel;
  const table = () => panel.page.getByRole("grid", { name: "Loaded ads" });
  const head = (name: string) => table().getByRole("columnheader", { name, exact: true });
  const advertiser = () => panel.page.getByRole("textbox", { name: "Advertiser" });
  const select = (at: number) =>
    panel.page
      .getByRole("checkbox", { name: /^Select / })
      .nth(at)
      .check();
  /** The page's own memory, once it says something. */
  const remembered = (part: string) =>
    panel.page.waitForFunction((text) => sessionStorage.getItem("state")?.includes(text), part);
  const failing = (message: string) => () => {
    throw new HostFailure({ code: "storage", charge: "none", message, at: "2026-11-25T10:00:00Z" });
  };

  /** The archive's panel with 40 ads of all platforms, of which it gives 20 at a time. */
  const openArchive = async (options: PanelPageOptions = {}, prepare?: (rows: HostRows) => void) => {
    await panel.show({
      ...options,
      panel: "archive",
      prepare: ({ rows }) => {
        prepare?.(rows);
        rows.openArchive = (asked) => ({
          ...params.openArchive.parse(asked),
          panel: sampleStart,
          statNames: ["Likes"],
          size: { bytes: 41_000, ads: 40, pages: 3, details: 0, removed: 0 },
        });
        rows.searchArchive = ({ criteria, after = "0" }) => {
          const from = Number(after);
          const all = Array.from({ length: 40 }, (_, at) => cardAt("mega", at, "https://pictures.invalid"));
          const found = all.filter(({ owner }) => (owner?.name ?? "").startsWith(criteria.advertiser ?? ""));
          return {
            ads: found.slice(from, from + 20).map((card) => ({ card, fetchedAt: new Date().toISOString() })),
            ...(found.length > from + 20 && { next: String(from + 20) }),
            boughtDetails: [],
          };
        };
      },
    });
    await panel.page.getByRole("article").first().waitFor();
  };

  it("shows everything bought of an advertiser, joins and separates advertisers, and says what is new of them", async () => {
    const owner = { platform: "facebook", id: "12", name: "Nordlicht Coffee" } as const;
    const other = { platform: "tiktok", id: "77", name: owner.name } as const;
    let compared = 1;
    const runs = { before: "2026-11-18T10:00:00Z", checked: "2026-11-25T10:00:00Z", search: "coffee" };
    await openArchive({ width: 1400 }, (rows) => {
      const { advertiser } = rows;
      rows.advertiser = async (asked, signal) => {
        const view = await advertiser(asked, signal);
        const ads = Array.from({ length: 31 }, (_, at) => ({ ...view.ads[0]!, ad: `facebook:${at}` }));
        return { ...view, ads };
      };
      rows.advertiserNews = () => ({
        ...{ searches: 2, compared },
        ads: [
          { ad: "facebook:1", title: "Fresh beans", state: "launched", daysRunning: 3, ...runs },
          { ad: "facebook:2", title: "Old beans", state: "absent", ...runs },
        ],
      });
    });
    const { page } = panel;
    await page.getByRole("article").first().getByRole("button", { name: owner.name }).first().click();
    await page.getByRole("menuitem", { name: "All bought ads of “Nordlicht Coffee”, 0 credits" }).click();
    const overview = page.getByRole("region", { name: "Advertiser", exact: true });
    await overview.getByRole("heading", { name: /^Nordlicht Coffee\s*Facebook · 12$/ }).waitFor();
    await overview
      .getByText(/^\d ads in 2 searches, .* 1 search stopped before its end, so it may have more ads\.$/)
      .waitFor();
    await overview.getByText("Not seen in your searches on YouTube.").waitFor();
    await overview.getByText("Not covered, because you bought no search there: Reddit.").waitFor();
    await overview.getByRole("figure", { name: /^Countries/ }).waitFor();
    const values = (name: string) => overview.getByRole("region", { name: `Values of ${name}` });
    await values("Searches it was seen in").getByRole("rowheader", { name: "coffee", exact: true }).waitFor();
    const changes = values("Since the run before");
    await changes.getByRole("row", { name: /^Old beans Absent coffee/ }).waitFor();
    await changes.getByRole("row", { name: /^Fresh beans Launched · Running 3 days coffee/ }).waitFor();
    await overview.getByText("1 more is in the table.").waitFor();
    await overview.getByText("1 launched, 0 first seen, 1 absent, 0 not covered").waitFor();
    await overview.getByText("Of its 2 searches, only 1 could be compared: no other has a second run.").waitFor();
    for (const [theme, width] of looks) {
      await panel.setTheme(theme);
      await resize(page, width);
      // The name of a button of the toolbar lacks its visible text.
      const findings = (await axeFindings(page)).filter((text) => !text.includes("Group by creative"));
      assert.deepEqual(findings, [], `${theme}, ${width} px`);
      assert.ok((await overview.getByRole("figure", { name: /^Ads/ }).locator(".strip-track").count()) > 1);
    }
    const before = (await panel.asked("searchArchive")).length;
    compared = 2;
    await button("Same Advertiser: count Nordlicht Coffee (TikTok) here, 0 credits").press("Enter");
    await page.getByText("Joined by you, counted here").waitFor();
    await overview.getByText("Each of its 2 searches was compared.").waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H2");
    // The list has its ads, too.
    await panel.asked("searchArchive", before + 1);
    await button("Separate Nordlicht Coffee (TikTok), 0 credits").press("Enter");
    await page.getByText("Probably the same, not counted here").waitFor();
    assert.deepEqual(await panel.asked("joinAdvertisers"), [
      { owners: [owner, other], joined: true },
      { owners: [other], joined: false },
    ]);
    await button("Advertiser Nordlicht Coffee (Facebook), remove filter").waitFor();
    await page.locator(".results-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator('article[aria-posinset="20"]').waitFor();
    await button("Watch on Facebook…").click();
    await button("Open the form of Reddit with this name, 0 credits").click();
    await button("Nordlicht Coffee (TikTok), 4 ads, same name and domain").press("Enter");
    await page.getByRole("heading", { name: /TikTok · 77$/ }).waitFor();
    assert.deepEqual(await panel.asked("searchAdvertiser"), [
      { platform: "facebook", name: owner.name, watch: true },
      { platform: "reddit", name: owner.name },
    ]);
    await remembered('"archive":{"owner":{"platform":"tiktok","id":"77","name":"Nordlicht Coffee"}}');
    await button("Reset all filters").click();
    await overview.waitFor({ state: "detached" });
    assert.equal(panel.paid().length, 0);
  });

  it("offers table, creatives, order, overview, selection, comparison, export, and reset", async () => {
    await openArchive({ width: 1600 });
    const { page } = panel;
    await results().getByText("The newest 20 ads").waitFor();
    await button("Show all, 0 credits").click();
    await results().getByText("40 ads", { exact: true }).waitFor();
    // What is bought is looked at again and again: a day says more than "1 hours ago".
    assert.match(await page.locator(".card-seen").first().innerText(), /\d{4}/);
    await button("Group into creatives, 0 credits").click();
    await results().getByText("21 creatives in 40 ads.").waitFor();
    const all = Array.from({ length: 40 }, (_, at) => cardAt("mega", at, "").key);
    assert.deepEqual(await panel.asked("lens"), [{ ads: all }]);
    const creatives = page.getByRole("treegrid", { name: "Creatives of loaded ads" });
    assert.match(await creatives.getByRole("row", { level: 1 }).first().innerText(), /6 ads/);
    await button("Table").click();
    await head("Fetched").waitFor();
    await head("Likes").getByRole("button").click();
    await head("Likes").and(page.locator('[aria-sort="descending"]')).waitFor();
    assert.match(await table().locator("tbody tr[data-key]").first().innerText(), /49.4K/);
    for (const at of [0, 1]) await select(at);
    await button("Export selected, 0 credits…").click();
    await button("Side by side").click();
    await page.getByRole("group", { name: "Ads side by side" }).waitFor();
    await button("Overview of loaded ads, 0 credits").click();
    await page.getByRole("figure", { name: /Platforms/ }).waitFor();
    await button("Cards").click();
    await button("Nordlicht Coffee").first().click();
    await page.getByRole("menuitem", { name: /^Find “Nordlicht/ }).click();
    await results().getByText("7 ads", { exact: true }).waitFor();
    await button("Advertiser Nordlicht Coffee, remove filter").waitFor();
    await button("Export loaded ads, 0 credits…").click();
    await button("Reset all filters").click();
    await results().getByText("The newest 20 ads").waitFor();
    const saved = (await panel.asked("saveTable", 2)).map((asked) => params.saveTable.parse(asked));
    assert.deepEqual(
      saved.map(({ rows }) => rows.length - 1),
      [2, 7],
    );
    const [first, second, ...more] = saved[1]!.rows;
    const named = ["stat.likes", "stat.comments", "stat.shares", "meta.regions", "meta.days_running"];
    assert.deepEqual(first, [...adFields.map(({ name }) => name), ...named]);
    assert.match(second!.join(), /,\d{4}-\d\d-\d\dT[\d:.]+Z,/);
    assert.ok(second!.includes("Nordlicht Coffee") && more.flat().includes("9007199254740995"), more.join());
    assert.equal(panel.paid().length, 0);
  });

  it("filters the loaded ads by a value of a list", async () => {
    await openArchive({ width: 1600 });
    const { page } = panel;
    await button("Filter and sort loaded ads, 0 credits").click();
    await page.getByRole("combobox", { name: "Platform of loaded ads" }).click();
    await page
      .getByRole("listbox", { name: "Platform of loaded ads" })
      .getByRole("option", { name: /^Facebook \(3\)$/ })
      .click();
    await results().getByText("3 shown").waitFor();
    await page.locator('article[aria-setsize="3"]').first().waitFor();
  });

  it("begins another search with nothing selected, and not side by side", async () => {
    await openArchive({ width: 1600 });
    const { page } = panel;
    for (const at of [0, 1]) await select(at);
    await button("Side by side").click();
    const beside = page.getByRole("group", { name: "Ads side by side" });
    await beside.waitFor();
    await advertiser().fill("Fjord");
    await beside.waitFor({ state: "detached" });
    await results().getByText("7 ads", { exact: true }).waitFor();
    await select(0);
    await page.getByText("1 selected", { exact: true }).waitFor();
    await page.keyboard.press("b");
    const [asked] = await panel.asked("run");
    const { command, ads } = params.run.parse(asked);
    assert.deepEqual([command, ads?.length], ["addToBoard", 1]);
  });

  it("has the price of each ad's details, whenever and wherever they were bought", async () => {
    await openArchive({ width: 1600 });
    const { rows } = panel.host;
    const late = panel.host.hold("adDetail");
    const unbought = results().getByRole("button", { name: "Details, 100 credits" });
    const bought = results().getByRole("button", { name: "Details, bought" });
    await unbought.first().click();
    await panel.asked("adDetail");
    await unbought.nth(1).click();
    await bought.first().waitFor();
    late();
    await bought.nth(1).waitFor();
    const elsewhere = async (boughtDetails: readonly string[]) => {
      rows.boughtNow = () => ({ boughtDetails });
      await panel.push({ kind: "fact", fact: "boughtChanged", value: true });
    };
    await elsewhere([0, 1, 2].map((at) => cardAt("mega", at, "").key));
    await bought.nth(2).waitFor();
    await elsewhere([cardAt("mega", 0, "").key]);
    await bought.nth(1).waitFor({ state: "detached" });
    assert.equal(await bought.count(), 1);
    assert.equal(panel.paid().length, 2);
  });

  it("finds as many ads anew once everything is indexed", async () => {
    await openArchive({ width: 1600 });
    await results().getByText("Archive: 40 ads, 3 pages, 0 details, 41 kB").waitFor();
    const { rows } = panel.host;
    let indexing = true;
    rows.searchArchive = ({ after = "0" }) => {
      const [from, of] = [Number(after), indexing ? 40 : 70];
      const places = Array.from({ length: of }, (_, at) => of - at).slice(from, from + 20);
      return {
        ads: places.map((at) => ({
          card: cardAt("facebook", at, "https://pictures.invalid"),
          fetchedAt: "2026-11-20T10:00:00Z",
        })),
        ...(of > from + 20 && { next: String(from + 20) }),
        boughtDetails: [],
        ...(indexing && { indexed: { done: 120, of: 3000 } }),
      };
    };
    await advertiser().fill("Fjord");
    const partial = results().getByText("Indexing: 120 of 3,000 answers. More ads may match.");
    await partial.waitFor();
    await button("Show more, 0 credits").click();
    await results().getByText("40 ads", { exact: true }).waitFor();
    await partial.waitFor();
    const asked = (await panel.asked("searchArchive")).length;
    await panel.asked("searchArchive", asked + 1);
    await results().getByText("40 ads", { exact: true }).waitFor();
    indexing = false;
    await partial.waitFor({ state: "detached" });
    await results().getByText("The newest 40 ads").waitFor();
    await panel.page.locator(`article[data-key="${cardAt("facebook", 70, "").key}"]`).waitFor();
  });

  it("remembers its search and view, in the page and in the host", async () => {
    const kept: string[] = [];
    await openArchive({ width: 1400 });
    panel.host.rows.keep = ({ memory }) => {
      kept.push(JSON.stringify(memory));
    };
    await button("Table").click();
    await advertiser().fill("Fjord");
    await results().getByText("7 ads", { exact: true }).waitFor();
    await head("Likes").getByRole("button").click();
    await remembered('"sort":"stat:Likes"');
    assert.match(kept.at(-1) ?? "", /"archive":\{"advertiser":"Fjord"\}.*"sort":"stat:Likes"/);
    await panel.page.reload();
    await results().getByText("7 ads", { exact: true }).waitFor();
    await head("Likes").and(panel.page.locator('[aria-sort="descending"]')).waitFor();
    assert.equal(await advertiser().inputValue(), "Fjord");
  });

  it("keeps loaded ads if loading more fails, and their table if another library is connected", async () => {
    await openArchive({ width: 1400 });
    const { page } = panel;
    const { rows } = panel.host;
    const { searchArchive } = rows;
    rows.searchArchive = failing("no space left");
    await button("Show all, 0 credits").click();
    await page.getByRole("alert").getByText("no space left").waitFor();
    await results().getByText("The newest 20 ads").waitFor();
    rows.searchArchive = searchArchive;
    await button("Show all, 0 credits").click();
    await results().getByText("40 ads", { exact: true }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    // Before the rows of the table find their places.
    await select(0);
    await button("Table").click();
    await head("Fetched").waitFor();
    const { openArchive: start } = rows;
    rows.openArchive = async (asked, signal) => {
      const answer = await start(asked, signal);
      const connection = { ...sampleStart.connection, library: "https://ads.example" };
      return { ...answer, panel: { ...answer.panel, connection } };
    };
    const late = panel.host.hold("searchArchive");
    const before = (await panel.asked("searchArchive")).length;
    await panel.push({ kind: "fact", fact: "connectionChanged", value: sampleStart.connection });
    // Its own ads aren't known yet, and those of the other one would be bought from it.
    await page.getByRole("grid", { name: "Loaded ads" }).waitFor({ state: "detached" });
    await panel.asked("searchArchive", before + 1);
    late();
    await results().getByText("The newest 20 ads").waitFor();
    await head("Fetched").waitFor();
    assert.equal(await page.getByRole("group", { name: "Selected ads" }).count(), 0);
  });

  it("cancels an outdated search, and does not count the ads of an archive that can't be read", async () => {
    await openArchive();
    const { page, host } = panel;
    const { searchArchive } = host.rows;
    host.rows.searchArchive = () => new Promise(() => undefined);
    const before = (await panel.asked("searchArchive")).length;
    await advertiser().fill("Fjo");
    await panel.asked("searchArchive", before + 1);
    host.rows.searchArchive = searchArchive;
    await advertiser().fill("Fjord");
    await results().getByText("7 ads", { exact: true }).waitFor();
    assert.deepEqual(host.cancelled, ["searchArchive"]);
    host.rows.searchArchive = failing("not readable");
    await advertiser().fill("Atlas");
    await page.getByRole("alert").getByText("not readable").waitFor();
    await button("Copy details").waitFor();
    assert.equal(
      await results()
        .getByText(/^\d+ ads$/)
        .count(),
      0,
    );
    assert.equal(await results().getByText("bought, 0 credits").count(), 0);
  });
});
