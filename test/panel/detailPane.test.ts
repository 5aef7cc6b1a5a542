import assert from "node:assert/strict";
import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { patienceInMs } from "../support/hostOutput.mjs";
import { variants } from "../support/long";
import { serveDetailPage } from "../support/detailPage/serve";
import { keepRenderer, resize, sharedChromium } from "../support/vscode/browser.mjs";

describe("details in a browser", () => {
  let served: Awaited<ReturnType<typeof serveDetailPage>>;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  before(async () => {
    served = await serveDetailPage();
    context = await (await sharedChromium()).newContext({ viewport: { width: 700, height: 900 } });
    context.setDefaultTimeout(patienceInMs);
    await keepRenderer(context, served.url);
  });
  after(async () => {
    await context.close();
    await served.close();
  });
  beforeEach(async () => {
    complaints = [];
    page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && message.text().includes("Content Security Policy"))
        complaints.push(message.text());
    });
  });
  afterEach(async () => {
    await page.close();
    assert.deepEqual(complaints, []);
  });

  const open = (query: string) => page.goto(`${served.url}?${query}`);
  const calls = () => page.evaluate<unknown[][]>("calls");
  const figure = (name: RegExp) => page.getByRole("figure", { name });

  /** Opens a part, in which axe must find nothing and nothing may stick out, narrow or wide. */
  const openFitting = async (show: string) => {
    await resize(page, 340);
    await open(`show=${show}`);
    await page.evaluate(axe.source);
    for (const width of [340, 1200]) {
      await resize(page, width);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
      if (!variants([340], [340, 1200]).includes(width)) continue;
      const found = await page.evaluate<string[]>(
        "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
      );
      // The page has no main landmark or first-level heading of its own: the explorer has them.
      const own = found.filter((text) => !/^(region|landmark-one-main|page-has-heading-one)/.test(text));
      assert.deepEqual(own, []);
    }
  };

  it("shows every section of a full ad, names none as missing, and does not mention V1", async () => {
    await openFitting("full");
    const region = page.getByRole("region", { name: "Ad details" });
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
    assert.equal(await page.getByText("V1 only").count(), 0);
    assert.ok(await region.getByText("90,071,992,547,409,931,234").isVisible());
  });

  it("shows V1-only data, marked as such", async () => {
    await openFitting("v1");
    const part = (name: string) => page.getByRole("region", { name });
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

  it("says what a sparse ad lacks, and draws no empty sections", async () => {
    await openFitting("sparse");
    await page.getByRole("heading", { name: "Untitled ad 77" }).waitFor();
    assert.match(
      await page.locator(".detail-footer").innerText(),
      /^Not provided: title, subtitle, .*domain timeline\.\n+Unreadable fields, not shown: 2\.$/,
    );
    assert.equal(await page.getByRole("figure").count(), 0);
    assert.equal(await page.getByText("-", { exact: true }).count(), 0);
    assert.equal(await page.getByText("“yesterday”", { exact: true }).count(), 1, "the unreadable date");
  });

  it("takes an empty text for an absent one", async () => {
    await open("show=blank");
    await page.getByRole("heading", { name: "Sleep well" }).waitFor();
    await page.getByText("Nuvem Sleep", { exact: true }).waitFor();
    await page.getByText("Your back knows the difference.").waitFor();
    await page.getByText("Shop now", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Open landing page: www.nuvem.example" }).waitFor();
    await page.getByRole("button", { name: "Open post: social.example" }).waitFor();
    assert.equal(await page.locator(".detail-footer").innerText(), "Not provided: subtitle.");
  });

  it("asks for links, copies, and another fetch only when told to, and never passes an address", async () => {
    await open("show=full");
    assert.deepEqual(await calls(), []);
    const stage = page.locator(".creative-stage");
    const before = await stage.boundingBox();
    await page.getByRole("button", { name: "Creative 2 of 3 (Video)" }).click();
    assert.deepEqual(await stage.boundingBox(), before, "The frame is stable.");
    await page.getByRole("button", { name: "Open landing page: www.nuvem.example" }).click();
    await page.getByRole("button", { name: "Open post: social.example" }).click();
    await page.getByRole("button", { name: "Copy address of redirect 2" }).click();
    await page.getByRole("button", { name: "Creative 3 of 3 (YouTube)" }).click();
    await page.getByRole("button", { name: "Watch on YouTube" }).click();
    const chart = figure(/^Devices that showed the ad/);
    await chart.getByRole("button", { name: "Show as table" }).click();
    assert.ok(await chart.getByRole("row", { name: "Mobile 71.4%" }).isVisible());
    await chart.getByRole("button", { name: "Copy as CSV" }).click();
    await page.getByRole("button", { name: "Show raw JSON" }).click();
    assert.equal(await page.getByRole("region", { name: "JSON text", exact: true }).innerText(), '{ "id": 1 }');
    await page.getByRole("button", { name: "Copy JSON" }).click();
    await page.getByRole("button", { name: "Fetch again, 100 credits" }).click();
    assert.deepEqual(await calls(), [
      ["link", { of: "display" }],
      ["link", { of: "post" }],
      ["copyLink", { of: "urlChain", index: 1 }],
      ["link", { of: "attachment", index: 2 }],
      [
        "copyText",
        [
          ["Label", "Value"],
          ["Mobile", 71.4],
          ["Desktop", 21.9],
          ["Tablet", 6.7],
        ],
      ],
      ["copyText", '{ "id": 1 }'],
      ["refresh"],
    ]);
    await open("show=full&broken");
    await page.getByRole("button", { name: "Show raw JSON" }).click();
    assert.equal(await page.getByRole("alert").innerText(), "No room.");
  });

  it("offers to open only plain web addresses", async () => {
    await openFitting("hostile");
    await page.getByRole("heading", { name: "Redirects" }).waitFor();
    const row = (text: string) => page.getByRole("row").filter({ hasText: text });
    assert.equal(await row("javascript:").getByRole("button").count(), 1, "copy only");
    assert.equal(await row("user:password@").getByRole("button").count(), 1, "copy only");
    assert.ok(await page.getByRole("button", { name: "Open redirect 3: xn--80ak6aa92e.com" }).isVisible());
  });

  it("reads out a timeline by keyboard and pointer, hides its lines but never the last one, and has one tab stop for tabs and for bars", async () => {
    await open("show=full");
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
    assert.deepEqual(await calls(), [], "the first Escape closes the read-out, not the details");
    const box = (await plot.boundingBox())!;
    await page.mouse.move(box.x + box.width - 14, box.y + 60);
    assert.equal(await chart.locator(".tip-moment").innerText(), "May 2025");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    assert.deepEqual((await calls()).at(-1), ["close"]);
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
  });

  it("follows its container's width, and never cuts the host of a link", async () => {
    await open("show=full");
    const drawing = figure(/^Engagement over time/).locator(".timeline-drawing");
    const before = Number(await drawing.getAttribute("width"));
    await resize(page, 1200);
    await page.waitForFunction(
      (least) => Number(document.querySelector(".timeline-drawing")!.getAttribute("width")) > least,
      before + 300,
    );
    for (const together of [false, true]) {
      await resize(page, 1200);
      await resize(page, 360);
      await page.waitForFunction(() =>
        [...document.querySelectorAll(".timeline-drawing")].every((one) => Number(one.getAttribute("width")) <= 330),
      );
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
      if (!together)
        await figure(/^Engagement over time/)
          .getByRole("checkbox", { name: "Separate scales" })
          .click();
    }
    const link = page.getByRole("button", { name: /^Open landing page: www.nuvem.example/ });
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
    assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
  });

  it("loads no image before it may", async () => {
    await open("show=full&media=onClick");
    await page.getByRole("button", { name: "Load image" }).waitFor();
    assert.equal(await page.locator("img").count(), 0);
    await page.getByRole("button", { name: "Load image" }).click();
    await page.getByRole("img", { name: "Creative 1 of 3 (Image)" }).waitFor();
    await open("show=full&media=never");
    await page.getByText("Images are turned off in Settings (adLibrary.loadMedia).").waitFor();
    assert.equal(await page.locator("img, video").count(), 0);
  });

  it("filters by a bar of the overview, which then is pressed", async () => {
    await openFitting("overview");
    const bar = figure(/^Top advertisers/).getByRole("button", { name: "Brand 0" });
    assert.equal(await bar.getAttribute("aria-pressed"), "false");
    await bar.click();
    assert.deepEqual(await calls(), [["filter", { field: "advertiser", value: "Brand 0" }]]);
    assert.equal(await bar.getAttribute("aria-pressed"), "true");
  });

  it("opens and removes ads of a comparison", async () => {
    await openFitting("compare");
    await page
      .getByRole("table")
      .getByRole("columnheader", { name: /Rival/ })
      .getByRole("button", { name: "Details, bought" })
      .click();
    await page.getByRole("button", { name: "Remove Rival from comparison" }).click();
    const rival = { platform: "tiktok", id: "5" };
    assert.deepEqual(await calls(), [
      ["open", rival],
      ["select", [rival.id], false],
    ]);
    assert.ok(await page.getByRole("cell", { name: "88,100" }).isVisible());
  });
});
