import assert from "node:assert/strict";
import { axeFindings } from "../support/axeFindings";
import { usePanel } from "../support/panelPage";
import { formOfV1 } from "../support/panelPageForm";
import { sampleStart } from "../support/panelPageHost";

/** `unit/webview/state/v1Rules` tests every rule; these tests show that the page follows them. */
describe("the form of a library with V1", () => {
  const panel = usePanel();
  const connection = { kind: "sample", hasKey: true, apiVersion: "v1" } as const;
  const field = (name: string) => panel.page.getByRole("group", { name, exact: true });
  const check = (name: string) => panel.page.getByRole("checkbox", { name, exact: true });
  /** Waits until exactly these of the named check marks are set. */
  const become = async (states: Readonly<Record<string, boolean>>) => {
    for (const [name, on] of Object.entries(states))
      await panel.page.getByRole("checkbox", { name, exact: true, checked: on }).waitFor();
  };
  const press = async (name: string, on = true) => {
    await check(name).click();
    await become({ [name]: on });
  };
  const open = () => panel.open({ start: { connection, form: formOfV1("facebook") } });
  const platforms = () => panel.page.getByRole("combobox", { name: "Platform" });

  it("shows groups, resets, and disabled filters as the service sent them, and has no axe findings", async () => {
    await open();
    await field("Shown in").getByText("Not part of the free plan.").waitFor();
    assert.equal(await check("Site").getAttribute("aria-disabled"), "true");
    await field("Saved audiences").getByText("Announced by the service, but not available yet.").waitFor();
    assert.equal(await field("Saved audiences").getByRole("combobox").count(), 0);
    assert.deepEqual(await axeFindings(panel.page), []);
    const groups = panel.page.locator("details.filter-group");
    assert.deepEqual(await groups.locator("summary").allInnerTexts(), ["Main", "Audience"]);
    const group = groups.filter({ has: panel.page.getByText("Audience", { exact: true }) });
    await group.getByText("Who saw it.").waitFor();
    await group.locator("summary").click();
    await check("Women").waitFor({ state: "hidden" });
    await field("Gender").waitFor({ state: "hidden" });
    assert.equal(await panel.page.getByRole("button", { name: "Reset Sort by" }).count(), 0);
    assert.equal(await panel.page.getByRole("button", { name: "Sort by Last seen, remove filter" }).count(), 0);
    await panel.page.getByText("Last seen").first().waitFor();
  });

  it("follows the rules between its filters, and can't search all platforms", async () => {
    await open();
    // DESELECT_OTHER: an item and the others exclude each other.
    for (const name of ["All", "Men"]) await press(name);
    await become({ Men: true, All: false });
    // DISABLE_OTHER: the named filters are disabled while it is chosen.
    await press("Only exclusive ads");
    await field("Gender").getByText("Not sent with Only exclusive ads.").waitFor();
    await become({ Men: true });
    assert.equal(await check("Men").getAttribute("aria-disabled"), "true");
    await press("Only exclusive ads", false);
    await panel.page.getByText("Not sent with").first().waitFor({ state: "detached" });
    const asked = new Promise((resolve) => {
      panel.host.rows.form = ({ platform }) => {
        resolve(platform);
        return formOfV1(platform);
      };
    });
    await platforms().click();
    const lacking = panel.page.getByRole("option", { name: "All platforms (not available in V1)" });
    await lacking.waitFor();
    assert.equal(await lacking.getAttribute("aria-disabled"), "true");
    await panel.page.getByRole("option", { name: "Reddit" }).click();
    assert.equal(await asked, "reddit");
  });

  it("offers another platform if all of them were chosen before the library changed", async () => {
    const formFailure = { code: "notInV1", message: "Not in V1.", charge: "none" } as const;
    const { loadMedia, credits } = sampleStart;
    await panel.show({
      prepare: ({ rows }) => {
        rows.open = () => ({
          ...{ connection, loadMedia, credits, formFailure },
          ...{ platform: "mega", pages: [], boughtDetails: [] },
        });
        rows.form = ({ platform }) => formOfV1(platform);
        rows.knownSearches = () => [];
      },
    });
    await panel.page.getByText("The filters of this platform aren't available.").waitFor();
    const shown = platforms().locator(".selected-value");
    await shown.getByText("All platforms (not available in V1)").waitFor();
    await platforms().click();
    const meta = panel.page.getByRole("option", { name: "Meta" });
    await meta.waitFor();
    // What comes after the first paint is here by now.
    assert.equal(await panel.page.getByText("Each one fills the form").count(), 0);
    await meta.click();
    await field("Shown in").waitFor();
    await shown.getByText("Meta").waitFor();
    await panel.page.getByText("Fill in as much of the form as you like").waitFor();
  });
});
