import assert from "node:assert/strict";
import type { AdState, ComparedCard } from "../../src/protocol/runs";
import { usePanel } from "../support/panelPage";
import { cardAt } from "../support/panelPageAds";
import type { HostRows } from "../support/panelPageHost";
import { comparedPair } from "../support/panelMemories";

const counts = { new: 500, changed: 2145, seen: 17_355, absent: 500, notCovered: 0, stopped: 0, figures: 195 };
/** What the host gives at once. */
const atOnce = 60;

describe("the page of a comparison of 20,000 with 20,000 ads", function () {
  this.timeout(120_000);
  const panel = usePanel();
  const states = () => panel.page.getByRole("group", { name: "Show" });
  const state = (name: RegExp) => states().getByRole("button", { name });
  const cards = () => panel.page.getByRole("article");

  /** Ads of a state, as the host gives them: each says in its change which it is. */
  function comparedAds(of: AdState, from: number): readonly ComparedCard[] {
    const many = Math.max(0, Math.min(atOnce, counts[of] - from));
    return Array.from({ length: many }, (_, at) => ({
      ...{ ad: `ad ${from + at}`, of: "newer" as const, page: 1, index: from + at, state: of },
      fetchedAt: "2026-11-20T10:00:00Z",
      changes: [{ field: "title", kind: "content" as const, from: "Before", to: `${of} ${from + at}` }],
      card: cardAt("plat_social_a", from + at, "https://pictures.invalid"),
    }));
  }

  const show = (prepare: (rows: HostRows) => void = () => undefined) =>
    panel.show({
      panel: "comparison",
      prepare: ({ rows }) => {
        const { openComparison } = rows;
        rows.openComparison = async (asked, signal) => ({
          ...(await openComparison(asked, signal)),
          ...{ compared: comparedPair, name: "Shoes", counts, coverage: ["Both runs are complete."] },
        });
        rows.comparedAds = ({ state: of, from }) => ({ ads: comparedAds(of, from), ownedDetails: [] });
        prepare(rows);
      },
    });

  it("counts each state exactly, shows the one that is asked for, and has only the cards in sight", async () => {
    await show();
    await cards().first().waitFor();
    assert.deepEqual(
      (await states().getByRole("button").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")),
      ["New 500", "Changed 2,145", "Unchanged 17,355", "Absent 500", "Not covered 0"],
    );
    await state(/^Changed/).click();
    await panel.page.getByText("2,145 ads", { exact: true }).waitFor();
    await cards().getByText("changed 0", { exact: true }).waitFor();
    const more = panel.button("Show more, 0 credits");
    const lastShown = (last: number) =>
      panel.page.locator(".results-scroll").evaluate(
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
        `changed ${last}`,
      );
    for (let shown = atOnce; shown < counts.changed; shown += atOnce) {
      await lastShown(shown - 1);
      // By a key: rows that are measured move the button, perhaps between both ends of a click.
      await more.and(panel.page.locator(":not([disabled])")).press("Enter");
      assert.ok((await cards().count()) <= 3 * atOnce);
    }
    // All of them were given, and there is no more to ask for.
    await more.waitFor({ state: "detached" });
    await panel.page.locator(".results-scroll").evaluate((list) => (list.scrollTop = list.scrollHeight));
    await cards()
      .getByText(`changed ${counts.changed - 1}`, { exact: true })
      .waitFor();
    const asked = panel.host.asked.filter(({ method }) => method === "comparedAds").length;
    assert.equal(asked, 1 + Math.ceil(counts.changed / atOnce));
    const there = await cards().count();
    assert.ok(there > 0 && there <= 3 * atOnce, `${there} cards`);
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

  it("stays usable while an answer is on its way, and drops one that nobody waits for any more", async () => {
    let late: () => void = () => undefined;
    await show((rows) => {
      const { comparedAds: answer } = rows;
      rows.comparedAds = async (asked, signal) => {
        if (asked.state === "seen") await new Promise<void>((resolve) => (late = resolve));
        return answer(asked, signal);
      };
    });
    await cards().getByText("new 0", { exact: true }).waitFor();
    await state(/^Unchanged/).click();
    await panel.page.getByText("17,355 ads", { exact: true }).waitFor();
    await state(/^Absent/).click();
    await cards().getByText("absent 0", { exact: true }).waitFor();
    late();
    // The late answer is posted before the next script runs, and drawn by the second frame after it.
    await new Promise(setImmediate);
    await panel.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    await cards().getByText("absent 0", { exact: true }).waitFor();
    assert.equal(
      await cards()
        .getByText(/^seen /)
        .count(),
      0,
    );
  });
});
