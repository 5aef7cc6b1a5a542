import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Locator } from "playwright-core";
import { repeated } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { contrastFindings } from "../support/contrastFindings";
import { times } from "../support/long";
import { resize } from "../support/vscode/browser.mjs";
import { usePanel } from "../support/panelPage";
import type { ThemeName } from "../support/panelPageThemes";
import { panelStates } from "../support/panelStates";

const [first, ...otherThemes] = repeated<ThemeName>(["dark", "light", "hc-dark", "hc-light"]);
/** A side column, an editor beside another, and a wide screen; half a small window's px, as at a zoom of 200 %. */
const sizes = [
  { name: "320", width: 320, height: 900 },
  { name: "760", width: 760, height: 900 },
  { name: "1600", width: 1600, height: 900 },
  { name: "zoomed", width: 400, height: 450 },
] as const;
const folder = resolve("out/artifacts/states");
/**
 * In the long form, each state is looked at in each theme and size, by axe as well, and a picture of it is kept. In the
 * short form, it is looked at in the first theme, and in one of the others, which take turns.
 */
const isLong = times(0, 1) === 1;

describe("every state of the explorer", () => {
  const panel = usePanel();
  before(() => mkdir(folder, { recursive: true }));

  /** Shows a state in a size, where nothing may be cut off or hidden. */
  const fits = async (size: (typeof sizes)[number], picture: string, alerts: number, stays?: Locator) => {
    const { page } = panel;
    await resize(page, size.width, size.height);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (isLong || wider > 0) await page.screenshot({ path: join(folder, `${picture}-${size.name}.png`) });
    assert.equal(await page.getByRole("alert").count(), alerts, `a failure is hidden (${size.name})`);
    assert.ok(wider <= 0, `${picture} is ${wider} px too wide (${size.name})`);
    const seen = await stays?.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    });
    assert.ok(seen !== false, `${picture} does not stay in sight (${size.name})`);
  };

  for (const [at, { name, panel: kind, prepare, reach, stays }] of panelStates.entries()) {
    it(`${name}: fits any width and has no axe findings`, async () => {
      await panel.show({
        theme: first!,
        panel: kind,
        ...(prepare && { prepare: ({ rows }) => void prepare(rows) }),
      });
      const { page } = panel;
      await reach(page);
      const alerts = await page.getByRole("alert").count();
      for (const size of sizes) await fits(size, `${name}-${first!}`, alerts, stays?.(page));
      assert.deepEqual(await axeFindings(page), [], first);
      assert.deepEqual(await contrastFindings(page), [], first);
      for (const theme of isLong ? otherThemes : otherThemes.slice(at % otherThemes.length).slice(0, 1)) {
        await panel.setTheme(theme);
        for (const size of isLong ? sizes : [sizes[1]]) await fits(size, `${name}-${theme}`, alerts, stays?.(page));
        if (isLong) assert.deepEqual(await axeFindings(page, ["color-contrast"]), [], theme);
        assert.deepEqual(await contrastFindings(page), [], theme);
      }
    });
  }
});
