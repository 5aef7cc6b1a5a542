import assert from "node:assert/strict";
import type { BoardEntry } from "../../src/features/boards/board";
import { makeReport } from "../../src/features/boards/report";
import { axeFindings } from "../support/axeFindings";
import { variants } from "../support/long";
import { usePanel } from "../support/panelPage";
import { cardAt } from "../support/panelPageAds";
import { resize, sharedChromium } from "../support/vscode/browser.mjs";

const ad = (id: string) => ({ platform: "facebook", id: `90071992547409${id}` });

describe("adding ads to a board, in a panel", () => {
  const panel = usePanel();
  const wanted = (...ids: readonly string[]) => ({ command: "addToBoard", ads: ids.map(ad) });
  /** The newest *Add to Board…* that the page asked for, once it asked for this many. */
  const added = async (count: number) => {
    const all = await panel.asked("run", count);
    assert.equal(all.length, count);
    return all.at(-1);
  };
  const card = (at: number) => panel.page.getByRole("article").nth(at);
  const press = async (key: string, at: number) => {
    await card(at).focus();
    await panel.page.keyboard.press(key);
  };

  it("is about the card or row with the focus, all selected ads if it is one of them, or the open ad", async () => {
    await panel.open({ width: 1400 });
    await panel.search();
    await press("b", 0);
    assert.deepEqual(await added(1), wanted("93"));
    for (const at of [0, 1]) await press("Space", at);
    await panel.page.keyboard.press("b");
    assert.deepEqual(await added(2), wanted("93", "94"));
    await press("b", 2);
    assert.deepEqual(await added(3), wanted("95"));
    await panel.button("Add to board, 0 credits…").click();
    assert.deepEqual(await added(4), wanted("93", "94"));
    await panel.push({ kind: "fact", fact: "boardWanted", value: {} });
    assert.deepEqual(await added(5), wanted("93", "94"));
    await panel.button("Table").click();
    await panel.page.locator('tbody tr [tabindex="0"]').first().focus();
    await panel.page.keyboard.press("b");
    assert.deepEqual(await added(6), wanted("93", "94"));
    const context = await panel.page.locator("tbody tr").nth(3).getAttribute("data-vscode-context");
    assert.deepEqual(JSON.parse(context ?? ""), { webviewSection: "ad", adLibraryAd: "facebook:9007199254740996" });
    await panel.push({ kind: "fact", fact: "boardWanted", value: { ad: "facebook:9007199254740996" } });
    assert.deepEqual(await added(7), wanted("96"));
    assert.equal(panel.paid().length, 1);

    await panel.button("Clear selection").click();
    await panel.page.getByRole("button", { name: "Details, 100 credits" }).first().click();
    await panel.page.getByRole("region", { name: "Ad details" }).waitFor();
    await panel.button("Add to board, 0 credits…").click();
    assert.deepEqual(await added(8), wanted("93"));
    await panel.page.locator(".detail-pane").focus();
    await panel.page.keyboard.press("b");
    assert.deepEqual(await added(9), wanted("93"));
    // Not while a text is typed.
    await panel.button("Filter and sort loaded ads, 0 credits").click();
    await panel.page.getByRole("textbox", { name: "Text in loaded ads" }).pressSequentially("bb");
    await panel.push({ kind: "fact", fact: "boardWanted", value: {} });
    await added(10);
  });

  for (const kind of ["archive", "comparison"] as const)
    it(`works in the ${kind === "archive" ? "archive" : "comparison of runs"}`, async () => {
      const shown = { card: cardAt("facebook", 0, "https://pictures.invalid"), fetchedAt: "2026-11-20T10:00:00.000Z" };
      await panel.show({
        panel: kind,
        prepare: ({ rows }) => {
          rows.searchArchive = () => ({ ads: [shown], boughtDetails: [] });
          rows.comparedAds = ({ state }) => ({
            ads:
              state === "launched" ? [{ ...shown, ad: "1", of: "newer", page: 1, index: 0, state, changes: [] }] : [],
            boughtDetails: [],
          });
        },
      });
      await press("b", 0);
      assert.deepEqual(await added(1), wanted("93"));
      await panel.push({ kind: "fact", fact: "boardWanted", value: { ad: shown.card.key } });
      await added(2);
    });
});

describe("the page of a report", () => {
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const bytes = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"); // prettier-ignore
  const picture = { name: `${"0".repeat(64)}.png`, mimeType: "image/png", bytes, leftOut: false };
  const count = 12;
  const entries = Array.from({ length: count }, (_, at): BoardEntry => {
    const source = {
      library: "https://ads.example",
      version: "v2",
      platform: "facebook",
      received: `2026-11-${10 + (at % 9)}T10:00:00.000Z`,
    } as const;
    const sightings = [12, 14, 15, 19].map((day) => ({
      source: { ...source, received: `2026-11-${day}T10:00:00.000Z` },
      sha256: "1".repeat(64),
    }));
    return {
      ad: { platform: "facebook", id: String(at + 1) },
      source: { ...source, search: { body: '{"countries":["us"]}', lastHit: String(at), page: 1 } },
      sha256: "0".repeat(64),
      note: at % 3 === 0 ? `${hostile}\nSecond line, ${"long ".repeat(40)}` : "",
      column: ["Hook", "Offer", `Proof ${hostile}`, ""][at % 4] ?? "",
      tags: at % 2 === 0 ? [hostile, "ugc"] : [],
      ...(at < 8 && { sightings }),
    };
  });
  const cardOf = (at: number, likes: number) => ({
    ...{ ...cardAt("facebook", at, "https://pictures.invalid"), id: String(at + 1) },
    ...(at % 5 === 0 && { title: hostile + "x".repeat(180) }),
    ...(at < 8 && { stats: [{ tooltip: at === 0 ? hostile : "Likes", value: likes }] }),
  });
  const seen = new Map(
    entries.map((entry, at) => {
      const sightings = (entry.sightings ?? []).map((_, day) => cardOf(at, [1000, 1800, 1700, 2600][(day + at) % 4]!));
      return [
        entry,
        { kind: "seen", card: cardOf(at, 2600), sightings, picture: at < 3 ? picture : undefined },
      ] as const;
    }),
  );
  const { html } = makeReport({ name: `Board ${hostile}`, columns: ["Hook", "Offer"], entries }, seen);

  it("loads and runs nothing, is accessible, and fits screen and paper", async () => {
    const context = await (await sharedChromium()).newContext();
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => complaints.push(request.url()));
      await page.setContent(html);
      assert.deepEqual(complaints, []);
      assert.equal(await page.evaluate(() => document.scripts.length), 0);
      assert.deepEqual(await page.evaluate(() => [...document.images].map((image) => image.naturalWidth)), [1, 1, 1]);
      assert.equal(await page.locator("article").count(), count);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const line = page.getByRole("img", { name: /^Likes: .* → / }).first();
      const figure = page.locator("figure").filter({ has: line }).first();
      assert.ok((await page.locator("figure svg").count()) >= 8);
      assert.equal(await line.locator("polyline, circle").count(), 5);
      const colorOf = (of: typeof line) => of.evaluate((element) => getComputedStyle(element).color);
      const drawn = () => line.locator("polyline").evaluate((element) => getComputedStyle(element).stroke);
      for (const [at, wide] of [1280, 360, ...variants([], [1280])].entries()) {
        const colorScheme = at === 0 ? "dark" : "light";
        await page.emulateMedia({ colorScheme, media: "screen" });
        await resize(page, wide);
        assert.equal(await ground(), colorScheme === "dark" ? "rgb(20, 24, 29)" : "rgb(255, 255, 255)");
        assert.equal(await width(), wide);
        assert.notEqual(await drawn(), await ground());
        await page.emulateMedia({ forcedColors: "active" });
        assert.equal(await drawn(), await colorOf(figure));
        await page.emulateMedia({ forcedColors: "none" });
        await page.getByRole("link", { name: "1", exact: true }).first().click();
        assert.equal(await page.locator(":target").count(), 1);
        assert.deepEqual(await axeFindings(page), [], `${colorScheme}, ${wide} px`);
        await page.emulateMedia({ media: "print" });
        // A sheet of A4 between its margins.
        await page.setViewportSize({ width: 672, height: 900 });
        assert.equal(await width(), 672);
        assert.equal(await ground(), "rgb(255, 255, 255)");
      }
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
});
