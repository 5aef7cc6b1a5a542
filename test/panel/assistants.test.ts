import assert from "node:assert/strict";
import { spentByAssistants } from "../support/assistantDoor";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("An assistant that wants to buy", function () {
  // A whole workbench is slow to start on a busy machine.
  this.timeout(180_000);
  let workbench: Workbench;
  const tool = (name: string, input: object) => workbench.call<string>("lm.invokeTool", `adlibrary_${name}`, input);
  const plan = async (text: string) => {
    const body = JSON.stringify({ search_field: [{ type: "text", text }] });
    const told = await tool("plan_purchase", { platform: "native", body });
    return /plan_id "([^"]+)"/.exec(told)?.[1] ?? assert.fail(told);
  };
  const spent = async () =>
    spentByAssistants({ text: await tool("show_spending", {}), failed: false, pictures: [] }, true);

  before(async () => {
    const settings = { "adLibrary.baseUrl": "sample:", "adLibrary.assistantAllowance": 200 };
    workbench = await openWorkbench({ settings });
    await workbench.openView();
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.isFailed()) await workbench.screenshot(`assistants-${currentTest.title.slice(0, 20).trim()}`);
  });

  it("has the person asked with body, price and what is owned, and buys on a yes alone", async () => {
    const text = "a **b** [c](command:workbench.action.quit) \u202ed";
    const plan_id = await plan(text);
    const refused = tool("buy_plan", { plan_id }).then(assert.fail, String);
    const dialog = workbench.dialog();
    await dialog.getByText("Spend up to 100 sample credits? They are not charged.").waitFor();
    const words = (await dialog.innerText()).replaceAll("\u00a0", " ");
    assert.match(words, /Pages of a search: 1\. Owned already: 0\./);
    assert.ok(words.includes('"text":"a **b** [c](command:workbench.action.quit) ⟨U+202E⟩d"'), words);
    assert.equal(await dialog.getByRole("link").count(), 0);
    await workbench.screenshot("assistant-asks");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await refused;
    assert.equal(await spent(), 0);
    const bought = tool("buy_plan", { plan_id });
    await dialog.getByText("Spend up to 100 sample credits?").waitFor();
    await dialog.getByRole("button", { name: "Yes" }).click();
    assert.match(await bought, /Spent: 100 of at most 100 sample credits/);
    assert.equal(await spent(), 100);
  });

  it("buys nothing after the person stopped assistants, not even what they agree to", async () => {
    const plan_id = await plan("b");
    await workbench.runCommand("Ad Library: Stop Assistants' Spending");
    await workbench.page.getByText("Assistants can't spend any more").first().waitFor();
    const refused = tool("buy_plan", { plan_id }).then(assert.fail, String);
    await workbench.dialog().getByRole("button", { name: "Yes" }).click();
    assert.match(await refused, /stopped what assistants spend/);
    assert.equal(await spent(), 100);
  });
});
