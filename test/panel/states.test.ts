import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Locator } from "playwright-core";
import { repeated } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { contrastFindings } from "../support/contrastFindings";
import { times, variants } from "../support/long";
import { resize } from "../support/vscode/browser.mjs";
import { usePanel } from "../support/panelPage";
import type { ThemeName } from "../support/panelPageThemes";
import { panelStates, type PanelPageState } from "../support/panelStates";

const themes = repeated<ThemeName>(["dark", "light", "hc-dark", "hc-light"]);
/** A side column, an editor beside another, and a wide screen; half a small window's px, as at a zoom of 200 %. */
const sizes = [
  { name: "320", width: 320, height: 900 },
  { name: "760", width: 760, height: 900 },
  { name: "1600", width: 1600, height: 900 },
  { name: "zoomed", width: 400, height: 450 },
] as const;
const [narrow, ...otherSizes] = sizes;
const folder = resolve("out/artifacts/states");
const isLong = times(0, 1) === 1;

/** From the one at a position on, and then those before it. */
const from = <T>(list: readonly T[], at: number): readonly T[] => {
  const turn = at % list.length;
  return [...list.slice(turn), ...list.slice(0, turn)];
};

/** States that are reached in one page. */
const journeys = panelStates.reduce<PanelPageState[][]>(
  (all, state) => (state.continues ? [...all.slice(0, -1), [...all.at(-1)!, state]] : [...all, [state]]),
  [],
);

/**
 * In the long form, each state is checked in each theme and size, and a picture of it is kept. In the short form, it is
 * checked in one theme, at the narrowest width and one other size: themes and sizes take turns. States with `everyTheme`
 * are checked in all themes, and those with `stays` in all sizes. axe checks contrast only in a page's first state.
 */
describe("every state of the explorer", () => {
  const panel = usePanel();
  before(() => mkdir(folder, { recursive: true }));

  /** Shows a state in a size, where nothing may be cut off or hidden. */
  const fits = async (size: (typeof sizes)[number], picture: string, alerts: number, stays?: Locator) => {
    const { page } = panel;
    await resize(page, size.width, size.height);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (isLong || wider > 0) await page.screenshot({ path: join(folder, `${picture}-${size.name}.png`) });
    assert.equal(await page.getByRole("alert").count(), alerts, `${picture}: a failure is hidden (${size.name})`);
    assert.ok(wider <= 0, `${picture} is ${wider} px too wide (${size.name})`);
    const seen = await stays?.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    });
    assert.ok(seen !== false, `${picture} does not stay in sight (${size.name})`);
  };

  for (const journey of journeys) {
    it(`${journey.map(({ name }) => name).join(", ")}: fits any width and has no axe findings`, async () => {
      for (const { name, continues, prepare, reach, stays, everyTheme, ...opened } of journey) {
        const at = panelStates.findIndex((state) => state.name === name);
        const [first, ...others] = from(themes, at);
        if (!continues) await panel.show({ ...opened, theme: first!, prepare: ({ rows }) => void prepare?.(rows) });
        const { page, host } = panel;
        if (continues) {
          await resize(page, 1280);
          await panel.setTheme(first!);
        }
        await reach(page, host.rows);
        const alerts = await page.getByRole("alert").count();
        const some = stays ? sizes : [narrow, ...from(otherSizes, at).slice(0, 1)];
        for (const size of variants(some, sizes)) await fits(size, `${name}-${first!}`, alerts, stays?.(page));
        assert.deepEqual(await axeFindings(page, undefined, isLong || !continues), [], `${name}: ${first!}`);
        assert.deepEqual(await contrastFindings(page), [], `${name}: ${first!}`);
        for (const theme of variants(everyTheme ? others : [], others)) {
          await panel.setTheme(theme);
          for (const size of variants([], sizes)) await fits(size, `${name}-${theme}`, alerts, stays?.(page));
          if (isLong) assert.deepEqual(await axeFindings(page, ["color-contrast"]), [], `${name}: ${theme}`);
          assert.deepEqual(await contrastFindings(page), [], `${name}: ${theme}`);
        }
      }
    });
  }
});
