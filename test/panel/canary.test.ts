import assert from "node:assert/strict";
import { join } from "node:path";
import * as sweep from "../support/canarySweep";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { body, failed } from "../support/misbehavingReplies";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("The key, after it was used everywhere", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  let messages: readonly string[] = [];
  /** What was on the screen at several moments, and kept by the page. */
  const shown: Record<string, string> = {};
  const look = async (moment: string) => {
    for (const [name, text] of Object.entries(await sweep.pageTexts(workbench.page)))
      shown[`${name}, ${moment}`] = text;
  };
  const place = (name: string) => join(workbench.workspace, name);

  before(async () => {
    library = await startCountedLibrary();
    // It takes any key.
    library.behave((exchange) => {
      const headers = { ...exchange.seen.headers, "x-api-key": library.key };
      return library.usual({ ...exchange, seen: { ...exchange.seen, headers } });
    });
    workbench = await openWorkbench({ settings: { "adLibrary.baseUrl": library.url } });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    messages = await sweep.overhearWebviews(workbench.page);
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });

  it("is used for searches, details, failures, and exports", async () => {
    await workbench.openView();
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.quickInput().fill(sweep.canaryKey);
    await look("while it is typed");
    await workbench.answer(sweep.canaryKey, "API Key for");
    await workbench.notification("Connected to").waitFor();
    await workbench.callAgreed("adLibrary.search", { platform: "native", text: "a" });
    await results().getByRole("button", { name: "Details, 100 credits" }).first().click();
    await workbench
      .explorer()
      .getByRole("region", { name: "Ad details" })
      .getByText("Times observed")
      .first()
      .waitFor();
    const bytes = Buffer.from(sweep.canaryKey);
    const echoes = [
      sweep.canaryKey,
      encodeURIComponent(sweep.canaryKey),
      bytes.toString("base64"),
      bytes.toString("hex"),
    ];
    for (const echo of echoes) {
      // The cut after 500 characters goes through the middle of it.
      const said = `invalid key ${echo}, x-api-key: `;
      const filler = ". ".repeat(250).slice(0, 500 - echo.length / 2 - said.length);
      library.next(failed(1005, `${said}${filler}${echo} is what came.`));
      const found = await workbench.callAgreed("adLibrary.search", { platform: "native", text: `b${echo.length}` });
      assert.equal(found, undefined);
      // The panel says it, and the notification.
      await workbench.explorer().getByRole("alert").getByText("[key]").first().waitFor();
      await look(`after ${echo.length} letters came back`);
    }
    const echoed = JSON.stringify(echoes.join(" ")).slice(1, -1);
    library.next(
      body((await library.answerOf("native")).replaceAll('"title":"', `"echo":"${echoed}","title":"${echoed}`)),
    );
    await workbench.callAgreed("adLibrary.search", { platform: "native", text: "c" });
    await results().getByText("[key]").first().waitFor();
    await look("after ads repeated it");
    for (const format of ["json", "ndjson", "csv"])
      await workbench.callAgreed("adLibrary.exportPages", { file: place(`sweep.${format}`), format, pages: 1 });
    await workbench.clearNotifications();
    await workbench.runCommand("Ad Library: Copy Search as cURL");
    await workbench.notification("AD_LIBRARY_API_KEY").waitFor();
    await workbench.runCommand("Ad Library: Show Log");
    await workbench.page.locator(".view-lines").getByText("[key]").first().waitFor();
    await look("with the log");
    // The trial of the key, the search, the details and the three that were refused.
    assert.ok(library.requests.filter(({ headers }) => headers["x-api-key"] === sweep.canaryKey).length >= 6);
  });

  it("has left no trace in anything sent, written, shown, or stored, in any encoding", async () => {
    const written = await sweep.fileTexts(workbench.dataFolder);
    const said = Object.fromEntries(messages.map((message, at) => [`message ${at}`, message]));
    const [sent, shipped] = [sweep.requestTexts(library.requests), await sweep.packageTexts()];
    for (const [name, texts] of Object.entries({ shown, written, said, sent, shipped }))
      assert.deepEqual(sweep.leaking(texts, sweep.canaryKey), [], name);
    // What was searched was not empty: the files are there, the clipboard has the command, and the panel its ads.
    const files = Object.keys(written);
    for (const ending of ["sweep.csv", "sweep.json", "sweep.ndjson", "index.db", "Ad Library.log"])
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
    assert.ok(Object.keys(shipped).includes("dist/core.js"));
  });
});
