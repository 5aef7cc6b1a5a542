import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { BoardEntry } from "../../src/features/boards/board";
import { readBoard } from "../../src/features/boards/readBoard";
import { makeReport } from "../../src/features/boards/report";
import { axeFindings } from "../support/axeFindings";
import { usePanel } from "../support/panelPage";
import { cardAt } from "../support/panelPageAds";
import { sharedChromium } from "../support/vscode/browser.mjs";
import { openWorkbench } from "../support/workbench.mjs";
import { artifacts, type Workbench } from "../support/workbenchPage.mjs";

const ad = (id: string) => ({ platform: "facebook", id: `90071992547409${id}` });

describe("adding ads to a board, in a panel", () => {
  const panel = usePanel();
  /** The ads of each *Add to Board…* that the page asked for, once it asked for this many. */
  const added = async (count: number) => {
    const all = () => panel.host.asked.flatMap(({ method, params }) => (method === "run" ? [params] : []));
    while (all().length < count) await new Promise(setImmediate);
    return all().slice(count - 1);
  };
  const card = (at: number) => panel.page.getByRole("article").nth(at);

  it("is about the card or row with the focus, all selected ads if it is one of them, or the open ad", async () => {
    await panel.open({ width: 1400 });
    await panel.search();
    await card(0).focus();
    await panel.page.keyboard.press("b");
    assert.deepEqual(await added(1), [{ command: "addToBoard", ads: [ad("93")] }]);
    await panel.page.keyboard.press("Space");
    await card(1).focus();
    await panel.page.keyboard.press("Space");
    await panel.page.keyboard.press("b");
    const both = { command: "addToBoard", ads: [ad("93"), ad("94")] };
    assert.deepEqual(await added(2), [both]);
    await card(2).focus();
    await panel.page.keyboard.press("b");
    assert.deepEqual(await added(3), [{ command: "addToBoard", ads: [ad("95")] }]);
    await panel.button("Add to board, 0 credits…").click();
    assert.deepEqual(await added(4), [both]);
    await panel.push({ kind: "fact", fact: "boardWanted", value: {} });
    assert.deepEqual(await added(5), [both]);
    await panel.button("Table").click();
    await panel.page.locator('tbody tr [tabindex="0"]').first().focus();
    await panel.page.keyboard.press("b");
    assert.deepEqual(await added(6), [both]);
    const context = await panel.page.locator("tbody tr").nth(3).getAttribute("data-vscode-context");
    assert.deepEqual(JSON.parse(context ?? ""), { webviewSection: "ad", adLibraryAd: "facebook:9007199254740996" });
    await panel.push({ kind: "fact", fact: "boardWanted", value: { ad: "facebook:9007199254740996" } });
    assert.deepEqual(await added(7), [{ command: "addToBoard", ads: [ad("96")] }]);
    assert.equal(panel.paid().length, 1);
  });

  it("is offered in the details of an ad, and not while a text is typed", async () => {
    await panel.open({ width: 1400 });
    await panel.search();
    await panel.page.getByRole("button", { name: "Details, 100 credits" }).first().click();
    await panel.page.getByRole("region", { name: "Ad details" }).waitFor();
    await panel.button("Add to board, 0 credits…").click();
    assert.deepEqual(await added(1), [{ command: "addToBoard", ads: [ad("93")] }]);
    await panel.page.locator(".detail-pane").focus();
    await panel.page.keyboard.press("b");
    assert.deepEqual(await added(2), [{ command: "addToBoard", ads: [ad("93")] }]);
    await panel.button("Filter and sort loaded ads, 0 credits").click();
    await panel.page.getByRole("textbox", { name: "Text in loaded ads" }).pressSequentially("bb");
    await panel.push({ kind: "fact", fact: "boardWanted", value: {} });
    assert.equal((await added(3)).length, 1);
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
      await card(0).focus();
      await panel.page.keyboard.press("b");
      const { platform, id } = shown.card;
      assert.deepEqual(await added(1), [{ command: "addToBoard", ads: [{ platform, id }] }]);
      await panel.push({ kind: "fact", fact: "boardWanted", value: { ad: shown.card.key } });
      assert.equal((await added(2)).length, 1);
    });
});

describe("the page of a report", () => {
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const entries = Array.from({ length: 50 }, (_, at): BoardEntry => {
    const source = { library: "https://ads.example", version: "v2", platform: "facebook", received: `2026-11-${10 + (at % 9)}T10:00:00.000Z` } as const; // prettier-ignore
    const search = { body: '{"countries":["us"]}', lastHit: String(at), page: 1 };
    const note = at % 3 === 0 ? `${hostile}\nSecond line, ${"long ".repeat(40)}` : "";
    return {
      ...{
        ad: { platform: "facebook", id: String(at + 1) },
        source: { ...source, search },
        sha256: "0".repeat(64),
        note,
      },
      ...{
        column: ["Hook", "Offer", `Proof ${hostile}`, ""][at % 4] ?? "",
        tags: at % 2 === 0 ? [hostile, "ugc"] : [],
      },
    };
  });
  const cardOf = (at: number) => ({
    ...{ ...cardAt("facebook", at, "https://pictures.invalid"), id: String(at + 1) },
    ...(at % 5 === 0 && { title: hostile + "x".repeat(180) }),
  });
  const bytes = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"); // prettier-ignore
  const picture = { name: `${"0".repeat(64)}.png`, mimeType: "image/png", bytes, leftOut: false };
  for (const [at, entry] of entries.slice(0, 8).entries()) {
    const days = [12, 14, 15, 19].map((day) => ({ ...entry.source, received: `2026-11-${day}T10:00:00.000Z` }));
    entries[at] = { ...entry, sightings: days.map((source) => ({ source, sha256: "1".repeat(64) })) };
  }
  const likes = (at: number, value: number) => ({
    ...cardOf(at),
    stats: [{ tooltip: at === 0 ? hostile : "Likes", value }],
  });
  const seen = new Map(
    entries.map((entry, at) => {
      const sightings = (entry.sightings ?? []).map((_, day) =>
        likes(at, [1000, 1800, 1700, 2600][(day + at) % 4] ?? 0),
      );
      const card = entry.sightings ? likes(at, 2600) : cardOf(at);
      return [entry, { kind: "seen", card, sightings, picture: at < 3 ? picture : undefined }] as const;
    }),
  );
  const { html } = makeReport({ name: `Board ${hostile}`, columns: ["Hook", "Offer"], entries }, seen);

  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
  ] as const)
    it(`loads and runs nothing, is accessible, and fits screen and paper (${colorScheme}, ${width} px)`, async () => {
      const context = await (await sharedChromium()).newContext({ colorScheme, viewport: { width, height: 900 } });
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
        assert.equal(await page.locator("article").count(), 50);
        const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.equal(color, colorScheme === "dark" ? "rgb(20, 24, 29)" : "rgb(255, 255, 255)");
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        const line = page.getByRole("img", { name: /^Likes: .* → / }).first();
        const figure = page.locator("figure").filter({ has: line }).first();
        assert.ok((await page.locator("figure svg").count()) >= 8);
        assert.equal(await line.locator("polyline, circle").count(), 5);
        const colorOf = (of: typeof line) => of.evaluate((element) => getComputedStyle(element).color);
        const drawn = () => line.locator("polyline").evaluate((element) => getComputedStyle(element).stroke);
        assert.notEqual(await drawn(), color);
        await figure.scrollIntoViewIfNeeded();
        await page.screenshot({ path: `${artifacts}/report-${colorScheme}-${width}.png` });
        await page.emulateMedia({ forcedColors: "active" });
        assert.equal(await drawn(), await colorOf(figure));
        await page.screenshot({ path: `${artifacts}/report-forced-${colorScheme}-${width}.png` });
        await page.emulateMedia({ forcedColors: "none" });
        await page.getByRole("link", { name: "1", exact: true }).first().click();
        assert.equal(await page.locator(":target").count(), 1);
        assert.deepEqual(await axeFindings(page), []);
        await page.emulateMedia({ media: "print" });
        // A sheet of A4 between its margins.
        await page.setViewportSize({ width: 672, height: 900 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 672);
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
      } finally {
        await context.close();
      }
    });
});

describe("Boards, in VS Code", () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } });
    await workbench.openView();
    await workbench.treeItem("TikTok").click();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).first().click();
    await results().getByText("18 ads, 1 page").waitFor();
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const card = (at: number) => results().getByRole("article").nth(at);
  const file = () => join(workbench.workspace, "shoes.adboard.json");
  const board = async () => readBoard(await readFile(file(), "utf8")).board;
  const onBoard = async () => ((await board())?.entries ?? []).map(({ ad: { platform, id } }) => `${platform}:${id}`);
  const keyOf = async (at: number) => z.string().parse(await card(at).getAttribute("data-key"));
  const button = (words: string, name: string) => workbench.notification(words).getByRole("button", { name });

  it("are made with their first ad, which Undo takes back together with the file", async () => {
    await card(0).focus();
    await workbench.page.keyboard.press("b");
    await workbench.saveAs(file());
    await workbench.notification("1 ad added to shoes.adboard.json for 0 credits.").waitFor();
    assert.deepEqual(await onBoard(), [await keyOf(0)]);
    await workbench.treeItem("shoes").waitFor();
    await button("1 ad added", "Undo").click();
    await workbench.treeItem("shoes").waitFor({ state: "detached" });
    assert.equal(existsSync(file()), false);
  });

  it("are offered with the last one first, and lose exactly what Undo takes back", async () => {
    await card(0).focus();
    await workbench.page.keyboard.press("b");
    await workbench.saveAs(file());
    await workbench.notification("1 ad added").waitFor();
    assert.equal(await workbench.page.getByRole("tab", { name: /adboard/ }).count(), 0);
    const before = await readFile(file(), "utf8");
    await workbench.clearNotifications();
    for (const at of [1, 2]) {
      await card(at).focus();
      await workbench.page.keyboard.press("Space");
    }
    await workbench.page.keyboard.press("b");
    await workbench.quickPick("shoes").waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.notification("2 ads added to shoes.adboard.json for 0 credits.").waitFor();
    assert.deepEqual(new Set(await onBoard()), new Set([await keyOf(0), await keyOf(1), await keyOf(2)]));
    await button("2 ads added", "Undo").click();
    while ((await readFile(file(), "utf8")) !== before) await new Promise(setImmediate);
  });

  it("get the selected ads from the palette", async () => {
    await workbench.clearNotifications();
    await card(1).focus();
    await workbench.runCommand("Ad Library: Add to Board…");
    await workbench.quickPick("shoes").click();
    await workbench.notification("2 ads added").waitFor();
    assert.equal((await board())?.entries.length, 3);
  });
});
