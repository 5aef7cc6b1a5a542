import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { repeated } from "../support/apiVersion";
import { axeFindings } from "../support/axeFindings";
import { PanelPages } from "../support/panelPage";
import type { ThemeName } from "../support/panelPageThemes";
import { panelStates } from "../support/panelStates";

const themes = repeated<ThemeName>(["dark", "light", "hc-dark", "hc-light"]);
/** A side column, an editor beside another, and a wide screen, px. */
const widths = [320, 760, 1600];
const folder = resolve("out/artifacts/states");

describe("every state of the explorer", function () {
  // Each is drawn twelve times, on machines that may be busy with other things.
  this.timeout(300_000);
  let pages: PanelPages;
  before(async () => {
    pages = await PanelPages.start();
    await mkdir(folder, { recursive: true });
  });
  after(() => pages.close());

  for (const { name, prepare, reach } of panelStates) {
    it(`${name}: fits any width and leaves axe nothing to find`, async () => {
      for (const theme of themes) {
        const panel = await pages.open({ theme, ...(prepare && { prepare: ({ rows }) => void prepare(rows) }) });
        const { page } = panel;
        await reach(page);
        const alerts = await page.getByRole("alert").count();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.equal(await page.getByRole("alert").count(), alerts, `a failure is hidden at ${width} px`);
          assert.ok(wider <= 0, `${name} is ${wider} px too wide for ${width} px`);
          await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
        }
        assert.deepEqual(await axeFindings(page), [], theme);
        assert.deepEqual(await panel.complaints(), []);
        await page.context().close();
      }
    });
  }
});
