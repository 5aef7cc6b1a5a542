import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { repeated } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { contrastFindings } from "../support/contrastFindings";
import { times } from "../support/long";
import { PanelPages, type PanelPage } from "../support/panelPage";
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
/** In the long form, each theme is looked at in each size, and a picture of it is kept. */
const isLong = times(0, 1) === 1;

describe("every state of the explorer", function () {
  // The long form draws each state sixteen times, on machines that may be busy with other things.
  this.timeout(300_000);
  let pages: PanelPages;
  before(async () => {
    pages = await PanelPages.start();
    await mkdir(folder, { recursive: true });
  });
  after(() => pages.close());

  /** Shows a state in a size, where nothing may be cut off or hidden. */
  const fits = async ({ page }: PanelPage, size: (typeof sizes)[number], picture: string, alerts: number) => {
    await page.setViewportSize({ width: size.width, height: size.height });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (isLong || wider > 0) await page.screenshot({ path: join(folder, `${picture}-${size.name}.png`) });
    assert.equal(await page.getByRole("alert").count(), alerts, `a failure is hidden (${size.name})`);
    assert.ok(wider <= 0, `${picture} is ${wider} px too wide (${size.name})`);
  };

  for (const { name, panel: kind, prepare, reach } of panelStates) {
    it(`${name}: fits any width and leaves axe nothing to find, in any theme`, async () => {
      const panel = await pages.open({
        theme: first!,
        panel: kind,
        ...(prepare && { prepare: ({ rows }) => void prepare(rows) }),
      });
      const { page } = panel;
      await reach(page);
      const alerts = await page.getByRole("alert").count();
      for (const size of sizes) await fits(panel, size, `${name}-${first!}`, alerts);
      assert.deepEqual(await axeFindings(page), [], first);
      assert.deepEqual(await contrastFindings(page), [], first);
      for (const theme of otherThemes) {
        await panel.setTheme(theme);
        for (const size of isLong ? sizes : [sizes[1]]) await fits(panel, size, `${name}-${theme}`, alerts);
        assert.deepEqual(await axeFindings(page, ["color-contrast"]), [], theme);
        assert.deepEqual(await contrastFindings(page), [], theme);
      }
      assert.deepEqual(await panel.complaints(), []);
      await page.close();
    });
  }
});
