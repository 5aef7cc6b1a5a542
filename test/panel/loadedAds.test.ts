import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { testedVersion } from "../support/apiVersion";
import { times } from "../support/long";
import { cleanEnvironment, run } from "../support/vscode/command.mjs";
import { openWorkbench } from "../support/workbench.mjs";
import type { Workbench } from "../support/workbenchPage.mjs";

/** What is done with ads that are loaded, in VS Code: nothing of it costs anything but the details. */
describe("The ads on the screen, in VS Code", () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await workbench.openView();
    await workbench.treeItem("TikTok").click();
    await button("Search, 100 credits").click();
    await results().getByText("18 ads, 1 page").waitFor();
  });
  after(async () => {
    await workbench.dispose();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  const explorer = () => workbench.explorer();
  const results = () => explorer().getByRole("region", { name: "Results" });
  const details = () => explorer().getByRole("region", { name: "Ad details" });
  const button = (name: string | RegExp) => explorer().getByRole("button", { name }).first();
  const articles = () => results().getByRole("article");
  /** Waits until the clipboard has a text. */
  const copied = (part: string) =>
    workbench.page.waitForFunction((text) => navigator.clipboard.readText().then((now) => now.includes(text)), part);

  it("are exported as the same bytes as by the command line, except times", async () => {
    const clones = await mkdtemp(join(tmpdir(), "ad-library-clone-"));
    const at = (name: string) => join(workbench.workspace, name);
    /** Programs of the Node.js that runs this test. */
    const start = (cwd: string, env: Readonly<Record<string, string>>, program: string, ...args: string[]) => {
      const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
      return run(program, args, { cwd, env: cleanEnvironment({ PATH, ...env }), shell: process.platform === "win32" });
    };
    // `npx .` runs `prepare`, which would remove `dist` while other tests use it.
    const built = { npm_config_ignore_scripts: "true" };
    /** Where `npx .` finds the project: this folder with its build, or a clone of it that somebody has just made. */
    const project = async () => {
      if (times(0, 1) === 0) return { folder: resolve("."), env: built };
      const clone = join(clones, "clone");
      await start(".", {}, "git", "clone", "--quiet", "--no-hardlinks", resolve("."), clone);
      await start(clone, {}, "npm", "ci", "--no-audit", "--no-fund");
      await start(clone, {}, "npm", "run", "build");
      return { folder: clone, env: {} };
    };
    const rows = async (name: string) => (await readFile(at(name), "utf8")).split("\n");
    const timeless = (row: string) => row.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"');
    try {
      await button("Load next page, 100 credits").click();
      await results().getByText("36 ads, 2 pages").waitFor();
      await workbench.runCommand("Ad Library: Export Results…");
      await workbench.saveAs(at("panel.ndjson"));
      await workbench.notification("36 ads exported to panel.ndjson").waitFor();
      const panel = await rows("panel.ndjson");
      const { about } = JSON.parse(panel[0]!) as { about: { last_hit: string; platform: string; query: object } };
      const body = Object.fromEntries(Object.entries(about.query).filter(([name]) => name !== "page"));
      const search = { platform: about.platform, body, pages: 2, snapshot: about.last_hit };
      await writeFile(at("all.adsearch.json"), JSON.stringify(search));
      const data = join(workbench.dataFolder, "data/User/globalStorage/ad-library-explorer.ad-library-explorer");
      const env = { AD_LIBRARY_URL: "sample:", AD_LIBRARY_DATA: data };
      const args = ["run", at("all.adsearch.json"), "--out", at("cli.ndjson"), "--api-version", testedVersion];
      const { folder, env: more } = await project();
      const told = await start(folder, { ...env, ...more }, "npx", ".", ...args);
      assert.match(told, /cli\.ndjson: 36 ads from 2 pages, 0 credits\./);
      assert.deepEqual((await rows("cli.ndjson")).map(timeless), panel.map(timeless));
      assert.equal(panel.length, 1 + 36 + 1);
    } finally {
      await rm(clones, { recursive: true, force: true });
    }
  });

  it("are filtered by text and sorted by a number", async () => {
    await button("Filter and sort loaded ads, 0 credits").click();
    const title = (await articles().first().getByRole("heading").textContent()) ?? "";
    await explorer().locator('input[aria-label="Text in loaded ads"]').fill(title);
    await results()
      .getByText(/ \d+ shown$/)
      .waitFor();
    for (const card of await articles().allTextContents()) assert.ok(card.includes(title));
    await button("Show all loaded ads").click();
    await explorer().getByRole("combobox", { name: "Sort loaded ads" }).click();
    await explorer().getByRole("option", { name: "Views", exact: true }).click();
    const exact = await articles()
      .locator(".metric", { has: workbench.page.getByText("Views", { exact: true }) })
      .evaluateAll((metrics) => metrics.map((metric) => metric.getAttribute("title") ?? ""));
    const views = exact.map((title) => Number(title.replace(/\D/g, "")));
    assert.ok(views.length > 2);
    assert.deepEqual(
      views,
      views.toSorted((one, other) => other - one),
    );
  });

  it("play a video without sound, with controls", async () => {
    await button("Play video").click();
    const film = results().locator("video").first();
    await film.waitFor();
    assert.deepEqual(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.controls]), [true, true]);
  });

  it("can be a table, or an overview whose bars filter them", async () => {
    await button("Table").click();
    await explorer().getByRole("grid", { name: "Loaded ads" }).waitFor();
    await button("Overview of loaded ads, 0 credits").click();
    const figure = explorer().getByRole("figure", { name: /Days running/ });
    await figure.getByRole("button", { name: "Show as table" }).click();
    const table = explorer().getByRole("region", { name: "Values of Days running" });
    const first = await table.getByRole("row").nth(1).locator("th, td").allTextContents();
    await figure.getByRole("button", { name: "Copy as CSV" }).click();
    await copied(`${first[0]},${first[1]}`);
    await figure.getByRole("button", { name: "Show as table" }).click();
    await figure
      .getByRole("list", { name: "Days running" })
      .getByRole("button", { name: `${first[0]} ${first[1]}` })
      .click();
    await results().getByText(`${first[1]} shown`).waitFor();
    await button("Show all loaded ads").click();
  });

  it("can be selected, copied, compared, and exported", async () => {
    await button("Cards").click();
    const titles = (await articles().getByRole("heading").allTextContents()).slice(0, 2);
    for (const at of [0, 1]) await articles().nth(at).getByRole("checkbox").check({ force: true });
    const keys = await Promise.all([0, 1].map((at) => articles().nth(at).getAttribute("data-key")));
    await results().getByText("2 selected").waitFor();
    await button("Copy as text").click();
    await copied(`${titles[0]}\n`);
    await button("Side by side").click();
    const beside = explorer().getByRole("group", { name: "Ads side by side" });
    for (const title of titles) await beside.getByText(title).first().waitFor();
    await button("Export selected, 0 credits…").click();
    const file = join(workbench.workspace, "selected.json");
    await workbench.saveAs(file);
    await workbench.notification("2 ads exported to selected.json").waitFor();
    const { ads } = JSON.parse(await readFile(file, "utf8")) as { readonly ads: readonly { readonly id: number }[] };
    assert.deepEqual(ads.map(({ id }) => `tiktok:${id}`).sort(), keys.sort());
  });

  it("show details as charts, tables, and raw JSON for one price", async () => {
    await button("Back to the ads").click();
    await articles().first().getByRole("button", { name: "Details, 100 credits" }).click();
    const chart = details().getByRole("figure").first();
    await chart.getByRole("button", { name: "Show as table" }).click();
    await chart.getByRole("table").waitFor();
    await details().getByRole("button", { name: "Show raw JSON" }).click();
    await details().locator("pre").waitFor();
    assert.match((await details().locator("pre").textContent()) ?? "", /^\{\n {2}"status": "ok",\n/);
    await workbench.screenshot("loaded-ads-details");
    await details().getByText("Fetch history").waitFor();
    await button("Close details").click();
    await explorer().getByText("300 sample credits spent today").first().waitFor();
  });

  it("say where the clicks lead, and sell the details that would tell most, each once", async () => {
    await button("Overview of loaded ads, 0 credits").click();
    const clicks = explorer().getByRole("figure", { name: /Where the clicks lead/ });
    await clicks.getByText("Based on the details of 1 of 36 ads.").waitFor();
    const offer = button(/^Details of \d+ ads, /);
    assert.equal(await offer.getAttribute("aria-label"), "Details of 10 ads, 1,000 credits");
    await offer.scrollIntoViewIfNeeded();
    await workbench.screenshot("loaded-ads-clicks");
    await offer.click();
    await clicks.getByText("Based on the details of 11 of 36 ads.").waitFor();
    await explorer().getByText("1,300 sample credits spent today").first().waitFor();
    assert.ok((await clicks.locator("svg path").count()) > 1);
    await workbench.screenshot("loaded-ads-click-flow");
  });
});
