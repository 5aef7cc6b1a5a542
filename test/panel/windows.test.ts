import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testedVersion } from "../support/apiVersion";
import { untilConnected } from "../support/connecting";
import { shareLibrary } from "../support/fixtures";
import type { Reply } from "../support/misbehaving";
import { body, failed, redirect, resetInBody, shortBody } from "../support/misbehavingReplies";
import { times } from "../support/long";
import { ledgerLines } from "../support/spending";
import { useWorkbench } from "../support/useWorkbench";
import type { Workbench } from "../support/workbench.mjs";

const faults: readonly Reply[] = [
  failed(1003, "not enabled"),
  failed(1009, "server error"),
  body("<html>Sign in</html>"),
  resetInBody,
  shortBody,
  redirect(307, "https://elsewhere.example/"),
];

/** What a search by command answers. */
interface Found {
  readonly page?: number;
  /** Not run, because it is bought. */
  readonly bought?: readonly unknown[];
}

describe("Two windows of one user", () => {
  const [library, other] = [shareLibrary(), shareLibrary()];
  const one = useWorkbench(() => ({
    keyring: "lasting",
    settings: { "adLibrary.baseUrl": library.url, "adLibrary.loadMedia": "never" },
  }));
  let two: Workbench;
  const names = (window: Workbench) =>
    window.page.getByRole("tree", { name: "Saved Searches" }).locator(".label-name").allInnerTexts();
  const search = (window: Workbench, country: string, os: number) =>
    window.callAgreed<Found | undefined>("adLibrary.search", {
      platform: "native",
      body: { countries: [country], os: [os] },
    });

  before(async () => {
    await one.connect(library.key);
    two = await one.anotherWindow();
    await two.openView();
  });

  it("have the same key, show what either spends, and own what either one paid for", async () => {
    assert.equal((await search(one, "us", 1))?.page, 1);
    assert.equal((await search(two, "gb", 1))?.page, 1);
    await Promise.all([one, two].map((window) => window.statusBar("200 credits today").waitFor()));
    const bought = await search(two, "us", 1);
    assert.equal(bought?.bought?.length, 1);
    assert.equal(library.paid().length, 2);
  });

  it("spend for another extension only with agreement, one question at a time", async () => {
    const before = library.paid().length;
    const calls = Array.from({ length: 10 }, (_, at) =>
      one.call("adLibrary.openAd", { platform: "native", id: 7 + at }),
    );
    await one.dialog().getByText("A keybinding or another extension wants to spend 100 credits.").waitFor();
    const answered = Promise.all(calls);
    // Only what comes while the question is open is refused with it.
    let refused = 0;
    const others = new Promise<void>((done) => {
      for (const call of calls) void call.then(() => (refused += 1) === 9 && done());
    });
    assert.equal(await one.dialog().count(), 1);
    // A key that was meant for something else spends nothing.
    assert.equal(await one.dialog().locator(":focus").innerText(), "Refuse for 10 Minutes");
    await others;
    await one.page.keyboard.press("Escape");
    assert.deepEqual(new Set(await answered), new Set([undefined]));
    // What looks like a row of the tree, like our panel, or like the argument from a toolbar is none.
    const query = { platform: "native", body: { countries: ["us"], os: [3] } };
    const forged = { kind: "recent", row: { label: "x", platform: "native", at: "", search: query } };
    for (const [command, argument] of [
      ["runRecentSearch", forged],
      ["search", forged],
      ["search", query],
      ["runRecentSearch", { ...forged, webview: "adLibrary.explorer" }],
      ["searchAll", { text: "shoes" }],
      ["openAd", { platform: "native", id: "7" }],
    ] as const) {
      // V1 lacks this search.
      if (command === "searchAll" && testedVersion === "v1") continue;
      const ended = one.call(`adLibrary.${command}`, argument);
      await one.dialog().getByRole("button", { name: "Don't Spend" }).click();
      assert.equal(await ended, undefined, command);
    }
    const toolbar = one.call("adLibrary.search", { ...forged, groupId: 0 });
    await one.page.locator(".quick-input-widget:visible").getByText("Facebook").first().waitFor();
    await one.page.keyboard.press("Escape");
    assert.equal(await toolbar, undefined);
    assert.equal(library.paid().length, before);
  });

  it("spend for a row of the tree only with agreement, because VS Code gives it to any extension", async () => {
    const before = library.paid().length;
    const file = join(one.workspace, "row.json");
    await writeFile(file, JSON.stringify({ platform: "native", body: { countries: ["us"], os: [3] } }));
    const { id } = await one.call<{ readonly id: string }>("adLibrary.importSavedSearch", { file });
    await one.treeItem("row").waitFor();
    const args = { $treeViewId: "adLibrary.searches", $treeItemHandle: `1/${id}` };
    const ended = one.call("runCommands", { commands: [{ command: "adLibrary.runSavedSearch", args }] });
    await one.dialog().getByText("Spend 100 credits?").waitFor();
    await one.dialog().getByRole("button", { name: "Don't Spend" }).click();
    await ended;
    assert.equal(library.paid().length, before);
    await one.call("adLibrary.deleteSavedSearch", { id });
    await one.clearNotifications();
  });

  it("let the user allow a search permanently, and revoke it", async () => {
    const before = library.paid().length;
    const query = { platform: "native", body: { countries: ["gb"], os: [3] } };
    const ended = one.call<Found | undefined>("adLibrary.search", query);
    await one.dialog().getByRole("button", { name: "Always Allow This Search" }).click();
    assert.equal((await ended)?.page, 1);
    assert.equal(library.paid().length, before + 1);
    // A pick list closes as it loses the focus, and the panel takes it as it shows the results.
    await one
      .explorer()
      .getByRole("button", { name: / Windows, remove filter$/ })
      .waitFor();
    await one.explorer().locator("[data-card]").first().waitFor();
    await one.runAndChoose("Ad Library: Revoke Allowed Searches…", "United Kingdom, Windows");
    await one.page.keyboard.press("Enter");
    await one.notification("The search needs your approval again.").waitFor();
    await Promise.all([
      one.notification("No searches are allowed to run without asking.").waitFor(),
      one.runCommand("Ad Library: Revoke Allowed Searches…"),
    ]);
    await one.clearNotifications();
  });

  it("keep both windows' searches through simultaneous changes", async () => {
    const saving = [one, two].flatMap((window, at) =>
      [1, 2, 3].map((number) => window.call("adLibrary.saveSearch", { name: `${"AB"[at]}${number}` })),
    );
    const saved = (await Promise.all(saving)) as readonly { readonly id: string; readonly name: string }[];
    const idOf = (name: string) => saved.find((each) => each.name === name)!.id;
    await Promise.all([
      one.call("adLibrary.deleteSavedSearch", { id: idOf("B1") }),
      two.call("adLibrary.deleteSavedSearch", { id: idOf("A1") }),
      one.call("adLibrary.renameSavedSearch", { id: idOf("B2"), name: "From one" }),
      two.call("adLibrary.renameSavedSearch", { id: idOf("A2"), name: "From two" }),
    ]);
    const wanted = ["A3", "B3", "From one", "From two"];
    for (const window of [one, two]) {
      for (const name of wanted) await window.treeItem(name).waitFor();
      for (const name of ["A1", "B1"]) await window.treeItem(name).waitFor({ state: "detached" });
    }
    const [inOne, inTwo] = await Promise.all([names(one), names(two)]);
    assert.deepEqual(inOne.slice(0, 4).sort(), wanted);
    assert.deepEqual(inOne, inTwo);
  });

  it("record as many paid requests as the library counted after a faulty session", async () => {
    const countries = ["ca", "au", "us", "gb"];
    const [rounds, every, before] = [times(6, 40), times(1, 3), library.paid().length];
    for (let at = 0; at < rounds; at += 1) {
      const fault = at % every === 0 ? faults[(at / every) % faults.length] : undefined;
      if (fault) library.next(fault);
      // Some ask the same at the same time.
      const asked = [one, two].map((window, n) => search(window, countries[at % 4]!, 1 + ((at + (at % 5) * n) % 5)));
      await Promise.all(asked);
    }
    // The last fault is still to come if both windows found their page bought.
    library.behave();
    const lines = (await ledgerLines(one.dataFolder)).map((line) => JSON.parse(line) as { line: string });
    const count = (kind: string) => lines.filter(({ line }) => line === kind).length;
    const paid = library.paid().length - before;
    assert.ok(paid >= times(6, 17), `${paid} paid requests`);
    assert.equal(count("sent") - count("notSent"), library.paid().length);
    assert.equal(count("sent"), count("received") + count("rejected") + count("unknown") + count("notSent"));
    const spent = `${(count("received") * 100).toLocaleString("en")} credits`;
    await Promise.all([one, two].map((window) => window.statusBar(spent).waitFor()));
  });

  it("follow the one that connects another library, and finish what is paid for", async () => {
    const received = async () =>
      (await ledgerLines(one.dataFolder)).filter((line) => line.includes('"line":"received"')).length;
    const [before, answered] = [library.paid().length, await received()];
    const held = library.hold();
    const left = two.callAgreed("adLibrary.search", { platform: "reddit", body: { countries: ["us"] } });
    await library.paidArrived(before + 1);
    await one.page.bringToFront();
    await one.runCommand("Ad Library: Connect…");
    await one.answer(other.url, "Base URL of the Ad Library Search API");
    await one.answer(other.key, "API Key for");
    await untilConnected(one, other);
    await held.answer();
    await left;
    assert.equal(await received(), answered + 1);
    assert.equal((await search(one, "us", 1))?.page, 1);
    assert.equal(other.paid().length, 1);
    assert.equal(await search(two, "us", 1), undefined);
    await two.notification("No API key is stored for this library.").waitFor();
    assert.equal(library.paid().length, before + 1);
    assert.ok(library.requests.every(({ headers }) => headers["x-api-key"] === library.key));
  });

  it("spend nothing through pickers driven by another extension", async () => {
    const before = other.paid().length;
    const widget = one.page.locator(".quick-input-widget:visible");
    const ended = one.call("adLibrary.search", { platform: "reddit" });
    await widget.getByText("press Enter to search for 100 credits").first().waitFor();
    await one.call("quickInput.accept");
    await one.dialog().getByText("A keybinding or another extension wants to spend 100 credits.").waitFor();
    await one.dialog().getByRole("button", { name: "Don't Spend" }).click();
    assert.equal(await ended, undefined);
    const { id } = await one.call<{ readonly id: string }>("adLibrary.saveSearch", { name: "Picked" });
    const checked = one.call("adLibrary.checkForNewAds", { id });
    // Nothing is filled in that could be accepted.
    await widget
      .getByText("Credits, such as 300")
      .or(widget.getByPlaceholder("Credits, such as 300"))
      .first()
      .waitFor();
    await one.call("quickInput.accept");
    await widget.getByText("Enter at least 100 credits.").first().waitFor();
    await one.page.keyboard.type("300");
    await one.page.keyboard.press("Enter");
    await one.dialog().getByText("A keybinding or another extension wants to spend 300 credits.").waitFor();
    await one.dialog().getByRole("button", { name: "Refuse for 10 Minutes" }).click();
    assert.equal(await checked, undefined);
    // From now on, pickers without arguments ask as well.
    const own = one.call("adLibrary.runSavedSearch");
    await one.quickPick("Picked").waitFor();
    await one.call("quickInput.accept");
    await one.notification("Did you start this yourself?").waitFor();
    await one.notification("Did you start this yourself?").getByRole("button", { name: "Ask Me" }).click();
    await one.dialog().getByText("Spend 100 credits?").waitFor();
    await one.dialog().getByRole("button", { name: "Don't Spend" }).click();
    assert.equal(await own, undefined);
    assert.equal(other.paid().length, before);
    await one.call("adLibrary.deleteSavedSearch", { id });
    await one.clearNotifications();
  });
});
