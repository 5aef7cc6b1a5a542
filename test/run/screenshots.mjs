// Makes the pictures of the documentation (docs/images) from the sample library in a real VS Code.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { loadedPictures } from "../support/loadedPictures.mjs";
import { openWorkbench, stopVSCode } from "../support/workbench.mjs";
import { build } from "./build.mjs";

const folder = "docs/images";
/** Wide enough for results and details side by side. */
const size = { width: 1920, height: 1080 };

/**
 * @typedef {object} Picture
 * @property {string} file
 * @property {import("../support/themes.mjs").Theme} theme
 * @property {string} platform
 * @property {boolean} details whether an ad is open beside the results
 */

/** @type {Picture[]} */
const pictures = [
  { file: "screenshot.png", theme: "dark", platform: "Facebook", details: true },
  { file: "results-light.png", theme: "light", platform: "TikTok", details: false },
  { file: "high-contrast.png", theme: "high contrast", platform: "Pinterest", details: true },
];

/** @param {Picture} picture */
async function take({ file, theme, platform, details }) {
  const workbench = await openWorkbench({ theme, settings: { "adLibrary.baseUrl": "sample:" }, size });
  try {
    await workbench.openView();
    await workbench.treeItem(platform).click();
    const explorer = workbench.explorer();
    await explorer.getByRole("button", { name: "Search, 100 credits" }).click();
    await loadedPictures(explorer, 18);
    if (details) {
      await explorer.getByRole("button", { name: "Details, 100 credits" }).first().click();
      await explorer.getByRole("region", { name: "Ad details" }).getByRole("figure").first().waitFor();
    }
    await workbench.page.screenshot({ path: join(folder, file) });
    console.log(`${join(folder, file)} made`);
  } finally {
    await workbench.dispose();
  }
}

await mkdir(folder, { recursive: true });
await build();
for (const picture of pictures) await take(picture);
await stopVSCode();
