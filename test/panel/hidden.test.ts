import assert from "node:assert/strict";
import { panelOf } from "../support/explorerPanel";
import { shareLibrary } from "../support/fixtures";
import { resetBeforeHeaders } from "../support/misbehavingReplies";
import { useWorkbench } from "../support/useWorkbench";

describe("An explorer whose library stopped responding", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => ({
    settings: { "adLibrary.baseUrl": library.url, "adLibrary.requestTimeoutSeconds": 300 },
  }));
  const { words, region, tab, button, says, close } = panelOf(workbench);
  /** Shows another tab, lets something happen, and comes back. */
  const lookAway = async (meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
    await tab(/Untitled-1/).click();
    await meanwhile();
    await tab(/Reddit ads/).click();
  };
  /** Makes the next paid request wait until its connection breaks. */
  const breaking = () => {
    let fail: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (fail = resolve));
    library.next(async (exchange) => {
      await told;
      resetBeforeHeaders(exchange);
    });
    return fail;
  };

  before(() => workbench.connect(library.key));

  it("has the page that arrived while it was hidden", async () => {
    await workbench.treeItem("Reddit").click();
    const held = library.hold();
    await button("Search, 100 credits").click();
    await library.paidArrived(1);
    await workbench.call("workbench.action.files.newUntitledFile");
    await tab(/Untitled-1/).waitFor();
    await held.answer();
    await tab(/Reddit ads/).click();
    await says("18 ads, 1 page");
    assert.equal(library.paid().length, 1);
  });

  it("keeps waiting for a pending page while it is hidden and shown", async () => {
    const held = library.hold();
    await button("Load next page, 100 credits").click();
    await library.paidArrived(2);
    await tab(/Untitled-1/).click();
    await tab(/Reddit ads/).click();
    await says("Loading page 2…");
    await held.answer();
    await says("36 ads, 2 pages");
    assert.equal(library.paid().length, 2);
  });

  it("has the search whose answer came after it was closed", async () => {
    await workbench.showFilters();
    await words().fill("e");
    const held = library.hold();
    await button("Search, 100 credits").click();
    await library.paidArrived(3);
    await close(/Reddit ads/);
    await held.answer();
    await workbench.statusBar("300 credits today").waitFor();
    await workbench.treeItem("Reddit").click();
    await says("18 ads, 1 page");
    await button("Keyword “e”, remove filter").waitFor();
    assert.equal(library.paid().length, 3);
    // With the body that was sent: it names the result, whatever today's form says.
    await workbench.stored(/"text":"e"\}\]\}\}\],"body":"\{[^]*?\},"lastHit"/);
  });

  it("says what became of a page that failed while it was hidden, until that is dismissed", async () => {
    const fail = breaking();
    await button("Load next page, 100 credits").click();
    await library.paidArrived(4);
    await lookAway(async () => {
      fail();
      await workbench.statusBar("100 uncertain").waitFor();
    });
    for (const look of ["first", "second"]) {
      await says(/^Page 2:.* may have been charged/);
      await button("Try page 2 again, 100 credits").waitFor();
      if (look === "first") await lookAway();
    }
    await button("Dismiss").click();
    await lookAway();
    await says("18 ads, 1 page");
    assert.equal(await region("Results").getByRole("alert").count(), 0);
    assert.equal(library.paid().length, 4);
  });

  it("keeps waiting for details while it is hidden and shown, and says if they failed", async () => {
    const held = library.hold();
    await button("Details, 100 credits").first().click();
    await library.paidArrived(5);
    await lookAway();
    await workbench.explorer().getByText("Loading details…").waitFor();
    await held.answer();
    await region("Ad details").getByRole("heading").first().waitFor();
    const fail = breaking();
    await button(/^Next ad, 100 credits/).click();
    await library.paidArrived(6);
    await lookAway(async () => {
      fail();
      await workbench.statusBar("200 uncertain").waitFor();
    });
    const alert = workbench.explorer().getByRole("alert");
    await alert.getByText(/^Details of “.*may have been charged/).waitFor();
    await lookAway();
    await alert.getByText(/^Details of “.*may have been charged/).waitFor();
    await button("Close details").click();
    assert.equal(library.paid().length, 6);
  });

  it("names the ad whose details failed after they were closed", async () => {
    const fail = breaking();
    await button("Details, 100 credits").nth(3).click();
    await library.paidArrived(7);
    await button("Close details").click();
    fail();
    await says(/^Details of “.*may have been charged/);
    await button("Dismiss").click();
    assert.equal(library.paid().length, 7);
  });

  it("shows what is bought after a sudden end, with no service and no panel state from VS Code", async () => {
    await workbench.stored("adLibrary.explorer", "editors");
    await library.close();
    await workbench.endSuddenly();
    await workbench.load();
    await tab(/Reddit ads/).click();
    await says("18 ads, 1 page");
    await button("Keyword “e”, remove filter").waitFor();
    await button("Show bought results, 0 credits").click();
    await says("18 ads, 1 page");
    assert.equal(library.paid().length, 7);
  });
});
