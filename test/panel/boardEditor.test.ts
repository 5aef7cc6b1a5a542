import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Locator } from "playwright-core";
import type { ShownBoard, ShownEntry } from "../../src/protocol/boards";
import type { SearchPage } from "../../src/protocol/search";
import { axeFindings } from "../support/axeFindings";
import { variants } from "../support/long";
import { usePanel } from "../support/panelPage";
import { HostFailure } from "../support/panelPageHost";
import { resize } from "../support/vscode/browser.mjs";

const { signal } = new AbortController();
const query = { platform: "facebook", choices: [] } as const;
const received = "2026-11-20T10:00:00.000Z";
const hostile = '<img src=x onerror="alert(1)"><b>bold</b>';
const names = ["Hook", "Offer", `Proof ${hostile}`];

const themes = ["dark", "light", "hc-dark", "hc-light"] as const;
const widths = [500, 1280, 1920] as const;
const looks = variants(
  themes.map((theme, at) => [theme, widths[at % widths.length]!] as const),
  themes.flatMap((theme) => widths.map((width) => [theme, width] as const)),
);

const entry = (id: string, more: Partial<ShownEntry> = {}): ShownEntry => ({
  ...{ id: `facebook:${id}`, ad: { platform: "facebook", id }, answer: "0", column: "", tags: [], note: "" },
  ...more,
});
const boardOf = (count: number) => ({
  ...{ name: `Shoes ${hostile}`, columns: names },
  entries: Array.from({ length: count }, (_, at) =>
    entry(String(at + 1), {
      ...{ column: ["", ...names][at % 4] ?? "", tags: at % 2 === 0 ? ["ugc", hostile] : [], searched: "facebook" },
      note: at % 3 === 0 ? `${hostile}\nSecond line` : "",
      ...(at === 6 && { snapshot: true }),
    }),
  ),
});
const small = {
  ...{ name: "Shoes", columns: ["Hook", "Offer"] },
  entries: [entry("1"), entry("2"), entry("3", { column: "Hook" })],
};

describe("a board in its editor, as a page", () => {
  const panel = usePanel();
  /** @param held what the stored answers wait for; without it, they are there once this settles */
  const show = async (board: ShownBoard, held?: Promise<void>) => {
    await panel.show({
      panel: "board",
      prepare: ({ rows }) => {
        const start = rows.openBoard({}, signal);
        rows.openBoard = async () => ({ ...(await start), board });
        rows.entryCards = async ({ ids }) => {
          const { page } = (await rows.search({ query }, signal)) as { page: SearchPage };
          await held;
          return ids.map((id, at) => {
            if (at === 4) return { id, received };
            if (at === 5) return { id, received, changed: true };
            return {
              id,
              received,
              card: page.ads[at % page.ads.length]!,
              ...(at === 6 && { snapshot: true as const }),
            };
          });
        };
      },
    });
    if ("problem" in board) return;
    await panel.page.getByRole("article").first().waitFor();
    if (!held) await panel.page.getByText("Reading the stored answer…").first().waitFor({ state: "detached" });
  };
  const column = (name: string | RegExp) => panel.page.getByRole("region", { name });
  const card = (id: string) => panel.page.locator(`[data-key="facebook:${id}"]`);
  const edits = () => panel.host.asked.filter(({ method }) => method === "editBoard");
  /** The newest edit that the page asked for, once it asked for this many. */
  const edited = async (count: number) => {
    const all = (await panel.asked("editBoard", count)) as readonly { readonly edit: unknown }[];
    assert.equal(all.length, count);
    return all.at(-1)!.edit;
  };
  const focused = () =>
    panel.page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key);
  const label = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  /** Selects cards by keyboard. */
  const select = async (...ids: readonly string[]) => {
    for (const id of ids) {
      await card(id).focus();
      await panel.page.keyboard.press("Space");
    }
  };
  /** What is shown from now on is what the page makes of its edits. */
  const answerNoEdit = () => {
    panel.host.rows.editBoard = () => new Promise(() => undefined);
  };

  it("is accessible and fits in every theme and width", async () => {
    await show(boardOf(8));
    await panel.page.getByText("The stored answer isn't in the archive.").waitFor({ state: "attached" });
    for (const [theme, width] of looks) {
      await panel.setTheme(theme);
      await resize(panel.page, width);
      assert.deepEqual(await axeFindings(panel.page), [], `${theme}, ${width} px`);
      assert.ok((await panel.page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width} px`);
    }
  });

  it("leaves room for its cards where zoom leaves little, and brings the one with the focus into view", async () => {
    await show(boardOf(8));
    await panel.page.setViewportSize({ width: 360, height: 330 });
    await select("1");
    const columns = panel.page.locator(".board-columns");
    assert.ok(((await columns.boundingBox())?.height ?? 0) >= 300);
    await panel.page.keyboard.press("ArrowDown");
    assert.equal(await focused(), "facebook:5");
    const { top, bottom } = await card("5").evaluate((element) => {
      const { top, bottom } = (element.closest(".board-scroll") ?? element).getBoundingClientRect();
      return { top, bottom: bottom - innerHeight };
    });
    assert.ok(top >= 0 && bottom <= 0, `${top}, ${bottom}`);
    await panel.button("Clear selection").scrollIntoViewIfNeeded();
    await panel.button("Clear selection").click();
    await resize(panel.page, 1280);
  });

  it("offers only what its host can do if it can't be opened", async () => {
    const failure = {
      code: "storage",
      charge: "none",
      message: "The disk failed.",
      next: "showLog",
      at: received,
    } as const;
    await panel.show({
      panel: "board",
      prepare: ({ rows }) => {
        rows.openBoard = () => Promise.reject(new HostFailure(failure));
      },
    });
    const alert = panel.page.getByRole("alert").filter({ hasText: failure.message });
    await alert.getByRole("button", { name: "Open again" }).waitFor();
    assert.equal(await alert.getByRole("button").count(), 1);
  });

  it("moves, notes, tags, and removes by keyboard, and shows each at once, with the focus on its card", async () => {
    await show(small);
    answerNoEdit();
    const { keyboard } = panel.page;
    await card("1").focus();
    await keyboard.press("Alt+ArrowRight");
    assert.deepEqual(await edited(1), { kind: "move", ids: ["facebook:1"], column: "Hook" });
    await column("Hook").locator(card("1")).waitFor();
    assert.equal(await focused(), "facebook:1");
    await keyboard.press("ArrowDown");
    assert.equal(await focused(), "facebook:3");
    await keyboard.press("ArrowLeft");
    assert.equal(await focused(), "facebook:2");
    // There is no column to the left.
    await keyboard.press("Alt+ArrowLeft");
    await keyboard.press("Enter");
    await keyboard.press("b");
    await keyboard.insertText(hostile);
    await keyboard.press("Escape");
    assert.deepEqual(await edited(2), { kind: "note", ids: ["facebook:2"], note: `b${hostile}` });
    assert.equal(await focused(), "facebook:2");
    await card("2")
      .getByRole("textbox", { name: /^Add a tag/ })
      .fill(" ugc ");
    await keyboard.press("Enter");
    assert.deepEqual(await edited(3), { kind: "tag", ids: ["facebook:2"], tag: "ugc", on: true });
    await panel.button("Remove the tag “ugc”").click();
    assert.deepEqual(await edited(4), { kind: "tag", ids: ["facebook:2"], tag: "ugc", on: false });
    await card("1").focus();
    await keyboard.press("Delete");
    assert.deepEqual(await edited(5), { kind: "remove", ids: ["facebook:1"] });
    await card("1").waitFor({ state: "detached" });
    assert.equal(await focused(), "facebook:3");
    assert.deepEqual(panel.paid(), []);
  });

  it("keeps the focus and a note being typed when the stored answers arrive", async () => {
    const reading = () => panel.page.getByText("Reading the stored answer…").first();
    const showUnread = async () => {
      let arrive = () => undefined as void;
      await show(small, new Promise((resolve) => (arrive = resolve)));
      await reading().waitFor();
      return () => (arrive(), reading().waitFor({ state: "detached" }));
    };
    const selected = await showUnread();
    await card("1").getByRole("checkbox").focus();
    await selected();
    await panel.page.keyboard.press("Space");
    assert.ok(await card("1").getByRole("checkbox").isChecked());
    const typed = await showUnread();
    await card("1").focus();
    await panel.page.keyboard.press("Enter");
    await panel.page.keyboard.insertText("half a");
    await typed();
    await panel.page.keyboard.insertText(" thought");
    assert.equal(await focused(), "facebook:1");
    await panel.page.keyboard.press("Escape");
    const noted = (note: string) => ({ kind: "note", ids: ["facebook:1"], note });
    // On a busy machine, the time between the words is a pause, after which the first ones are written.
    const paused = isDeepStrictEqual((await panel.asked("editBoard", 1))[0], { edit: noted("half a") });
    assert.deepEqual(await edited(paused ? 2 : 1), noted("half a thought"));
    assert.equal(await focused(), "facebook:1");
  });

  it("lets ads be sorted into three new columns with notes, by keyboard alone", async () => {
    const columns = ["Hook", "Offer", "Proof"];
    const entries = Array.from({ length: 6 }, (_, at) => entry(String(at + 1)));
    await show({ name: "Shoes", columns: [], entries });
    const { keyboard } = panel.page;
    const tabTo = async (holds: () => Promise<boolean>) => {
      for (let presses = 0; !(await holds()); presses += 1) {
        assert.ok(presses < 12, "It is out of reach.");
        await keyboard.press("Tab");
      }
    };
    await tabTo(async () => (await label()) === "New column, Enter adds it");
    for (const name of columns) {
      await keyboard.insertText(name);
      await keyboard.press("Enter");
    }
    await tabTo(async () => (await focused()) !== undefined);
    const isUnsorted = () =>
      panel.page.evaluate(() => !!document.activeElement?.closest('[aria-label="Not sorted"] [data-key]'));
    const sorted: string[] = [];
    for (const at of entries.keys()) {
      for (let presses = 0; !(await isUnsorted()); presses += 1) {
        assert.ok(presses < columns.length, "No way leads back to the ads that are left.");
        await keyboard.press("ArrowLeft");
      }
      sorted.push((await focused()) ?? "");
      for (let step = 0; step <= at % 3; step += 1) await keyboard.press("Alt+ArrowRight");
      await keyboard.press("Enter");
      await keyboard.insertText(`Reason ${at}`);
      await keyboard.press("Escape");
    }
    assert.equal(new Set(sorted).size, entries.length);
    for (const [at, id] of sorted.entries()) {
      const note = column(columns[at % 3]!)
        .locator(`[data-key="${id}"]`)
        .getByRole("textbox", { name: /^Note on/ });
      assert.equal(await note.inputValue(), `Reason ${at}`);
    }
    // Three columns, a note for each ad, and one step more for each column.
    assert.equal(edits().length, 3 + 6 + 2 * (1 + 2 + 3));
    assert.deepEqual(panel.paid(), []);
  });

  it("moves and tags all selected ads, stores their texts and removes them, and drags a card to another column", async () => {
    await show({ ...small, entries: [...small.entries, entry("7", { column: "Offer", snapshot: true })] });
    await card("7").getByText("The texts of this ad are in the board's file.").waitFor();
    answerNoEdit();
    const bar = panel.page.getByRole("group", { name: "Selected ads" });
    await select("1", "2");
    const ids = ["facebook:1", "facebook:2"];
    await panel.page.keyboard.press("Alt+ArrowRight");
    assert.deepEqual(await edited(1), { kind: "move", ids, column: "Hook" });
    await bar.getByRole("textbox").fill("best");
    await panel.page.keyboard.press("Enter");
    assert.deepEqual(await edited(2), { kind: "tag", ids, tag: "best", on: true });
    await bar.getByRole("combobox", { name: "Move the selected ads" }).click();
    await panel.page.getByRole("option", { name: "Offer" }).click();
    assert.deepEqual(await edited(3), { kind: "move", ids, column: "Offer" });
    await select("7");
    await bar.getByRole("button", { name: "Store texts in file" }).click();
    assert.deepEqual(await edited(4), { kind: "snapshot", ids: [...ids, "facebook:7"], on: true });
    await select("1", "2");
    await bar.getByRole("button", { name: "Remove texts from file" }).click();
    assert.deepEqual(await edited(5), { kind: "snapshot", ids: ["facebook:7"], on: false });
    await bar.getByRole("button", { name: "Clear selection" }).click();
    const to = column("Not sorted");
    await card("3")
      .locator(".card-title")
      .dragTo(to, { targetPosition: { x: 100, y: 200 } });
    assert.deepEqual(await edited(6), { kind: "move", ids: ["facebook:3"], column: "" });
    await to.locator(card("3")).waitFor();
  });

  it("drags a card by its picture, but not the card of the drag before for a text", async () => {
    await show(small);
    answerNoEdit();
    const drag = (from: Locator, to: Locator) => from.dragTo(to, { targetPosition: { x: 100, y: 15 } });
    await drag(card("3").locator(".card-title"), column("Offer"));
    assert.deepEqual(await edited(1), { kind: "move", ids: ["facebook:3"], column: "Offer" });
    await drag(card("1").locator("img.card-media"), column("Hook"));
    assert.deepEqual(await edited(2), { kind: "move", ids: ["facebook:1"], column: "Hook" });
    await drag(card("1").locator("img.avatar"), column("Offer"));
    assert.deepEqual(await edited(3), { kind: "move", ids: ["facebook:1"], column: "Offer" });
    const text = panel.page.getByRole("textbox", { name: "Text in ads, notes, and tags" });
    const note = card("2").getByRole("textbox", { name: /^Note on/ });
    await text.fill("facebook");
    await text.selectText();
    await drag(text, column("Hook"));
    await text.dragTo(note, { sourcePosition: { x: 20, y: 10 } });
    assert.equal(await note.inputValue(), "facebook");
    assert.deepEqual(await edited(4), { kind: "note", ids: ["facebook:2"], note: "facebook" });
  });

  it("renames and moves columns by keyboard, tells what it did, and keeps the focus", async () => {
    await show({ ...small, columns: ["Hook", "Offer", "Proof"] });
    answerNoEdit();
    const { keyboard } = panel.page;
    const regions = () => panel.page.getByRole("region").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))); // prettier-ignore
    await panel.button("Move the column Proof to the left").focus();
    await keyboard.press("Enter");
    assert.deepEqual(await edited(1), { kind: "moveColumn", column: "Proof", by: -1 });
    assert.equal(await label(), "Move the column Proof to the left");
    await panel.page.getByRole("status").getByText("Column moved to the left: Proof").waitFor();
    await keyboard.press("Enter");
    // There is no way further to the left.
    assert.equal(await label(), "Rename the column Proof");
    assert.deepEqual(await regions(), ["Not sorted", "Proof", "Hook", "Offer"]);
    await panel.button("Rename the column Hook").focus();
    await keyboard.press("Enter");
    await keyboard.insertText("Offer");
    await panel.page.getByRole("textbox", { name: "New name of the column Hook" }).and(panel.page.locator("[aria-invalid=true]")).waitFor(); // prettier-ignore
    await keyboard.press("Enter");
    assert.equal(await label(), "Rename the column Hook");
    await keyboard.press("Enter");
    await keyboard.insertText(`Angle ${hostile}`);
    assert.deepEqual(await axeFindings(panel.page), []);
    await keyboard.press("Enter");
    assert.deepEqual(await edited(3), { kind: "renameColumn", column: "Hook", name: `Angle ${hostile}` });
    await column(/^Angle/)
      .locator(card("3"))
      .waitFor();
    assert.match((await label()) ?? "", /^Rename the column Angle/);
    await keyboard.press("Enter");
    await keyboard.insertText("Never");
    await keyboard.press("Escape");
    assert.equal(edits().length, 3);
    assert.equal(await panel.button(/the column Not sorted/).count(), 0);
  });

  it("shows what the file has of an ad that is not bought, as text, and asks again for what is missing", async () => {
    await show(boardOf(8));
    const words = "Snapshot from the board's file. No bought answer backs it.";
    await card("7").getByText(words).waitFor();
    await panel.page.getByText("The stored answer isn't in the archive.").waitFor();
    const shown = { key: "a", platformName: "facebook", title: hostile, attachments: [], stats: [], metadata: [{ values: [hostile] }], repairs: 0 }; // prettier-ignore
    const more = async (snapshot: { snapshot?: true }) => {
      panel.host.rows.entryCards = ({ ids }) => ids.map((id) => ({ id, received, card: shown, ...snapshot }));
      await panel.push({ kind: "fact", fact: "boughtChanged", value: true });
    };
    await more({ snapshot: true });
    await card("7").getByRole("heading", { name: hostile }).waitFor();
    await card("7").getByText("Images aren't part of the file").waitFor();
    assert.equal(await card("7").locator("b, img[src=x]").count(), 0);
    assert.deepEqual(await axeFindings(panel.page), []);
    await panel.page.getByText("The stored answer isn't in the archive.").waitFor({ state: "detached" });
    const missing = { ids: ["facebook:5", "facebook:6", "facebook:7"] };
    assert.deepEqual((await panel.asked("entryCards", 2)).slice(1), [missing]);
    await more({});
    await card("7").getByText(words).waitFor({ state: "detached" });
    await card("7").getByText("No creative provided").waitFor();
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
    let answered: () => void = () => undefined;
    panel.host.rows.editBoard = () => new Promise((answer) => (answered = answer));
    await panel.page.getByRole("textbox", { name: /^New column/ }).fill("Proof");
    await panel.page.keyboard.press("Enter");
    await column("Proof").waitFor();
    // Older than the edit on its way: shown only after it.
    await panel.push({ kind: "fact", fact: "boardChanged", value: { ...small, columns: ["Else"], entries: [] } });
    await count("1 of 3 ads");
    answered();
    await column("Else").waitFor();
    await count("0 ads");
  });

  it("says why a text is no board and offers the text, and comes back with it", async () => {
    await show({ problem: "Line 3: This board has a merge conflict." });
    await panel.page.getByRole("alert").getByText("Line 3: This board has a merge conflict.").waitFor();
    assert.deepEqual(await axeFindings(panel.page), []);
    await panel.button("Open as Text").click();
    await panel.asked("openAsText");
    await panel.push({ kind: "fact", fact: "boardChanged", value: small });
    await column("Hook").waitFor();
    assert.deepEqual(edits(), []);
  });

  it("draws only the cards near the view of 1,000 entries, and reaches the last one by keyboard", async () => {
    await show(boardOf(1000));
    const drawn = () => panel.page.getByRole("article").count();
    const hasFocus = (id: string) => card(id).and(panel.page.locator(":focus")).waitFor();
    assert.ok((await drawn()) < 60);
    await panel.page.getByRole("article").first().focus();
    await panel.page.keyboard.press("End");
    await hasFocus("997");
    assert.ok((await drawn()) < 60);
    await panel.page.keyboard.press("Alt+ArrowRight");
    await column("Hook").locator(card("997")).waitFor();
    await hasFocus("997");
  });
});
