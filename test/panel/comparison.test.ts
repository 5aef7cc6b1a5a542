import assert from "node:assert/strict";
import { adFields } from "../../src/protocol/adFields";
import type { AdState, ComparedCard } from "../../src/protocol/runs";
import { params } from "../../src/views/panel/params";
import { axeFindings } from "../support/axeFindings";
import { usePanel } from "../support/panelPage";
import { cardAt, detailOf } from "../support/panelPageAds";
import { HostFailure, type HostRows, sampleStart } from "../support/panelPageHost";

const counts = {
  ...{ launched: 0, firstSeen: 150, changed: 1145, seen: 6000, absent: 150, notCovered: 0 },
  ...{ stopped: 0, figures: 195, untimed: 150 },
};
/** What the host gives at first, and then at once. */
const atFirst = 60;
const later = 600;
/** A saved search may be called anything. */
const longName = `Shoes ${"or boots ".repeat(40)}for the winter`;

describe("the page of a comparison", function () {
  const panel = usePanel();
  const states = () => panel.page.getByRole("group", { name: "Show" });
  const state = (name: RegExp) => states().getByRole("button", { name });
  const cards = () => panel.page.getByRole("article");

  /** Ads of a state, as the host gives them: each says in its change which it is. */
  function comparedAds(of: AdState, from: number): readonly ComparedCard[] {
    const many = Math.min(from === 0 ? atFirst : later, counts[of] - from);
    return Array.from({ length: many }, (_, at) => ({
      ...{ ad: `ad ${from + at}`, of: "newer" as const, page: 1, index: from + at, state: of },
      fetchedAt: "2026-11-20T10:00:00Z",
      changes: [{ field: "title", kind: "content" as const, from: "Before", to: `${of} ${from + at}` }],
      card: cardAt("facebook", from + at, "https://pictures.invalid"),
    }));
  }

  const button = (name: string | RegExp) => panel.button(name);
  const rows = () => panel.page.getByRole("grid", { name: "Loaded ads" }).locator("tbody tr[data-key]");
  const head = (name: string) => panel.page.getByRole("columnheader", { name });
  const exportList = () => button("Export this list, 0 credits…");
  /** The newest file that was exported, as the host gets it, once there are this many. */
  const exported = async (count: number) => {
    const { name, rows } = params.saveTable.parse((await panel.asked("saveTable", count))[count - 1]);
    const [columns = [], ...ads] = rows;
    assert.deepEqual(
      columns.slice(0, adFields.length),
      adFields.map((field) => field.name),
    );
    return { name, keys: ads.map(([key]) => key) };
  };
  const likesSorted = () => head("Likes").and(panel.page.locator('[aria-sort="descending"]'));

  const show = (prepare: (rows: HostRows) => void = () => undefined) =>
    panel.show({
      panel: "comparison",
      width: 1400,
      prepare: ({ rows }) => {
        const { openComparison } = rows;
        rows.openComparison = async (asked, signal) => ({
          ...(await openComparison(asked, signal)),
          ...{ name: longName, counts, coverage: ["Both runs are complete."] },
        });
        rows.comparedAds = ({ state: of, from }) => {
          const ads = comparedAds(of, from);
          const next = from + ads.length;
          return { ads, boughtDetails: [], ...(next < counts[of] && { next }) };
        };
        prepare(rows);
      },
    });

  it("counts each state exactly, loads a state by itself, and draws only the cards in view", async () => {
    await show();
    await cards().first().waitFor();
    assert.deepEqual(
      (await states().getByRole("button").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")),
      ["Launched 0", "First seen 150", "Changed 1,145", "Unchanged 6,000", "Absent 150", "Not covered 0"],
    );
    await state(/^Changed/).click();
    await panel.page.getByText("1,145 ads", { exact: true }).waitFor();
    await cards().getByText("changed 0", { exact: true }).waitFor();
    // They come by themselves, so that sorting and filters look at all of them.
    await panel.page.locator(".results-pane[aria-busy=false]").waitFor();
    const asked = panel.host.asked.filter(({ params: asked }) => JSON.stringify(asked).includes('"changed"'));
    assert.equal(asked.length, 1 + Math.ceil((counts.changed - atFirst) / later));
    await panel.page.locator(".results-scroll").evaluate(
      (list, text) =>
        new Promise<void>((resolve) => {
          const look = () => {
            list.scrollTop = list.scrollHeight;
            const found = [...list.querySelectorAll("article")].some((card) => card.textContent.includes(text));
            if (found) resolve();
            else requestAnimationFrame(look);
          };
          look();
        }),
      `changed ${counts.changed - 1}`,
    );
    const there = await cards().count();
    assert.ok(there > 0 && there <= 3 * atFirst, `${there} cards`);
    // How many cards of the state before are on the screen as the next one's words appear.
    const left = panel.page.locator("body").evaluate(
      (page) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (page.querySelector(".empty") !== null) resolve(page.querySelectorAll("article").length);
          };
          new MutationObserver(look).observe(page, { childList: true, subtree: true });
        }),
    );
    await state(/^Not covered/).click();
    await panel.page.getByRole("heading", { name: "No ads" }).waitFor();
    assert.equal(await left, 0);
  });

  it("stays usable while an answer is pending, and drops an outdated one", async () => {
    let late: () => void = () => undefined;
    await show((rows) => {
      const { comparedAds: answer } = rows;
      rows.comparedAds = async (asked, signal) => {
        if (asked.state === "seen") await new Promise<void>((resolve) => (late = resolve));
        return answer(asked, signal);
      };
    });
    await cards().getByText("firstSeen 0", { exact: true }).waitFor();
    await state(/^Unchanged/).click();
    await panel.page.getByText("6,000 ads", { exact: true }).waitFor();
    await state(/^Absent/).click();
    await cards().getByText("absent 0", { exact: true }).waitFor();
    late();
    // The late answer is posted before the next script runs, and drawn by the second frame after it.
    await new Promise(setImmediate);
    await panel.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    await cards().getByText("absent 0", { exact: true }).waitFor();
    const outdated = cards().getByText(/^seen /);
    assert.equal(await outdated.count(), 0);
  });

  it("is an explorer: table, order, filter, selection, side by side, and export of the new ads, for 0 credits", async () => {
    await show();
    const { page } = panel;
    await button("Table").click();
    await head("Likes").getByRole("button").click();
    await likesSorted().waitFor();
    // Of all new ads, the last one has the most likes.
    const keyOf = (at: number) => cardAt("facebook", at, "").key;
    await rows()
      .first()
      .and(page.locator(`[data-key="${keyOf(counts.firstSeen - 1)}"]`))
      .waitFor();
    await exportList().click();
    const whole = await exported(1);
    assert.equal(whole.name, `firstSeen ${longName}.csv`);
    assert.deepEqual(
      whole.keys,
      Array.from({ length: counts.firstSeen }, (_, at) => keyOf(counts.firstSeen - 1 - at)),
    );
    await button("Filter and sort loaded ads, 0 credits").click();
    await page.getByRole("textbox", { name: "Text in loaded ads" }).fill("Fjord");
    const fjord = Array.from({ length: counts.firstSeen }, (_, at) => cardAt("facebook", at, ""))
      .filter(({ owner }) => owner?.name?.startsWith("Fjord"))
      .map(({ key }) => key)
      .reverse();
    await panel.results().getByText(`${fjord.length} shown`).waitFor();
    await page.keyboard.press("Escape");
    await rows().first().locator("td").last().focus();
    await page.keyboard.press("e");
    assert.deepEqual((await exported(2)).keys, fjord);
    await button("Show all loaded ads").click();
    for (const at of [0, 1]) await rows().nth(at).getByRole("checkbox").check();
    await button("Export selected, 0 credits…").click();
    assert.deepEqual(new Set((await exported(3)).keys), new Set(whole.keys.slice(0, 2)));
    await button("Side by side").click();
    const beside = page.getByRole("group", { name: "Ads side by side" });
    await beside.getByRole("row", { name: /^Difference Title: Before → firstSeen 149/ }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await state(/^Changed/).click();
    await beside.waitFor({ state: "detached" });
    await rows()
      .first()
      .getByText(`Title: Before → changed ${counts.changed - 1}`, { exact: true })
      .waitFor();
    assert.equal(await page.getByRole("group", { name: "Selected ads" }).count(), 0);
    await button("Overview of loaded ads, 0 credits").click();
    await page.getByText("Counts the 1,145 ads loaded so far.").waitFor();
    await page.keyboard.press("/");
    await state(/^Changed/)
      .and(page.locator(":focus"))
      .waitFor();
    assert.deepEqual(panel.paid(), []);
  });

  it("exports a whole list that is only partly loaded, and says if that fails", async () => {
    await show();
    await state(/^Unchanged/).click();
    await panel.results().getByText("5,460 shown").waitFor();
    await button("Show more, 0 credits").waitFor();
    await exportList().click();
    assert.equal(new Set((await exported(1)).keys).size, counts.seen);
    await button("Show more, 0 credits").waitFor({ state: "detached" });
    panel.host.rows.saveTable = () => {
      throw new HostFailure({ code: "storage", charge: "none", message: "The disk is full." });
    };
    await exportList().click();
    await panel.results().getByRole("alert").getByText("The disk is full.").waitFor();
    await button("Dismiss").click();
    panel.host.rows.saveTable = () => undefined;
    const { comparedAds: answer } = panel.host.rows;
    let late: () => void = () => undefined;
    panel.host.rows.comparedAds = async (asked, signal) => {
      if (asked.from === atFirst) await new Promise<void>((resolve) => (late = resolve));
      return answer(asked, signal);
    };
    await state(/^Absent/).click();
    await cards().getByText("absent 0", { exact: true }).waitFor();
    // The rest is still loading.
    await exportList().click();
    const before = (await panel.asked("saveTable")).length;
    late();
    assert.equal((await exported(before + 1)).keys.length, counts.absent);
  });

  it("opens everything bought of an ad's advertiser, and keeps each ad whose details were bought marked", async () => {
    await show();
    await cards().first().getByRole("button", { name: "Nordlicht Coffee" }).click();
    await panel.page.getByRole("menuitem", { name: "All bought ads of “Nordlicht Coffee”, 0 credits" }).click();
    const owner = { platform: "facebook", id: "12", name: "Nordlicht Coffee" };
    assert.deepEqual(await panel.asked("findBought"), [{ criteria: { owner } }]);
    const bought = panel.results().getByRole("button", { name: "Details, bought" });
    for (const count of [1, 2]) {
      await panel.results().getByRole("button", { name: "Details, 100 credits" }).first().click();
      await bought.nth(count - 1).waitFor();
    }
    assert.equal(panel.paid().length, 2);
  });

  it("offers no details once another library is connected, and says which one to connect", async () => {
    await show();
    const { page, host } = panel;
    await panel.results().getByRole("button", { name: "Details, 100 credits" }).first().click();
    await panel.results().getByRole("button", { name: "Details, bought" }).waitFor();
    const { openComparison } = host.rows;
    host.rows.openComparison = async (asked, signal) => {
      const start = await openComparison(asked, signal);
      const detail = { ...detailOf({ platform: "facebook", id: cardAt("facebook", 1, "").id! }, ""), bought: true };
      return { ...start, panel: { ...start.panel, detail }, shownFrom: "https://ads.example v1" };
    };
    await panel.push({ kind: "fact", fact: "connectionChanged", value: sampleStart.connection });
    await cards().first().getByText("Connect ads.example (V1) for details.").waitFor();
    await page.locator(".detail-age").getByText("from ads.example (V1)").waitFor();
    const details = page.getByRole("button", { name: /Details, |Fetch again|(Previous|Next) ad/ });
    assert.equal(await details.count(), 0);
    await button("Show raw JSON").click();
    const [raw] = await panel.asked("rawDetail");
    assert.equal((raw as { readonly library?: string }).library, "https://ads.example v1");
    await button("Overview of loaded ads, 0 credits").click();
    await page.getByText(/^Counts the 150 ads loaded so far/).waitFor();
    await page.locator(".clicks").waitFor();
    assert.equal(await page.getByRole("button", { name: /Details of .* ads?, / }).count(), 0);
    assert.equal(panel.paid().length, 1);
  });

  it("is restored after a reload, without the host keeping anything for another panel", async () => {
    await show((rows) => (rows.keep = () => assert.fail("The explorer's memory would be lost.")));
    const { page } = panel;
    await state(/^Absent/).click();
    await button("Table").click();
    await head("Likes").getByRole("button").click();
    await likesSorted().waitFor();
    for (const at of [0, 1]) await rows().nth(at).getByRole("checkbox").check();
    await button("Side by side").click();
    const beside = page.getByRole("group", { name: "Ads side by side" });
    await beside.waitFor();
    await page.reload();
    await beside.getByRole("row", { name: /^Difference Title: Before → absent 149/ }).waitFor();
    await state(/^Absent/)
      .and(page.locator("[aria-pressed=true]"))
      .waitFor();
    await button("Back to the ads").click();
    await likesSorted().waitFor();
  });
});
