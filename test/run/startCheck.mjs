import { withProgress } from "../support/vscode/command.mjs";
import { openWorkbench, stopVSCode } from "../support/workbench.mjs";

/** Opens the sample library in a real VS Code as a user would and throws unless a page of ads with pictures appears. */
export async function checkStart() {
  const workbench = await withProgress("Starting VS Code", () =>
    openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } }),
  );
  try {
    const ads = await workbench.showAds("Facebook");
    console.log(`${ads} ads with their pictures are on the screen: out/artifacts/start-check.png`);
  } finally {
    await workbench.screenshot("start-check");
    await stopVSCode();
  }
}
