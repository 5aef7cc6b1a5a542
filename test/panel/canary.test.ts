import assert from "node:assert/strict";
import { join } from "node:path";
import { canaryKey, fileTexts, leaking, pageTexts, requestTexts } from "../support/canarySweep";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { failed } from "../support/misbehavingReplies";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("The key, after all that is done with it", function () {
  // A whole workbench is slow to start on a busy machine.
  this.timeout(180_000);
  let library: CountedLibrary;
  let workbench: Workbench;
  const results = () => workbench.explorer().getByRole("region", { name: "Results" });
  const place = (name: string) => join(workbench.workspace, name);

  before(async () => {
    library = await startCountedLibrary();
    // It takes any key.
    library.behave((exchange) => {
      const headers = { ...exchange.seen.headers, "x-api-key": library.key };
      return library.usual({ ...exchange, seen: { ...exchange.seen, headers } });
    });
    workbench = await openWorkbench({ neighbour: true, settings: { "adLibrary.baseUrl": library.url } });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });
  afterEach(async function () {
    if (this.currentTest?.isFailed()) await workbench.screenshot("canary-failed");
  });

  it("searches, opens details, fails and exports with it", async () => {
    await workbench.openView();
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(canaryKey, "API Key for");
    await workbench.notification("Connected to").waitFor();
    await workbench.call("adLibrary.search", { platform: "native", text: "a" });
    await results().getByRole("button", { name: "Details, 100 credits" }).first().click();
    await workbench.explorer().getByRole("region", { name: "Ad details" }).getByText("Impressions").first().waitFor();
    for (const echo of [canaryKey, encodeURIComponent(canaryKey), Buffer.from(canaryKey).toString("base64")]) {
      library.next(failed(1005, `invalid key ${echo}, x-api-key: ${echo}`));
      const found = await workbench.call("adLibrary.search", { platform: "native", text: `b${echo.length}` });
      assert.equal(found, undefined);
    }
    for (const format of ["json", "ndjson", "csv"])
      await workbench.call("adLibrary.exportPages", { file: place(`sweep.${format}`), format, pages: 1 });
    await workbench.clearNotifications();
    await workbench.runCommand("Ad Library: Copy Search as cURL");
    await workbench.notification("AD_LIBRARY_API_KEY").waitFor();
    await workbench.runCommand("Ad Library: Show Log");
    // The trial of the key, the search, the details and the three that were refused.
    assert.ok(library.requests.filter(({ headers }) => headers["x-api-key"] === canaryKey).length >= 6);
  });

  it("has left no trace in what was sent, written, shown, said or kept, in any writing", async () => {
    const [shown, written] = [await pageTexts(workbench.page), await fileTexts(workbench.dataFolder)];
    for (const [name, texts] of Object.entries({ shown, written, sent: requestTexts(library.requests) }))
      assert.deepEqual(leaking(texts, canaryKey), [], name);
    assert.deepEqual(leaking(await fileTexts("dist"), canaryKey), []);
    // What was searched was not empty: the files are there, the clipboard has the command, and the panel its ads.
    assert.ok(Object.keys(written).some((name) => name.endsWith("sweep.csv")));
    assert.match(shown.clipboard ?? "", /^curl /);
    assert.ok(Object.entries(shown).some(([name, text]) => name.startsWith("DOM") && text.includes("Fetch again")));
  });
});
