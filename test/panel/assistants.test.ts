import assert from "node:assert/strict";
import { holdsThroughDoor, planIdIn, type Said, spentByAssistants } from "../support/assistantDoor";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
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
    await dialog.getByText("Spend up to 100 sample credits? You won't be charged.").waitFor();
    const words = (await dialog.innerText()).replaceAll("\u00a0", " ");
    assert.match(words, /Spend up to 100 sample credits\? You won't be charged\.\s+A search on Native: 1 page\./);
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
    await workbench.page.getByText("Assistants can no longer spend").first().waitFor();
    const refused = tool("buy_plan", { plan_id }).then(assert.fail, String);
    await workbench.dialog().getByRole("button", { name: "Yes" }).click();
    assert.match(await refused, /stopped assistants from spending/);
    assert.equal(await spent(), 100);
  });
});

/**
 * A chat participant of another extension calls the tools, as a model's turn does. VS Code calls it only where there is
 * a language model; an extension can bring one since VS Code 1.104, so the oldest VS Code has the tools called without a
 * chat (test/host). No model decides anything here.
 */
describe("A chat participant", function () {
  this.timeout(180_000);
  let workbench: Workbench;
  const call = async (name: string, input: object): Promise<Said> => {
    const [text, failed] = await workbench.call<string>("chat.invokeTool", `adlibrary_${name}`, input).then(
      (said) => [said, false] as const,
      (error: unknown) => [String(error), true] as const,
    );
    return { text, failed, pictures: [] };
  };
  const chat = () => workbench.page.locator(".interactive-session");

  before(async () => {
    const settings = {
      ...{ "adLibrary.baseUrl": "sample:", "adLibrary.assistantAllowance": 300 },
      "chat.disableAIFeatures": false,
    };
    workbench = await openWorkbench({ settings });
    await workbench.openView();
  });
  after(() => workbench.dispose());
  afterEach(async function () {
    const { currentTest } = this;
    if (currentTest?.isFailed()) await workbench.screenshot(`chat-${currentTest.title.slice(0, 20).trim()}`);
  });

  it("has the person asked in the chat before it buys, and a skip spends nothing", async () => {
    const text = "a **b** [c](command:workbench.action.quit) \u202ed";
    const body = JSON.stringify({ search_field: [{ type: "text", text }] });
    const plan_id = planIdIn(await call("plan_purchase", { platform: "native", body }));
    const refused = call("buy_plan", { plan_id });
    await chat().getByRole("button", { name: "Skip" }).waitFor();
    await chat().locator(".view-line").filter({ hasText: "⟨U+202E⟩d" }).first().waitFor({ state: "attached" });
    const words = (await chat().innerText()).replaceAll("\u00a0", " ");
    assert.match(words, /Spend up to 100 sample credits\? You won't be charged\.\s+A search on Native: 1 page\./);
    assert.ok(words.includes('"text":"a **b** [c](command:workbench.action.quit) ⟨U+202E⟩d"'), words);
    assert.equal(await chat().locator("a[href], a[data-href]").getByText("c", { exact: true }).count(), 0);
    await workbench.screenshot("assistant-asks-in-chat");
    await chat().getByRole("button", { name: "Skip" }).click();
    assert.match((await refused).text, /The user chose to skip the tool call/);
    assert.equal(spentByAssistants(await call("show_spending", {}), true), 0);
  });

  it("calls each tool, and where the person allowed the rest of the session the wallet alone decides", async () => {
    let allowed = false;
    await holdsThroughDoor({ call }, async (plan_id) => {
      const said = call("buy_plan", { plan_id });
      if (!allowed) await chat().getByRole("button", { name: "Allow this tool to run in this session" }).click();
      allowed = true;
      return said;
    });
  });
});

describe("A tool call of VS Code's chat that is canceled", function () {
  this.timeout(180_000);
  let library: CountedLibrary;
  let workbench: Workbench;
  const tool = (name: string, input: object) => workbench.call<string>("lm.invokeTool", `adlibrary_${name}`, input);

  before(async () => {
    library = await startCountedLibrary();
    const settings = { "adLibrary.baseUrl": library.url, "adLibrary.assistantAllowance": 500 };
    workbench = await openWorkbench({ settings });
    await workbench.openView();
    await workbench.runCommand("Ad Library: Set API Key…");
    await workbench.answer(library.key);
    await workbench.notification("Connected to").waitFor();
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });

  it("leaves no request running, buys no further page, and counts what may have been charged", async () => {
    const body = JSON.stringify({ search_field: [{ type: "text", text: "a" }] });
    const planned = await tool("plan_purchase", { platform: "native", body, pages: 3 });
    const [, plan_id = assert.fail(planned)] = /plan_id "([^"]+)"/.exec(planned) ?? [];
    library.hold();
    const bought = tool("buy_plan", { plan_id }).then(assert.fail, String);
    await workbench.dialog().getByRole("button", { name: "Yes" }).click();
    await library.paidArrived(1);
    const left = library.paid()[0]!.closed;
    await workbench.call("lm.cancelTools");
    await left;
    await bought;
    assert.match(await tool("show_spending", {}), /Assistants: 100 of 500 credits spent today/);
    assert.equal(library.paid().length, 1);
  });
});
