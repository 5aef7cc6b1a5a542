import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";
import { jsonIssues } from "../unit/features/export/schemas";

interface Exported {
  readonly about: { readonly complete: boolean; readonly pages: number };
  readonly ads: readonly { readonly id: number }[];
}

describe("An export in the workbench", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const written = async (ending: string) => {
    const name = (await readdir(workbench.workspace)).find((file) => file.endsWith(ending));
    const exported = JSON.parse(await readFile(join(workbench.workspace, name ?? "none"), "utf8")) as Exported;
    assert.deepEqual(jsonIssues("export-json", exported), []);
    return exported;
  };
  const setKey = async () => {
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(library.key);
    await workbench.notification("Connected to").waitFor();
  };
  const exportPages = async (pages: number, name: string) => {
    await workbench.runCommand("Ad Library: Export Pages…");
    await workbench.quickPick("Specific number of pages…").click();
    await workbench.answer(String(pages), "Up to 18 ads per page, starting with page 1.");
    // A row with a check mark is no option to assistive software.
    const row = workbench.page.locator(".quick-input-widget").getByRole("checkbox", { name: /^Include the details/ });
    await row.first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.page.locator(".quick-input-widget:visible").getByText("Export Pages").first().waitFor();
    await workbench.saveAs(join(workbench.workspace, name));
  };

  before(async () => {
    library = await startCountedLibrary();
    workbench = await openWorkbench({
      settings: {
        "adLibrary.baseUrl": library.url,
        "adLibrary.requestTimeoutSeconds": 300,
        // What is spent within ten minutes is no question here.
        "adLibrary.confirmAbove": 10_000,
      },
      size: { width: 2000, height: 900 },
    });
    await workbench.openView();
    await setKey();
    await workbench.treeItem("Native").click();
    await workbench.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    await results().getByText("18 ads, 1 page").first().waitFor();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  const cancel = () => workbench.notification("Exporting ads").getByRole("button", { name: "Cancel" }).click();
  const finishing = () =>
    workbench.notification("Finishing the page already requested: to abort it may cost 100 credits");

  it("finishes the pending page when canceled, in a file marked incomplete", async () => {
    await library.paidArrived(1);
    const second = library.hold();
    const third = library.hold();
    await exportPages(4, "canceled.json");
    await library.paidArrived(2);
    await second.answer();
    await library.paidArrived(3);
    await cancel();
    await finishing().waitFor();
    await third.answer();
    await workbench.notification("Canceled before the end. Every answer you paid for is in the archive.").waitFor();
    const { about, ads } = await written("canceled.incomplete.json");
    assert.deepEqual([about.complete, ads.length, library.paid().length], [false, 54, 3]);
  });

  it("is aborted by a second cancel, after a question that states what it may cost", async () => {
    await workbench.runCommand("Notifications: Clear All Notifications");
    library.hold();
    await exportPages(4, "aborted.json");
    await library.paidArrived(4);
    await cancel();
    await finishing().getByRole("button", { name: "Cancel" }).click();
    await workbench.dialog().getByRole("button", { name: "Wait" }).click();
    await finishing().getByRole("button", { name: "Cancel" }).click();
    await workbench.dialog().getByRole("button", { name: "Abort, May Cost 100 Credits" }).click();
    // VS Code keeps a fourth notification within 800 ms from the screen, and a test presses buttons that fast.
    await workbench.showNotifications();
    await workbench.notification("100 more credits may have been charged").waitFor();
    const { about, ads } = await written("aborted.incomplete.json");
    assert.deepEqual([about.complete, ads.length, library.paid().length], [false, 54, 4]);
  });

  it("resumes after its extension host is killed, without paying for a bought page", async () => {
    await workbench.runCommand("Notifications: Clear All Notifications");
    const fourth = library.hold();
    library.hold();
    await exportPages(5, "killed.json");
    await library.paidArrived(5);
    await fourth.answer();
    await library.paidArrived(6);
    // VS Code stores its editors now and then, not when the page is left. Otherwise the explorer may not come back.
    await workbench.stored('"platform":"native"', "editors");
    await workbench.load();
    await workbench.openView();
    await setKey();
    await workbench.runCommand("Ad Library: Resume Export…");
    await workbench.quickPick("killed.json").click();
    await workbench.dialog().getByText("The answer for page 5 was lost.").waitFor();
    await workbench.dialog().getByRole("button", { name: "Request Again for 100 Credits" }).click();
    await workbench.notification("90 ads exported to killed.json").waitFor();
    const { about, ads } = await written("killed.json");
    assert.equal(about.complete, true);
    assert.equal(new Set(ads.map(({ id }) => id)).size, 90);
    assert.equal(library.paid().length, 7);
  });

  it("writes the same bytes as the command line for the same snapshot, except times", async () => {
    await workbench.runCommand("Notifications: Clear All Notifications");
    await exportPages(4, "panel.ndjson");
    await workbench.notification("72 ads exported to panel.ndjson").waitFor();
    const read = (name: string) => readFile(join(workbench.workspace, name), "utf8");
    const [first = ""] = (await read("panel.ndjson")).split("\n");
    const { about } = JSON.parse(first) as { about: { platform: string; query: Record<string, unknown> } };
    const body = Object.fromEntries(Object.entries(about.query).filter(([name]) => name !== "page"));
    const file = { platform: about.platform, body, pages: 4 };
    await writeFile(join(workbench.workspace, "native.adsearch.json"), JSON.stringify(file));
    const { PATH = "", HOME = "" } = process.env;
    const env = {
      ...{ PATH, HOME, AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key },
      AD_LIBRARY_DATA: join(workbench.dataFolder, "data/User/globalStorage/ad-library-explorer.ad-library-explorer"),
    };
    const args = [resolve("dist/cli.js"), "run", "native.adsearch.json", "--out", "cli.ndjson"];
    await promisify(execFile)(process.execPath, args, { cwd: workbench.workspace, env });
    const timeless = async (name: string) => (await read(name)).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
    assert.equal(await timeless("cli.ndjson"), await timeless("panel.ndjson"));
    assert.equal((await timeless("cli.ndjson")).trimEnd().split("\n").length, 1 + 72);
    assert.equal(library.paid().length, 7);
  });
});
