import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { repeated } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { contrastFindings } from "../support/contrastFindings";
import { PanelPages } from "../support/panelPage";
import type { ThemeName } from "../support/panelPageThemes";
import { panelStates } from "../support/panelStates";

const themes = repeated<ThemeName>(["dark", "light", "hc-dark", "hc-light"]);
/** A side column, an editor beside another, and a wide screen; half a small window's px, as at a zoom of 200 %. */
const sizes = [
  { name: "320", width: 320, height: 900 },
  { name: "760", width: 760, height: 900 },
  { name: "1600", width: 1600, height: 900 },
  { name: "zoomed", width: 400, height: 450 },
];
const folder = resolve("out/artifacts/states");

describe("every state of the explorer", function () {
  // Each is drawn sixteen times, on machines that may be busy with other things.
  this.timeout(300_000);
  let pages: PanelPages;
  before(async () => {
    pages = await PanelPages.start();
    await mkdir(folder, { recursive: true });
  });
  after(() => pages.close());

  for (const { name, panel: kind, prepare, reach } of panelStates) {
    it(`${name}: fits any width and leaves axe nothing to find`, async () => {
      for (const theme of themes) {
        const panel = await pages.open({
          theme,
          panel: kind,
          ...(prepare && { prepare: ({ rows }) => void prepare(rows) }),
        });
        const { page } = panel;
        await reach(page);
        const alerts = await page.getByRole("alert").count();
        for (const { name: size, width, height } of sizes) {
          await page.setViewportSize({ width, height });
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.equal(await page.getByRole("alert").count(), alerts, `a failure is hidden (${size})`);
          assert.ok(wider <= 0, `${name} is ${wider} px too wide (${size})`);
          await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
        }
        assert.deepEqual(await axeFindings(page), [], theme);
        assert.deepEqual(await contrastFindings(page), [], theme);
        assert.deepEqual(await panel.complaints(), []);
        await page.context().close();
      }
    });
  }
});
