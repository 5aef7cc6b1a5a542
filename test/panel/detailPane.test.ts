import assert from "node:assert/strict";
import { adKey, type AdCard, type AdDetail } from "../../src/protocol/ads";
import type { Method } from "../../src/protocol/envelope";
import type { BoughtDetail, PanelMemory, PanelStart } from "../../src/protocol/panel";
import { testedVersion } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { fullAd, fullCard } from "../support/fullAd";
import { hostileAd, hostileCard, sparseAd } from "../support/hostileAd";
import { variants } from "../support/long";
import { usePanel } from "../support/panelPage";
import { cardAt, pageOf } from "../support/panelPageAds";
import { HostFailure, type PanelPageHost } from "../support/panelPageHost";
import { resize } from "../support/vscode/browser.mjs";

const presses: readonly Method[] = ["openLink", "copyLink", "copyText", "adDetail"];
const query = { platform: "facebook", choices: [] } as const;
const bought = (detail: AdDetail): BoughtDetail => ({
  detail,
  fetchedAt: new Date(Date.now() - 7_300_000).toISOString(),
  bought: true,
});
const adOfV1: Partial<AdDetail> = {
  durations: [
    { value: "2026-01-03T12:00:00.000000Z – 2026-02-14T12:00:00Z, 42 days" },
    { label: "Second run", value: "March" },
  ],
  technologies: [{ name: "Shopfront", category: "Shop" }, { name: "Reactor" }],
  domain: {
    name: "nuvem.example",
    monthlyVisits: 90_000,
    dailyVisits: 3000,
    createdAt: "2019-05-02",
    updatedAt: "2025-01-31T10:00:00Z",
    expiresAt: "next spring",
  },
};
const blank = { title: "", subtitle: "", postUrl: "", owner: { id: "4411", name: "", avatarUrl: "" } };
const cardOf = ({ ad, title, attachments }: AdDetail): AdCard => ({
  ...{ ...ad, key: adKey(ad), platformName: ad.platform, attachments, stats: [], metadata: [], repairs: 0 },
  ...(title !== undefined && { title }),
});

/** What the page's host calls the sample library. */
const library = testedVersion === "v1" ? "sample: v1" : "sample:";

describe("details in the explorer", () => {
  const panel = usePanel();
  const figure = (name: RegExp) => panel.page.getByRole("figure", { name });
  const details = () => panel.page.getByRole("region", { name: "Ad details" });
  const button = (name: string | RegExp) => panel.page.getByRole("button", { name });

  /** Shows loaded ads as a panel remembers them. */
  const show = (more: Partial<PanelMemory>, start: (host: PanelPageHost) => Partial<PanelStart>) =>
    panel.show({
      width: 700,
      memory: { ...query, draft: query, shown: { query, lastHit: "9007199254740997", pages: 1 }, ...more },
      prepare: (host) => {
        const { open } = host.rows;
        host.rows.open = async (...asked) => ({ ...(await open(...asked)), ...start(host) });
      },
    });
  const pagesOf = (origin: string, ads: readonly AdCard[]) => [{ ...pageOf("facebook", 1, origin), ads }];
  /** Opens the bought details of an ad: of the full one, unless others are given. */
  const open = async (detail: Partial<AdDetail> = {}, card = fullCard, more?: Partial<PanelStart>) => {
    await show({}, ({ origin }) => ({
      detail: bought({ ...fullAd(origin), ...detail }),
      pages: pagesOf(origin, [card]),
      ...more,
    }));
    await details().getByRole("heading", { name: "Raw JSON" }).waitFor();
  };

  /** What is open has no axe findings, and none of it sticks out, narrow or wide. */
  const fits = async () => {
    const { page } = panel;
    for (const width of [340, 1200]) {
      await resize(page, width);
      assert.deepEqual(await sticksOut(), [], String(width));
      if (variants([340], [340, 1200]).includes(width)) assert.deepEqual(await axeFindings(page), []);
    }
  };
  /** The parts of the page that scroll sideways. */
  const sticksOut = () =>
    panel.page.evaluate(() =>
      ["html", ".detail-pane", ".results-scroll"].filter((name) => {
        const part = document.querySelector(name);
        return part && part.scrollWidth > part.clientWidth;
      }),
    );
  /** What was asked of the host by pressing buttons. */
  const calls = () =>
    panel.host.asked.flatMap(({ method, params }) => (presses.includes(method) ? [[method, params]] : []));

  it("show every section of a full ad, name none as missing, and do not mention V1", async () => {
    await open();
    await fits();
    const region = details();
    await region.getByRole("heading", { name: "Sleep deeper from the first night" }).waitFor();
    for (const text of [
      "Nuvem Sleep",
      "Facebook",
      "Active",
      "1,284,530",
      "214",
      "Bought, fetched 2 hours ago",
      "Shop now",
    ]) {
      assert.ok(await region.getByText(text, { exact: true }).first().isVisible(), text);
    }
    for (const name of ["Engagement", "Targeting", "Devices", "Domain", "Redirects", "Raw JSON"]) {
      assert.ok(await region.getByRole("heading", { name, exact: true }).isVisible(), name);
    }
    assert.equal(await region.getByText(/Not provided/).count(), 0);
    assert.equal(await region.getByText("V1 only").count(), 0);
    assert.ok(await region.getByText("90,071,992,547,409,931,234").isVisible());
  });

  it("show V1-only data, marked as such", async () => {
    await open(adOfV1);
    await fits();
    const part = (name: string) => panel.page.getByRole("region", { name });
    assert.deepEqual(await part("Site technologies V1 only").getByRole("listitem").allInnerTexts(), [
      "Shopfront (Shop)",
      "Reactor",
    ]);
    assert.match(
      await part("Durations V1 only").innerText(),
      /Ran\s+Jan 3, 2026 – Feb 14, 2026, 42 days\s+Second run\s+March/,
    );
    assert.match(
      await part("Domain").getByRole("group", { name: "V1 only" }).innerText(),
      /Daily visits\s+3,000\s+Registered\s+May 2, 2019\s+Registration updated\s+Jan 31, 2025\s+Registration expires\s+“next spring”/,
    );
  });

  it("say what a sparse ad lacks, and draw no empty sections", async () => {
    await show({}, ({ origin }) => ({
      detail: bought(sparseAd),
      pages: pagesOf(origin, [cardAt("facebook", 0, origin)]),
    }));
    await panel.page.getByRole("heading", { name: "Untitled ad 77" }).waitFor();
    await fits();
    assert.match(
      await panel.page.locator(".detail-footer").innerText(),
      /^Not provided: title, subtitle, .*domain timeline\.\n+Unreadable fields, not shown: 2\.$/,
    );
    assert.equal(await panel.page.getByRole("figure").count(), 0);
    assert.equal(await panel.page.getByText("-", { exact: true }).count(), 0);
    assert.equal(await panel.page.getByText("“yesterday”", { exact: true }).count(), 1, "the unreadable date");
  });

  it("take an empty text for an absent one", async () => {
    await open(blank, { ...fullCard, title: "Sleep well", postUrl: "https://social.example/1" });
    await details().getByRole("heading", { name: "Sleep well" }).waitFor();
    await details().getByText("Nuvem Sleep", { exact: true }).waitFor();
    await details().getByText("Your back knows the difference.").waitFor();
    await details().getByText("Shop now", { exact: true }).waitFor();
    await button("Open landing page: www.nuvem.example").waitFor();
    await button("Open post: social.example").waitFor();
    assert.equal(await panel.page.locator(".detail-footer").innerText(), "Not provided: subtitle.");
  });

  it("ask for links, copies, and another fetch only when told to, and never pass an address", async () => {
    await open();
    const stage = panel.page.locator(".creative-stage");
    const before = await stage.boundingBox();
    assert.deepEqual(calls(), []);
    await button("Creative 2 of 3 (Video)").click();
    assert.deepEqual(await stage.boundingBox(), before, "The frame is stable.");
    await button("Open landing page: www.nuvem.example").click();
    await button("Open post: social.example").click();
    await button("Copy address of redirect 2").click();
    await button("Creative 3 of 3 (YouTube)").click();
    await button("Watch on YouTube").click();
    const chart = figure(/^Devices that showed the ad/);
    await chart.getByRole("button", { name: "Show as table" }).click();
    assert.ok(await chart.getByRole("row", { name: "Mobile 71.4%" }).isVisible());
    await chart.getByRole("button", { name: "Copy as CSV" }).click();
    await button("Show raw JSON").click();
    const { ad } = fullAd("");
    const text = JSON.stringify({ id: ad.id }, undefined, 2);
    assert.equal(await panel.page.getByRole("region", { name: "JSON text", exact: true }).innerText(), text);
    await button("Copy JSON").click();
    await button(/^Fetch again, 100 credits/).click();
    await panel.asked("adDetail");
    assert.deepEqual(calls(), [
      ["openLink", { ad, link: { of: "display" } }],
      ["openLink", { ad, link: { of: "post" } }],
      ["copyLink", { ad, link: { of: "urlChain", index: 1 } }],
      ["openLink", { ad, link: { of: "attachment", index: 2 } }],
      [
        "copyText",
        {
          text: [
            ["Label", "Value"],
            ["Mobile", 71.4],
            ["Desktop", 21.9],
            ["Tablet", 6.7],
          ],
        },
      ],
      ["copyText", { text }],
      ["adDetail", { ad, refresh: true, library }],
    ]);
    await open();
    panel.host.rows.rawDetail = () => {
      throw new HostFailure({ code: "unexpected", charge: "none", message: "No room." });
    };
    await button("Show raw JSON").click();
    assert.equal(await panel.page.getByRole("alert").innerText(), "No room.");
  });

  it("offer to open only plain web addresses", async () => {
    await open(hostileAd, hostileCard);
    await fits();
    await panel.page.getByRole("heading", { name: "Redirects" }).waitFor();
    const row = (text: string) => panel.page.getByRole("row").filter({ hasText: text });
    assert.equal(await row("javascript:").getByRole("button").count(), 1, "copy only");
    assert.equal(await row("user:password@").getByRole("button").count(), 1, "copy only");
    assert.ok(await button("Open redirect 3: xn--80ak6aa92e.com").isVisible());
  });

  it("read out a timeline by keyboard and pointer, hide its lines but never the last one, and have one tab stop for tabs and for bars", async () => {
    await open();
    const { page } = panel;
    const chart = figure(/^Engagement over time/);
    const plot = chart.getByRole("slider");
    await plot.focus();
    await page.keyboard.press("Home");
    assert.match((await plot.getAttribute("aria-valuetext")) ?? "", /^April 2024: Likes [\d,]+, Comments/);
    await page.keyboard.press("ArrowRight");
    assert.match((await plot.getAttribute("aria-valuetext")) ?? "", /^May 2024: /);
    assert.equal(await chart.locator(".tip-moment").innerText(), "May 2024");
    await page.keyboard.press("Escape");
    assert.equal(await chart.locator(".timeline-tip").count(), 0);
    assert.ok(await plot.isVisible(), "the first Escape closes the read-out, not the details");
    const box = (await plot.boundingBox())!;
    await page.mouse.move(box.x + box.width - 14, box.y + 60);
    assert.equal(await chart.locator(".tip-moment").innerText(), "May 2025");
    const lines = chart.locator(".timeline-drawing .chart-line");
    const entry = (name: string) => chart.getByRole("button", { name, exact: true });
    for (const name of ["Views", "Likes", "Comments"]) await entry(name).click();
    assert.equal(await lines.count(), 1);
    await entry("Shares").click();
    assert.equal(await lines.count(), 1, "one line always stays");
    await entry("Views").click();
    assert.equal(await lines.count(), 2);
    await page.getByRole("tab", { name: "Region" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(await figure(/^Placement/).isVisible());
    assert.equal(await figure(/^Region/).count(), 0);
    const bars = figure(/^Placement/).getByRole("listitem");
    await bars.first().focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Stories55%");
    assert.equal(
      await figure(/^Placement/)
        .locator("[data-stop][tabindex='0']")
        .count(),
      1,
    );
    await plot.focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await details().waitFor({ state: "detached" });
  });

  it("follow their container's width, and never cut the host of a link", async () => {
    await open();
    const { page } = panel;
    await resize(page, 360);
    const drawing = figure(/^Engagement over time/).locator(".timeline-drawing");
    const before = Number(await drawing.first().getAttribute("width"));
    await resize(page, 1600);
    await page.waitForFunction(
      (least) => Number(document.querySelector(".timeline-drawing")!.getAttribute("width")) > least,
      before + 300,
    );
    for (const together of [false, true]) {
      await resize(page, 1600);
      await resize(page, 360);
      await page.waitForFunction(() =>
        [...document.querySelectorAll(".timeline-drawing")].every((one) => Number(one.getAttribute("width")) <= 330),
      );
      assert.deepEqual(await sticksOut(), []);
      if (!together)
        await figure(/^Engagement over time/)
          .getByRole("checkbox", { name: "Separate scales" })
          .click();
    }
    const link = button(/^Open landing page: www.nuvem.example/);
    await link.locator(".detail-link-path").evaluate((path) => (path.textContent = `/${"spring-sale/".repeat(20)}`));
    const heights: number[] = [];
    for (const width of [340, 700, 1100, 1900]) {
      await resize(page, width);
      heights.push((await link.locator(".detail-link-host").boundingBox())!.height);
    }
    assert.ok(Math.max(...heights) < 30, heights.join());
    await resize(page, 340);
    const host = link.locator(".detail-link-host");
    await host.evaluate((inner) => inner.append(`.${"long.".repeat(80)}example`));
    assert.deepEqual(await sticksOut(), []);
  });

  it("load no image before they may", async () => {
    await open({}, fullCard, { loadMedia: "onClick" });
    await details().getByRole("button", { name: "Load image" }).waitFor();
    assert.equal(await panel.page.locator("img").count(), 0);
    await details().getByRole("button", { name: "Load image" }).click();
    await panel.page.getByRole("img", { name: "Creative 1 of 3 (Image)" }).waitFor();
    await open({}, fullCard, { loadMedia: "never" });
    await details().getByText("Images are turned off in Settings (adLibrary.loadMedia).").waitFor();
    assert.equal(await panel.page.locator("img, video").count(), 0);
  });

  it("filter by a bar of the overview, which then is pressed", async () => {
    const ads = Array.from({ length: 60 }, (_, index) => ({
      ...fullCard,
      key: String(index),
      owner: { name: `Brand ${(index * index) % 9}` },
    }));
    await show({ showing: "overview" }, ({ origin }) => ({ pages: pagesOf(origin, ads) }));
    const bar = figure(/^Top advertisers/).getByRole("button", { name: "Brand 0" });
    await bar.waitFor();
    await fits();
    assert.equal(await bar.getAttribute("aria-pressed"), "false");
    await bar.click();
    await panel.results().getByText("20 shown").waitFor();
    assert.equal(await bar.getAttribute("aria-pressed"), "true");
  });

  it("open and remove ads of a comparison", async () => {
    const rival = { platform: "tiktok", id: "5" } as const;
    const compared = (origin: string): readonly AdDetail[] => [
      fullAd(origin),
      { ...fullAd(origin), ad: rival, title: "Rival", impression: { total: 88100 } },
      sparseAd,
      hostileAd,
    ];
    const keys = compared("").map(({ ad }) => adKey(ad));
    await show({ showing: "compared", selected: keys }, ({ rows, origin }) => {
      rows.readDetails = () => compared(origin).map(bought);
      return { pages: pagesOf(origin, compared(origin).map(cardOf)), boughtDetails: keys };
    });
    await panel.page.getByRole("cell", { name: "88,100" }).waitFor();
    await fits();
    const head = panel.page.getByRole("table").getByRole("columnheader", { name: /Rival/ });
    await head.getByRole("button", { name: "Details, bought" }).click();
    assert.deepEqual(await panel.asked("adDetail"), [{ ad: rival, library }]);
    await button("Close details").click();
    await button("Remove Rival from comparison").click();
    await head.waitFor({ state: "detached" });
    assert.equal(await panel.page.getByRole("columnheader").count(), 3);
  });
});
