import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { useWorkbench } from "../support/useWorkbench";

const german = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8")));
const inGerman = (text: string, ...values: readonly string[]) =>
  german[text]!.replace(/\{(\d+)\}/g, (_, at: string) => values[Number(at)]!);

describe("VS Code in German", () => {
  const settings = { "adLibrary.baseUrl": "sample:" };
  const workbench = useWorkbench(() => ({ settings, language: "de" }));
  before(() => workbench.call("adLibrary.openExplorer", { platform: "facebook" }));

  const explorer = () => workbench.explorer();
  const button = (name: string) => explorer().getByRole("button", { name, exact: true });
  /** Words of the service, which are the same as some of ours. */
  const ofService = new Set(["Image", "Video", "Impressions", "just now"]);
  /** The English texts that are on the screen although they have a German one. */
  const leftInEnglish = async () => {
    const shown = await explorer()
      .locator("body")
      .evaluate((body) => {
        const own = (element: Element) => element.closest("[dir=auto], bdi, option, vscode-option, .items") === null;
        return [...body.querySelectorAll("*")]
          .filter(own)
          .flatMap((element) => [
            element.getAttribute("aria-label") ?? "",
            element.getAttribute("title") ?? "",
            ...[...element.childNodes].map((node) => (node.nodeType === 3 ? (node.textContent ?? "") : "")),
          ]);
      });
    return [...new Set(shown.map((text) => text.trim()))].filter(
      (text) => !ofService.has(text) && german[text] !== undefined && german[text] !== text,
    );
  };

  it("has the prices, the form, and the results in German", async () => {
    await button(inGerman("Search, {0} credits", "100")).click();
    // The form says the same of what was bought, folded away.
    await explorer().locator(".results-status").getByText(inGerman("{0} ads", "18")).waitFor();
    // Times, too, although the browser is in English.
    const fetched = explorer()
      .locator(".results-head [title]", { hasText: inGerman("just now") })
      .first();
    assert.match((await fetched.getAttribute("title")) ?? "", /^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
    const spent = workbench.statusBar(inGerman("$(beaker) {0} sample credits", "100").replace(/^\S+ /, ""));
    await spent.waitFor();
    await button(inGerman("Show filters")).click();
    assert.deepEqual(await leftInEnglish(), []);
    await workbench.screenshot("languages-results");
    // In a narrow window, VS Code cuts its label, or wraps it out of sight.
    await workbench.page.setViewportSize({ width: 500, height: 900 });
    const [shown, whole, bottom] = await spent
      .locator("a")
      .evaluate((label) => [label.clientWidth, label.scrollWidth, label.getBoundingClientRect().bottom - innerHeight]);
    assert.deepEqual([whole, bottom <= 0], [shown, true]);
    await workbench.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("has an ad's details in German", async () => {
    await button(inGerman("Details, {0} credits", "100")).first().click();
    await explorer()
      .getByRole("region", { name: inGerman("Ad details") })
      .getByRole("figure")
      .first()
      .waitFor();
    assert.deepEqual(await leftInEnglish(), []);
    await workbench.screenshot("languages-details");
  });

  it("has its commands in German", async () => {
    const commands = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync("package.nls.de.json", "utf8")));
    await workbench.runCommand(`${commands.category}: ${commands["command.searchArchive"]}`);
    await explorer()
      .getByRole("form", { name: inGerman("Search the archive") })
      .waitFor();
    assert.deepEqual(await leftInEnglish(), []);
    await workbench.screenshot("languages-archive");
  });
});
