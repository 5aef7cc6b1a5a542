import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBoard } from "../../src/features/boards/readBoard";
import type { SearchPage } from "../../src/protocol/search";
import type { ShownBoard, ShownEntry } from "../../src/protocol/boards";
import { axeFindings } from "../support/axeFindings";
import { usePanel } from "../support/panelPage";
import { openWorkbench } from "../support/workbench.mjs";
import { artifacts, type Workbench } from "../support/workbenchPage.mjs";

const { signal } = new AbortController();
const query = { platform: "facebook", choices: [] } as const;
const hostile = '<img src=x onerror="alert(1)"><b>bold</b>';
const names = ["Hook", "Offer", `Proof ${hostile}`];

const entriesOf = (count: number): ShownEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `facebook:${at + 1}`, ad: { platform: "facebook", id: String(at + 1) }, answer: "0" },
    ...{ column: ["", ...names][at % 4] ?? "", tags: at % 2 === 0 ? ["ugc", hostile] : [], searched: "facebook" },
    note: at % 3 === 0 ? `${hostile}\nSecond line` : "",
    ...(at === 6 && { snapshot: true }),
  }));
const boardOf = (count: number) => ({ name: `Shoes ${hostile}`, columns: names, entries: entriesOf(count) });

describe("a board in its editor, as a page", () => {
  const panel = usePanel();
  const show = async (board: ShownBoard, width = 1280, theme: "dark" | "light" | "hc-dark" | "hc-light" = "dark") => {
    await panel.show({
      ...{ panel: "board", width, theme },
      prepare: (host) => {
        const start = host.rows.openBoard({}, signal);
        host.rows.openBoard = async () => ({ ...(await start), board });
        host.rows.entryCards = async ({ ids }) => {
          const { page } = (await host.rows.search({ query }, signal)) as { page: SearchPage };
          return ids.map((id, at) => {
            const received = "2026-11-20T10:00:00.000Z";
            if (at === 4) return { id, received };
            if (at === 5) return { id, received, changed: true };
            if (at === 6) return { id, received, card: page.ads[6]!, snapshot: true };
            return { id, received, card: page.ads[at % page.ads.length]! };
          });
        };
      },
    });
  };

  for (const theme of ["dark", "light", "hc-dark", "hc-light"] as const)
    for (const width of [500, 1280, 1920])
      it(`is accessible and fits (${theme}, ${width} px)`, async () => {
        await show(boardOf(24), width, theme);
        await panel.page.getByRole("article").first().waitFor();
        await panel.page.getByText("Bought earlier").waitFor({ state: "attached" });
        await panel.page.screenshot({ path: `${artifacts}/board-${theme}-${width}.png` });
        assert.deepEqual(await axeFindings(panel.page), []);
        assert.ok((await panel.page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      });

  const column = (name: string | RegExp) => panel.page.getByRole("region", { name });
  const edits = () => panel.host.asked.flatMap(({ method, params }) => (method === "editBoard" ? [params] : []));
  /** The edits that the page asked for, once it asked for this many. */
  const edited = async (count: number) => {
    while (edits().length < count) await new Promise(setImmediate);
    return edits().slice(count - 1);
  };
  const focused = () =>
    panel.page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key);
  const entry = (id: string, more: Partial<ShownEntry> = {}): ShownEntry => ({
    ...{ id: `facebook:${id}`, ad: { platform: "facebook", id }, answer: "0", column: "", tags: [], note: "" },
    ...more,
  });
  const small = {
    name: "Shoes",
    columns: ["Hook", "Offer"],
    entries: [entry("1"), entry("2"), entry("3", { column: "Hook" })],
  };

  it("moves, notes, tags, and removes by keyboard, and shows each at once, with the focus on its card", async () => {
    await show(small);
    // Nobody answers, so what is shown is what the page makes of the edit.
    panel.host.rows.editBoard = () => new Promise(() => undefined);
    await panel.page.locator('[data-key="facebook:1"]').focus();
    await panel.page.keyboard.press("Alt+ArrowRight");
    assert.deepEqual(await edited(1), [{ edit: { kind: "move", ids: ["facebook:1"], column: "Hook" } }]);
    await column("Hook").locator('[data-key="facebook:1"]').waitFor();
    assert.equal(await focused(), "facebook:1");
    await panel.page.keyboard.press("ArrowDown");
    assert.equal(await focused(), "facebook:3");
    await panel.page.keyboard.press("ArrowLeft");
    assert.equal(await focused(), "facebook:2");
    // There is no column to the left.
    await panel.page.keyboard.press("Alt+ArrowLeft");
    await panel.page.keyboard.press("Enter");
    await panel.page.keyboard.type(hostile);
    await panel.page.keyboard.press("Escape");
    assert.deepEqual(await edited(2), [{ edit: { kind: "note", ids: ["facebook:2"], note: hostile } }]);
    assert.equal(await focused(), "facebook:2");
    await panel.page
      .locator('[data-key="facebook:2"]')
      .getByRole("textbox", { name: /^Add a tag/ })
      .fill(" ugc ");
    await panel.page.keyboard.press("Enter");
    assert.deepEqual(await edited(3), [{ edit: { kind: "tag", ids: ["facebook:2"], tag: "ugc", on: true } }]);
    await panel.button("Remove the tag “ugc”").click();
    assert.deepEqual(await edited(4), [{ edit: { kind: "tag", ids: ["facebook:2"], tag: "ugc", on: false } }]);
    await panel.page.locator('[data-key="facebook:1"]').focus();
    await panel.page.keyboard.press("Delete");
    assert.deepEqual(await edited(5), [{ edit: { kind: "remove", ids: ["facebook:1"] } }]);
    await panel.page.locator('[data-key="facebook:1"]').waitFor({ state: "detached" });
    assert.equal(await focused(), "facebook:3");
    assert.deepEqual(panel.paid(), []);
  });

  it("lets 12 ads be sorted into three new columns with notes, by keyboard alone", async () => {
    const columns = ["Hook", "Offer", "Proof"];
    const entries = Array.from({ length: 12 }, (_, at) => entry(String(at + 1)));
    await show({ name: "Shoes", columns: [], entries });
    // Until then, Tab leads nowhere.
    await panel.page.getByRole("article").first().waitFor();
    const { keyboard } = panel.page;
    panel.host.rows.editBoard = () => true as const;
    const tabTo = async (holds: () => Promise<boolean>) => {
      for (let presses = 0; !(await holds()); presses += 1) {
        assert.ok(presses < 12, "It is out of reach.");
        await keyboard.press("Tab");
      }
    };
    const isField = (label: string) =>
      panel.page.evaluate((name) => document.activeElement?.getAttribute("aria-label") === name, label);
    await tabTo(() => isField("New column, Enter adds it"));
    for (const name of columns) {
      await keyboard.type(name);
      await keyboard.press("Enter");
    }
    await tabTo(async () => (await focused()) !== undefined);
    const isUnsorted = () =>
      panel.page.evaluate(() => !!document.activeElement?.closest('[aria-label="Not sorted"] [data-key]'));
    const sorted: { id: string; column: string; note: string }[] = [];
    for (const [at, { id: first }] of entries.entries()) {
      for (let presses = 0; !(await isUnsorted()); presses += 1) {
        assert.ok(presses < columns.length, "No way leads back to the ads that are left.");
        await keyboard.press("ArrowLeft");
      }
      const id = (await focused()) ?? first;
      const to = at % columns.length;
      for (let step = 0; step <= to; step += 1) await keyboard.press("Alt+ArrowRight");
      await keyboard.press("Enter");
      await keyboard.type(`Reason ${at}`);
      await keyboard.press("Escape");
      sorted.push({ id, column: columns[to] ?? "", note: `Reason ${at}` });
    }
    assert.equal(new Set(sorted.map(({ id }) => id)).size, 12);
    for (const { id, column: name, note } of sorted) {
      const own = column(name).locator(`[data-key="${id}"]`);
      assert.equal(await own.getByRole("textbox", { name: /^Note on/ }).inputValue(), note);
    }
    // Three columns, a note for each ad, and one step more for each column.
    assert.equal(edits().length, 3 + 12 + 4 * (1 + 2 + 3));
    assert.deepEqual(panel.paid(), []);
  });

  it("moves, tags, and removes all selected ads, and drags a card to another column", async () => {
    await show(small);
    for (const id of ["1", "2"]) {
      await panel.page.locator(`[data-key="facebook:${id}"]`).focus();
      await panel.page.keyboard.press("Space");
    }
    const ids = ["facebook:1", "facebook:2"];
    await panel.page.keyboard.press("Alt+ArrowRight");
    assert.deepEqual(await edited(1), [{ edit: { kind: "move", ids, column: "Hook" } }]);
    const bar = panel.page.getByRole("group", { name: "Selected ads" });
    await bar.getByRole("textbox").fill("best");
    await panel.page.keyboard.press("Enter");
    assert.deepEqual(await edited(2), [{ edit: { kind: "tag", ids, tag: "best", on: true } }]);
    await bar.getByRole("combobox", { name: "Move the selected ads" }).click();
    await panel.page.getByRole("option", { name: "Offer" }).click();
    assert.deepEqual(await edited(3), [{ edit: { kind: "move", ids, column: "Offer" } }]);
    await bar.getByRole("button", { name: "Clear selection" }).click();
    const to = column("Not sorted");
    await panel.page.locator('[data-key="facebook:3"] .card-title').dragTo(to, { targetPosition: { x: 100, y: 200 } });
    assert.deepEqual(await edited(4), [{ edit: { kind: "move", ids: ["facebook:3"], column: "" } }]);
    await to.locator('[data-key="facebook:3"]').waitFor();
  });

  it("renames and moves columns by keyboard, tells what it did, and keeps the focus", async () => {
    await show({ ...small, columns: ["Hook", "Offer", "Proof"] });
    panel.host.rows.editBoard = () => new Promise(() => undefined);
    const { keyboard } = panel.page;
    const regions = () => panel.page.getByRole("region").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))); // prettier-ignore
    const label = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await panel.button("Move the column Proof to the left").focus();
    await keyboard.press("Enter");
    assert.deepEqual(await edited(1), [{ edit: { kind: "moveColumn", column: "Proof", by: -1 } }]);
    assert.equal(await label(), "Move the column Proof to the left");
    await panel.page.getByRole("status").getByText("Column moved to the left: Proof").waitFor();
    await keyboard.press("Enter");
    // There is no way further to the left.
    assert.equal(await label(), "Rename the column Proof");
    assert.deepEqual(await regions(), ["Not sorted", "Proof", "Hook", "Offer"]);
    await panel.button("Rename the column Hook").focus();
    await keyboard.press("Enter");
    await keyboard.type("Offer");
    await panel.page.getByRole("textbox", { name: "New name of the column Hook" }).and(panel.page.locator("[aria-invalid=true]")).waitFor(); // prettier-ignore
    await keyboard.press("Enter");
    assert.equal(await label(), "Rename the column Hook");
    await keyboard.press("Enter");
    await keyboard.type(`Angle ${hostile}`);
    assert.deepEqual(await axeFindings(panel.page), []);
    await keyboard.press("Enter");
    assert.deepEqual(await edited(3), [{ edit: { kind: "renameColumn", column: "Hook", name: `Angle ${hostile}` } }]);
    await column(/^Angle/)
      .locator('[data-key="facebook:3"]')
      .waitFor();
    assert.match((await label()) ?? "", /^Rename the column Angle/);
    await keyboard.press("Enter");
    await keyboard.type("Never");
    await keyboard.press("Escape");
    assert.equal(edits().length, 3);
    assert.equal(await panel.button(/the column Not sorted/).count(), 0);
  });

  it("puts the texts of selected ads into the file and takes them out, and says what a card without its answer is", async () => {
    await show({ ...small, entries: [entry("1"), entry("7", { snapshot: true })] });
    panel.host.rows.editBoard = () => new Promise(() => undefined);
    await panel.page.locator('[data-key="facebook:7"]').getByText("The texts of this ad are in the board's file.").waitFor(); // prettier-ignore
    const bar = panel.page.getByRole("group", { name: "Selected ads" });
    for (const id of ["7", "1"]) {
      await panel.page.locator(`[data-key="facebook:${id}"]`).focus();
      await panel.page.keyboard.press("Space");
    }
    await bar.getByRole("button", { name: "Store texts in file" }).click();
    const ids = ["facebook:1", "facebook:7"];
    assert.deepEqual(await edited(1), [{ edit: { kind: "snapshot", ids, on: true } }]);
    await panel.page.locator('[data-key="facebook:1"]').focus();
    await panel.page.keyboard.press("Space");
    await bar.getByRole("button", { name: "Remove texts from file" }).click();
    assert.deepEqual(await edited(2), [{ edit: { kind: "snapshot", ids: ["facebook:7"], on: false } }]);
  });

  it("shows what the file has of an ad whose answer is not bought, as text, until it is bought", async () => {
    await show(boardOf(8));
    const words = "Snapshot from the board's file. No bought answer backs it.";
    await panel.page.locator('[data-key="facebook:7"]').getByText(words).waitFor();
    const card = { key: "a", platformName: "facebook", title: hostile, attachments: [], stats: [], metadata: [{ values: [hostile] }], repairs: 0 }; // prettier-ignore
    panel.host.rows.entryCards = ({ ids }) =>
      ids.map((id) => ({ id, received: "2026-11-20T10:00:00.000Z", card, ...(id === "facebook:7" && { snapshot: true as const }) })); // prettier-ignore
    await panel.push({ kind: "fact", fact: "boughtChanged", value: true });
    const own = panel.page.locator('[data-key="facebook:7"]');
    await own.getByRole("heading", { name: hostile }).waitFor();
    assert.equal(await own.locator("b, img[src=x]").count(), 0);
    assert.deepEqual(await axeFindings(panel.page), []);
    panel.host.rows.entryCards = ({ ids }) => ids.map((id) => ({ id, received: "2026-11-20T10:00:00.000Z", card }));
    await panel.push({ kind: "fact", fact: "boughtChanged", value: true });
    await own.getByText(words).waitFor({ state: "detached" });
  });

  it("filters by tag and by text of ads and notes, and follows the document once its own edits are made", async () => {
    await show({ ...small, entries: [entry("1", { tags: ["ugc"] }), entry("2", { note: "Price first" }), entry("3")] });
    const count = (words: string) => panel.page.locator(".board-head").getByText(words, { exact: true }).waitFor();
    await count("3 ads");
    const text = panel.page.getByRole("textbox", { name: "Text in ads, notes, and tags" });
    await text.fill("PRICE first");
    await count("1 of 3 ads");
    await text.fill("nordlicht");
    await count("1 of 3 ads");
    assert.equal(await panel.page.getByRole("article").getAttribute("data-key"), "facebook:1");
    await text.fill("");
    await panel.page.getByRole("combobox", { name: "Tag" }).click();
    await panel.page.getByRole("option", { name: "ugc" }).click();
    await count("1 of 3 ads");
    let answered: (value: true) => void = () => undefined;
    panel.host.rows.editBoard = () => new Promise((answer) => (answered = answer));
    await panel.page.getByRole("textbox", { name: /^New column/ }).fill("Proof");
    await panel.page.keyboard.press("Enter");
    await column("Proof").waitFor();
    // Older than the edit on its way: shown only after it.
    await panel.push({ kind: "fact", fact: "boardChanged", value: { ...small, columns: ["Else"], entries: [] } });
    await count("1 of 3 ads");
    answered(true);
    await column("Else").waitFor();
    await count("0 ads");
  });

  it("says why a text is no board and offers the text, and comes back with it", async () => {
    await show({ problem: "Line 3: This board has a merge conflict." });
    await panel.page.getByRole("alert").getByText("Line 3: This board has a merge conflict.").waitFor();
    assert.deepEqual(await axeFindings(panel.page), []);
    await panel.button("Open as Text").click();
    while (!panel.host.asked.some(({ method }) => method === "openAsText")) await new Promise(setImmediate);
    await panel.push({ kind: "fact", fact: "boardChanged", value: small });
    await column("Hook").waitFor();
    assert.deepEqual(edits(), []);
  });

  it("asks again for what is missing once more is bought", async () => {
    await show(boardOf(8));
    await panel.page.getByText("Bought earlier").waitFor();
    panel.host.rows.entryCards = ({ ids }) =>
      ids.map((id) => ({ id, received: "2026-11-20T10:00:00.000Z", changed: true }));
    await panel.push({ kind: "fact", fact: "boughtChanged", value: true });
    await panel.page.getByText("Bought earlier").waitFor({ state: "detached" });
    const asked = panel.host.asked.flatMap(({ method, params }) => (method === "entryCards" ? [params] : []));
    assert.deepEqual(asked.slice(1), [{ ids: ["facebook:5", "facebook:6", "facebook:7"] }]);
  });

  it("draws only the cards near the view of 5,000 entries, and reaches the last one by keyboard", async () => {
    await show(boardOf(5000));
    await panel.page.getByRole("article").first().waitFor();
    assert.ok((await panel.page.getByRole("article").count()) < 60);
    await panel.page.getByRole("article").first().focus();
    await panel.page.keyboard.press("End");
    while ((await focused()) !== "facebook:4997") await new Promise(setImmediate);
    assert.ok((await panel.page.getByRole("article").count()) < 60);
    await panel.page.keyboard.press("Alt+ArrowRight");
    await column("Hook").locator('[data-key="facebook:4997"]').waitFor();
    while ((await focused()) !== "facebook:4997") await new Promise(setImmediate);
  });
});

describe("A board's editor, in VS Code", () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } });
    await workbench.openView();
    await workbench.treeItem("TikTok").click();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).first().click();
    await results().getByText("18 ads, 1 page").waitFor();
    for (const at of [0, 1, 2]) {
      await results().getByRole("article").nth(at).focus();
      await workbench.page.keyboard.press("Space");
    }
    await workbench.page.keyboard.press("b");
    await workbench.saveAs(file());
    await workbench.notification("3 ads added").waitFor();
    await workbench.clearNotifications();
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const file = () => join(workbench.workspace, "shoes.adboard.json");
  const text = () => readFile(file(), "utf8");
  const until = async (holds: (text: string) => boolean) => {
    while (!holds(await text())) await new Promise(setImmediate);
  };
  const board = () => workbench.explorer();
  const column = (name: string) => board().getByRole("region", { name, exact: true });
  const cards = (name: string) => column(name).getByRole("article");
  const save = () => workbench.page.keyboard.press("Control+s");
  const tab = () => workbench.page.getByRole("tab", { name: /^shoes\.adboard\.json/ });

  it("sorts, tags, and notes ads by keyboard; the saved text changes in these places only", async () => {
    const before = await text();
    await workbench.treeItem("shoes").hover();
    await workbench.treeItem("shoes").getByRole("button", { name: "Open Board (0 credits)" }).click();
    await cards("Not sorted").nth(2).waitFor();
    await board()
      .getByRole("textbox", { name: /^New column/ })
      .fill("Hook");
    await workbench.page.keyboard.press("Enter");
    await column("Hook").waitFor();
    await cards("Not sorted").first().focus();
    await workbench.page.keyboard.press("Alt+ArrowRight");
    await cards("Hook").first().waitFor();
    assert.equal(await text(), before);
    await cards("Hook")
      .getByRole("textbox", { name: /^Add a tag/ })
      .fill("ugc");
    await workbench.page.keyboard.press("Enter");
    await board().getByRole("button", { name: "Remove the tag “ugc”" }).waitFor();
    await cards("Hook").focus();
    await workbench.page.keyboard.press("Enter");
    await workbench.page.keyboard.type("Shows <b>price</b> first");
    await workbench.page.keyboard.press("Escape");
    await save();
    await until((now) => now.includes("price"));
    const [first = ""] = /^ {4}\{ "ad".*\}(?=,?$)/m.exec(before) ?? [];
    const more = ', "column": "Hook", "tags": ["ugc"], "note": "Shows <b>price</b> first" }';
    const expected = before.replace('"columns": []', '"columns": ["Hook"]').replace(first, first.slice(0, -2) + more);
    assert.equal(await text(), expected);
    await workbench.screenshot("board-editor");
  });

  it("undoes and redoes through the document", async () => {
    const saved = await text();
    await cards("Not sorted").first().focus();
    await workbench.page.keyboard.press("Delete");
    await cards("Not sorted").nth(1).waitFor({ state: "detached" });
    await save();
    await until((now) => readBoard(now).board?.entries.length === 2);
    await workbench.page.keyboard.press("Control+z");
    await cards("Not sorted").nth(1).waitFor();
    await save();
    await until((now) => now === saved);
    await cards("Not sorted").first().focus();
    await workbench.page.keyboard.press("Control+Shift+z");
    await cards("Not sorted").nth(1).waitFor({ state: "detached" });
    await workbench.page.keyboard.press("Control+z");
    await cards("Not sorted").nth(1).waitFor();
    // It is as saved again: VS Code lets the file of a document with changes of its own go its own way.
    await workbench.page.locator(".tab:not(.dirty)").filter({ hasText: "shoes.adboard.json" }).waitFor();
  });

  it("opens the bought search that an ad is from, for 0 credits", async () => {
    await cards("Hook").getByRole("button", { name: "Open in Explorer, 0 credits" }).click();
    await results().getByText("18 ads, 1 page").waitFor();
    await tab().click();
    await cards("Hook").first().waitFor();
  });

  it("follows another program's change, and shows a merge conflict with the way to the text, never changing it", async () => {
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
