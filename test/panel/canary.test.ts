import assert from "node:assert/strict";
import { join } from "node:path";
import { tested } from "../support/apiVersion";
import * as sweep from "../support/canarySweep";
import { shareLibrary } from "../support/fixtures";
import { body, failed } from "../support/misbehavingReplies";
import { useWorkbench } from "../support/useWorkbench";

/**
 * What a person meets when something is missing or goes wrong: each says what it is, and what to do next. Afterward, the
 * key that was used throughout must be in nothing that was sent, written, shown, or stored.
 */
describe("The explorer in trouble, in VS Code", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => ({ settings: { "adLibrary.baseUrl": library.url } }));
  let messages: readonly string[] = [];
  /** What was on the screen at several moments, and kept by the page. */
  const shown: Record<string, string> = {};
  const look = async (moment: string) => {
    for (const [name, text] of Object.entries(await sweep.pageTexts(workbench.page)))
      shown[`${name}, ${moment}`] = text;
  };

  before(async () => {
    library.accept(sweep.canaryKey);
    messages = await sweep.overhearWebviews(workbench.page);
    await workbench.openView();
    await workbench.treeItem("Reddit").click();
  });

  const explorer = () => workbench.explorer();
  const results = () => explorer().getByRole("region", { name: "Results" });
  const alert = (text: string) => explorer().getByRole("alert").filter({ hasText: text });
  const button = (name: string) => explorer().getByRole("button", { name, exact: true });
  const says = (text: string) => results().getByText(text).first().waitFor();
  const paid = () => library.paid().length;
  /** Changes settings, and waits until their effect is on the screen. */
  const change = async (settings: Record<string, unknown>, effect: string) => {
    await workbench.change(settings);
    await says(effect);
  };

  const widget = () => workbench.page.locator(".quick-input-widget:visible");
  const asks = (text: string) => widget().getByText(text).first().waitFor();

  it("says that the key is missing, and asks for it", async () => {
    await says("No API key for this library");
    await button("Set API key…").click();
    await workbench.quickInput().fill(sweep.canaryKey);
    await look("while it is typed");
    await workbench.answer(sweep.canaryKey);
    await explorer().getByRole("form", { name: "Search ads" }).waitFor();
    await says("Find ads");
    assert.equal(paid(), 0);
  });

  it("stops at the daily budget, and keeps the ads", async () => {
    await button("Search, 100 credits").click();
    await says("18 ads, 1 page");
    await change({ "adLibrary.dailyBudget": 100, "adLibrary.loadMedia": "never" }, "Images are off");
    await says("0 of your daily budget of 100 are left.");
    await says("18 ads, 1 page");
    for (const name of ["Load next page, 100 credits", "Details, 100 credits"])
      assert.equal(await explorer().getByRole("button", { name }).count(), 0, name);
    assert.ok(await button("Search again, 100 credits").isDisabled());
    await results().getByRole("button", { name: "Open Settings" }).waitFor();
    assert.equal(paid(), 1);
  });

  it("says that nothing matches, and that it was charged", async () => {
    await change({ "adLibrary.dailyBudget": 0, "adLibrary.loadMedia": "onClick" }, "Load image");
    await workbench.showFilters();
    await explorer().locator('input[aria-label="Keyword, text"]').fill("qzxqzxqzx");
    // A budget that was taken away is told, whoever did it, and nothing is paid without a yes.
    await button("Search, 100 credits").click();
    await workbench.dialog().getByText("The setting adLibrary.dailyBudget has changed from 100 to no limit").waitFor();
    await workbench.dialog().getByRole("button", { name: "Don't Spend" }).click();
    await alert("you declined").waitFor();
    assert.equal(paid(), 1);
    await button("Search, 100 credits").click();
    await workbench.dialog().getByRole("button", { name: "Spend 100 Credits" }).click();
    await says("This page was charged");
    assert.equal(paid(), 2);
  });

  it("searches in two steps from the palette, with a way back and the price on the last step", async () => {
    const before = paid();
    await workbench.runCommand("Ad Library: Search Ads…");
    await workbench.quickPick("Reddit").click();
    await asks("Search Reddit (press Enter to search for 100 credits)");
    await widget().getByRole("button", { name: "Back" }).click();
    await workbench.quickPick("Native").click();
    await workbench.answer("a", "Search Native (press Enter to search for 100 credits)");
    await library.paidArrived(before + 1);
    await results()
      .getByText(/^\d+ ads, 1 page$/)
      .first()
      .waitFor();
    assert.equal(paid(), before + 1);
    assert.equal(library.paid().at(-1)!.target, tested.search("native"));
    assert.match(library.paid().at(-1)!.body, /"a"/);
  });

  it("offers the last platform there, and its recent searches, and pays nothing twice", async () => {
    const before = paid();
    await workbench.runCommand("Ad Library: Search Ads…");
    await workbench.quickPick("Native").waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.quickPick("history, a").waitFor();
    await workbench.page.keyboard.press("Enter");
    await results().getByRole("button", { name: "Show bought results, 0 credits" }).waitFor();
    assert.equal(paid(), before);
  });

  it("asks once before a click above confirmAbove, with Spend in focus", async () => {
    const before = paid();
    await results().getByRole("button", { name: "Show bought results, 0 credits" }).click();
    await results().getByText("bought, fetched").first().waitFor();
    await change({ "adLibrary.confirmAbove": 50, "adLibrary.loadMedia": "never" }, "Images are off");
    await results().getByRole("button", { name: "Details, 100 credits" }).first().click();
    const spend = workbench.dialog().getByRole("button", { name: "Spend 100 Credits" });
    await spend.and(workbench.page.locator(":focus")).waitFor();
    assert.equal(paid(), before);
    await workbench.page.keyboard.press("Enter");
    await explorer().getByRole("region", { name: "Ad details" }).getByText("Times observed").first().waitFor();
    assert.equal(paid(), before + 1);
  });

  it("uses its key for searches, details, failures, and exports", async () => {
    const bytes = Buffer.from(sweep.canaryKey);
    const [base64, hex] = [bytes.toString("base64"), bytes.toString("hex")];
    const echoes = [sweep.canaryKey, encodeURIComponent(sweep.canaryKey), base64, hex];
    for (const echo of [base64, hex]) {
      // The cut after 500 characters goes through the middle of the last one.
      const said = `invalid key ${echo === hex ? echo : echoes.slice(0, 3).join(", ")}, x-api-key: `;
      const filler = ". ".repeat(250).slice(0, 500 - echo.length / 2 - said.length);
      library.next(failed(1005, `${said}${filler}${echo} is what came.`));
      const found = await workbench.callAgreed("adLibrary.search", { platform: "native", text: `b${echo.length}` });
      assert.equal(found, undefined);
      // The panel says it, and the notification.
      await explorer().getByRole("alert").getByText("[key]").first().waitFor();
      await look(`after ${echo.length} letters came back`);
    }
    const echoed = JSON.stringify(echoes.join(" ")).slice(1, -1);
    const answer = await library.answerOf("native");
    library.next(body(answer.replaceAll('"title":"', `"echo":"${echoed}","title":"${echoed}`)));
    await workbench.callAgreed("adLibrary.search", { platform: "native", text: "c" });
    await results().getByText("[key]").first().waitFor();
    await look("after ads repeated it");
    for (const format of ["json", "ndjson", "csv"]) {
      const file = join(workbench.workspace, `sweep.${format}`);
      await workbench.callAgreed("adLibrary.exportPages", { file, format, pages: 1 });
    }
    await workbench.clearNotifications();
    await workbench.runCommand("Ad Library: Copy Search as cURL");
    await workbench.notification("AD_LIBRARY_API_KEY").waitFor();
    await workbench.call("adLibrary.showLog");
    await workbench.page.locator(".view-lines").getByText("[key]").first().waitFor();
    await look("with the log");
    assert.ok(library.requests.every(({ headers }) => headers["x-api-key"] === sweep.canaryKey));
  });

  it("has left no trace of its key in anything sent, written, shown, or stored, in any encoding", async () => {
    const written = await sweep.fileTexts(workbench.dataFolder);
    const said = Object.fromEntries(messages.map((message, at) => [`message ${at}`, message]));
    const sent = sweep.requestTexts(library.requests);
    for (const [name, texts] of Object.entries({ shown, written, said, sent }))
      assert.deepEqual(sweep.leaking(texts, sweep.canaryKey), [], name);
    // What was searched was not empty: the files are there, those of the installed extension as well, the clipboard has
    // the command, and the panel its ads.
    const files = Object.keys(written);
    for (const ending of ["sweep.csv", "sweep.json", "sweep.ndjson", "index.db", "Ad Library.log", "dist/core.js"])
      assert.ok(
        files.some((name) => name.endsWith(ending)),
        ending,
      );
    assert.ok(Object.entries(written).some(([name, text]) => name.endsWith(".log") && text.includes("[key]")));
    assert.match(shown["clipboard, with the log"] ?? "", /^curl /);
    assert.ok(Object.entries(shown).some(([name, text]) => name.startsWith("DOM") && text.includes("Fetch again")));
    assert.ok(Object.entries(shown).some(([name, text]) => name.startsWith("store") && text.includes("draft")));
    for (const kind of ['"kind":"ask"', '"kind":"answer"', '"kind":"failure"'])
      assert.ok(
        messages.some((message) => message.includes(kind)),
        kind,
      );
  });
});
