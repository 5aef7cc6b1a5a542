import { withProgress } from "../support/vscode/command.mjs";
import { openWorkbench, stopVSCode } from "../support/workbench.mjs";
import { loadedPictures } from "../support/loadedPictures.mjs";

const wanted = 18;

/** Opens the sample library in a real VS Code as a user would and throws unless a page of ads with pictures appears. */
export async function checkStart() {
  const workbench = await withProgress("Starting VS Code", () =>
    openWorkbench({ settings: { "adLibrary.baseUrl": "sample:" } }),
  );
  try {
    await workbench.openView();
    await workbench.treeItem("Facebook").click();
    const explorer = workbench.explorer();
    await explorer.getByRole("button", { name: "Search, 100 credits" }).click();
    await loadedPictures(explorer, wanted);
    console.log(`${wanted} ads with their pictures are on the screen: out/artifacts/start-check.png`);
  } finally {
    await workbench.screenshot("start-check");
    await stopVSCode();
  }
}
