// Makes the pictures of the documentation (docs/images) from the sample library in a real VS Code. With names, only
// those: npm run screenshots -- guide-compare
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { guide, scenes } from "../support/documentedScenes.mjs";
import { openWorkbench, stopVSCode } from "../support/workbench.mjs";
import { build } from "./build.mjs";

/** @import { Scene } from "../support/documentedScenes.mjs" */

const folder = "docs/images";

/** @param {string} name @param {Scene} scene */
async function take(
  name,
  { theme = "light", size = guide, settings = { "adLibrary.baseUrl": "sample:" }, language, play },
) {
  const workbench = await openWorkbench({ theme, settings, size, ...(language !== undefined && { language }) });
  const path = join(folder, `${name}.png`);
  try {
    // A click on its tab would leave a tooltip behind, and the command leaves a focus ring.
    await workbench.runCommand("View: Show Ad Library");
    await workbench.page.locator(".editor-group-container.empty").click();
    await play(workbench);
    await calm(workbench.page);
    await workbench.page.screenshot({ path });
    console.log(`${path} made`);
  } catch (error) {
    await workbench.screenshot(`${name}-failed`);
    throw error;
  } finally {
    await workbench.dispose();
  }
}

/**
 * Waits until nothing that comes and goes by itself is on the screen: a tooltip, or the progress of a view at work.
 * @param {import("playwright-core").Page} page
 */
async function calm(page) {
  await page.mouse.move(0, 0);
  for (const passing of [".monaco-progress-container.active", ".activitybar .progress-badge", ".monaco-hover"])
    await page.locator(`${passing}:visible`).first().waitFor({ state: "hidden" });
}

const wanted = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await build();
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await take(name, scene).catch((/** @type {unknown} */ error) => {
    console.error(`${name}: ${String(error)}`);
    process.exitCode = 1;
  });
}
await stopVSCode();
