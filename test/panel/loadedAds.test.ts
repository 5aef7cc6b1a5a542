import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import * as z from "zod";
import { readBoard } from "../../src/features/boards/readBoard";
import { testedVersion } from "../support/apiVersion";
import { itInLongForm } from "../support/long";
import { cleanEnvironment, run } from "../support/vscode/command.mjs";
import { useWorkbench } from "../support/useWorkbench";

/** What is done with ads that are loaded, in VS Code: nothing of it costs anything but the details. */
describe("The ads on the screen, in VS Code", () => {
  const settings = { "adLibrary.baseUrl": "sample:", "adLibrary.csvSeparator": "semicolon" };
  const workbench = useWorkbench(() => ({ settings }));
  before(async () => {
    await workbench.openView();
    await workbench.treeItem("TikTok").click();
    await button("Search, 100 credits").click();
    await loaded();
  });

  const explorer = () => workbench.explorer();
  const results = () => explorer().getByRole("region", { name: "Results" });
  const loaded = () =>
    results()
      .getByText(/18 ads, 1 page|36 ads, 2 pages/)
      .waitFor();
  const details = () => explorer().getByRole("region", { name: "Ad details" });
  const button = (name: string | RegExp) => explorer().getByRole("button", { name }).first();
  const articles = () => results().getByRole("article");
  const place = (name: string) => join(workbench.workspace, name);
  const press = (key: string) => workbench.page.keyboard.press(key);

  it("can be selected, copied, compared, and exported, and play a video without sound, with controls", async () => {
    const titles = (await articles().getByRole("heading").allTextContents()).slice(0, 2);
    for (const at of [0, 1]) await articles().nth(at).getByRole("checkbox").check({ force: true });
    const keys = await Promise.all([0, 1].map((at) => articles().nth(at).getAttribute("data-key")));
    await results().getByText("2 selected").waitFor();
    await button("Copy as text").click();
    await workbench.copied(`${titles[0]}\n`);
    await button("Side by side").click();
    const beside = explorer().getByRole("group", { name: "Ads side by side" });
    for (const title of titles) await beside.getByText(title).first().waitFor();
    await button("Copy as CSV").click();
    await workbench.copied("key;platform;id;title;");
    await button("Export selected, 0 credits…").click();
    await workbench.saveAs(place("selected.json"));
    await workbench.notification("2 ads exported to selected.json").waitFor();
    const { ads } = JSON.parse(await readFile(place("selected.json"), "utf8")) as { ads: readonly { id: number }[] };
    assert.deepEqual(ads.map(({ id }) => `tiktok:${id}`).sort(), keys.sort());
    await button("Back to the ads").click();
    await button("Clear selection").click();
    await button("Play video").click();
    const film = results().locator("video").first();
    await film.waitFor();
    assert.deepEqual(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.controls]), [true, true]);
  });

  it("show details as charts, tables, and raw JSON for one price", async () => {
    await articles().first().getByRole("button", { name: "Details, 100 credits" }).click();
    const chart = details().getByRole("figure").first();
    await chart.getByRole("button", { name: "Show as table" }).click();
    await chart.getByRole("table").waitFor();
    await details().getByRole("button", { name: "Show raw JSON" }).click();
    await details().locator("pre").waitFor();
    assert.match((await details().locator("pre").textContent()) ?? "", /^\{\n {2}"status": "ok",\n/);
    await details().getByText("Fetch history").waitFor();
    await button("Close details").click();
    await explorer().getByText("200 sample credits spent today").first().waitFor();
  });

  it("say where the clicks lead, and sell the details that would tell most, each once", async () => {
    await button("Overview of loaded ads, 0 credits").click();
    const clicks = explorer().getByRole("figure", { name: /Where the clicks lead/ });
    await clicks.getByText("Based on the details of 1 of 18 ads.").waitFor();
    const offer = button(/^Details of \d+ ads, /);
    assert.equal(await offer.getAttribute("aria-label"), "Details of 10 ads, 1,000 credits");
    await offer.click();
    await clicks.getByText("Based on the details of 11 of 18 ads.").waitFor();
    await explorer().getByText("1,200 sample credits spent today").first().waitFor();
    assert.ok((await clicks.locator("svg path").count()) > 1);
    // Of ads that show one creative, one is enough.
    const fewer = explorer().getByRole("button", { name: /^Details of (?<ads>\d) ads?, \k<ads>00 credits$/ });
    const rest = Number(/\d/.exec((await fewer.getAttribute("aria-label"))!));
    await fewer.click();
    await clicks.getByText(`Based on the details of ${11 + rest} of 18 ads.`).waitFor();
    await explorer()
      .getByText(`${(1200 + rest * 100).toLocaleString("en")} sample credits spent today`)
      .first()
      .waitFor();
    await button(/^Details of /).waitFor({ state: "detached" });
  });

  // In the short form, `spending.test.ts` compares them, with the built command line in place of a clone's.
  itInLongForm("are exported as the same bytes as by the command line of a clone, except times", async () => {
    const clones = await mkdtemp(join(tmpdir(), "ad-library-clone-"));
    /** Programs of the Node.js that runs this test. */
    const start = (cwd: string, env: Readonly<Record<string, string>>, program: string, ...args: string[]) => {
      const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
      return run(program, args, { cwd, env: cleanEnvironment({ PATH, ...env }), shell: process.platform === "win32" });
    };
    const rows = async (name: string) => (await readFile(place(name), "utf8")).split("\n");
    const timeless = (row: string) => row.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"');
    try {
      await button("Cards").click();
      await button("Load next page, 100 credits").click();
      await results().getByText("36 ads, 2 pages").waitFor();
      await workbench.runCommand("Ad Library: Export Results…");
      await workbench.saveAs(place("panel.ndjson"));
      await workbench.notification("36 ads exported to panel.ndjson").waitFor();
      const panel = await rows("panel.ndjson");
      const { about } = JSON.parse(panel[0]!) as { about: { last_hit: string; platform: string; query: object } };
      const body = Object.fromEntries(Object.entries(about.query).filter(([name]) => name !== "page"));
      const search = { platform: about.platform, body, pages: 2, snapshot: about.last_hit };
      await writeFile(place("all.adsearch.json"), JSON.stringify(search));
      const clone = join(clones, "clone");
      await start(".", {}, "git", "clone", "--quiet", "--no-hardlinks", resolve("."), clone);
      await start(clone, {}, "npm", "ci", "--no-audit", "--no-fund");
      await start(clone, {}, "npm", "run", "build");
      const data = join(workbench.dataFolder, "data/User/globalStorage/ad-library-explorer.ad-library-explorer");
      const env = { AD_LIBRARY_URL: "sample:", AD_LIBRARY_DATA: data };
      const args = ["run", place("all.adsearch.json"), "--out", place("cli.ndjson"), "--api-version", testedVersion];
      const told = await start(clone, env, "npx", ".", ...args);
      assert.match(told, /cli\.ndjson: 36 ads from 2 pages, 0 credits\./);
      assert.deepEqual((await rows("cli.ndjson")).map(timeless), panel.map(timeless));
      assert.equal(panel.length, 1 + 36 + 1);
    } finally {
      await rm(clones, { recursive: true, force: true });
    }
  });

  describe("Boards of them", () => {
    const file = () => place("shoes.adboard.json");
    const text = () => readFile(file(), "utf8");
    const until = async (holds: (text: string) => boolean) => {
      while (!holds(await text())) await workbench.page.evaluate(() => new Promise(requestAnimationFrame));
    };
    const ids = async () => (readBoard(await text()).board?.entries ?? []).map(({ ad }) => `${ad.platform}:${ad.id}`);
    const keyOf = async (at: number) => z.string().parse(await articles().nth(at).getAttribute("data-key"));
    const undo = (words: string) =>
      workbench.notification(words).getByRole("button", { name: "Undo", exact: true }).click();
    const board = explorer;
    const cards = (name: string) => board().getByRole("region", { name, exact: true }).getByRole("article");

    before(async () => {
      await button("Cards").click();
      await articles().first().waitFor();
    });

    it("are made with their first ad, which keeps the focus, and which Undo takes back together with the file", async () => {
      await articles().first().focus();
      await press("b");
      await workbench.saveAs(file());
      await articles().first().and(explorer().locator(":focus")).waitFor();
      await workbench.notification("1 ad added to shoes.adboard.json for 0 credits.").waitFor();
      assert.deepEqual(await ids(), [await keyOf(0)]);
      await workbench.treeItem("shoes").waitFor();
      await undo("1 ad added");
      await workbench.treeItem("shoes").waitFor({ state: "detached" });
      assert.equal(existsSync(file()), false);
    });

    it("are offered with the last one first, also from the palette, and lose exactly what Undo takes back", async () => {
      await articles().first().focus();
      await press("b");
      await workbench.saveAs(file());
      await workbench.notification("1 ad added").waitFor();
      assert.equal(await workbench.page.getByRole("tab", { name: /adboard/ }).count(), 0);
      const before = await text();
      await workbench.clearNotifications();
      for (const at of [1, 2]) {
        await articles().nth(at).focus();
        await press("Space");
      }
      await press("b");
      await workbench.quickPick("shoes").waitFor();
      await press("Enter");
      await workbench.notification("2 ads added to shoes.adboard.json for 0 credits.").waitFor();
      assert.deepEqual(new Set(await ids()), new Set([await keyOf(0), await keyOf(1), await keyOf(2)]));
      await undo("2 ads added");
      await until((now) => now === before);
      await workbench.clearNotifications();
      await articles().nth(1).focus();
      await workbench.runCommand("Ad Library: Add to Board…");
      await workbench.quickPick("shoes").click();
      await workbench.notification("2 ads added").waitFor();
      assert.equal((await ids()).length, 3);
    });

    it("sort, tag, and note ads by keyboard in their editor; the saved text changes in these places only", async () => {
      const before = await text();
      await workbench.treeItem("shoes").hover();
      await workbench.treeItem("shoes").getByRole("button", { name: "Open Board (0 credits)" }).click();
      await cards("Not sorted").nth(2).waitFor();
      await board()
        .getByRole("textbox", { name: /^New column/ })
        .fill("Hook");
      await press("Enter");
      await board().getByRole("region", { name: "Hook", exact: true }).waitFor();
      await cards("Not sorted").first().focus();
      await press("Alt+ArrowRight");
      await cards("Hook").first().waitFor();
      assert.equal(await text(), before);
      await cards("Hook")
        .getByRole("textbox", { name: /^Add a tag/ })
        .fill("ugc");
      await press("Enter");
      await board().getByRole("button", { name: "Remove the tag “ugc”" }).waitFor();
      await cards("Hook").focus();
      await press("Enter");
      await workbench.page.keyboard.type("Shows <b>price</b> first");
      await press("Escape");
      await press("Control+s");
      await until((now) => now.includes("price"));
      const [first = ""] = /^ {4}\{ "ad".*\}(?=,?$)/m.exec(before) ?? [];
      const more = ', "column": "Hook", "tags": ["ugc"], "note": "Shows <b>price</b> first" }';
      const expected = before.replace('"columns": []', '"columns": ["Hook"]').replace(first, first.slice(0, -2) + more);
      assert.equal(await text(), expected);
    });

    it("undo and redo through the document", async () => {
      const saved = await text();
      await cards("Not sorted").first().focus();
      await press("Delete");
      await cards("Not sorted").nth(1).waitFor({ state: "detached" });
      await press("Control+s");
      await until((now) => readBoard(now).board?.entries.length === 2);
      await press("Control+z");
      await cards("Not sorted").nth(1).waitFor();
      await press("Control+s");
      await until((now) => now === saved);
      await cards("Not sorted").first().focus();
      await press("Control+Shift+z");
      await cards("Not sorted").nth(1).waitFor({ state: "detached" });
      await press("Control+z");
      await cards("Not sorted").nth(1).waitFor();
      // It is as saved again: VS Code lets the file of a document with changes of its own go its own way.
      await workbench.page.locator(".tab:not(.dirty)").filter({ hasText: "shoes.adboard.json" }).waitFor();
    });

    it("open the bought search that an ad is from, for 0 credits", async () => {
      await cards("Hook").getByRole("button", { name: "Open in Explorer, 0 credits" }).click();
      await loaded();
      await workbench.page.getByRole("tab", { name: /^shoes\.adboard\.json/ }).click();
      await cards("Hook").first().waitFor();
    });

    it("show the kept pictures of ads whose addresses no longer answer", async () => {
      await workbench.call("adLibrary.keepPictures", { board: file() });
      // A page may load pictures from this machine only while the library there is the connected one.
      await workbench.change({ "adLibrary.baseUrl": "https://ads.invalid" });
      for (const name of ["Hook", "Not sorted"])
        await cards(name).first().locator('img.card-media[src^="data:"] ~ .card-kept').waitFor();
      await workbench.change(settings);
    });

    it("follow another program's change, and show a merge conflict with the way to the text, never changing it", async () => {
      const saved = await text();
      await writeFile(file(), saved.replaceAll('"Hook"', '"Angle"'));
      await cards("Angle").first().waitFor();
      const conflict = saved.replace('  "entries": [', '  "entries": [\n<<<<<<< HEAD\n=======\n>>>>>>> theirs');
      await writeFile(file(), conflict);
      await board().getByText("This board has a merge conflict.").waitFor();
      await board().getByRole("button", { name: "Open as Text" }).click();
      await workbench.page.locator(".monaco-editor .view-line", { hasText: "<<<<<<< HEAD" }).waitFor();
      assert.equal(await text(), conflict);
    });
  });
});
