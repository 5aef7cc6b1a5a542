import assert from "node:assert/strict";
import { holdsThroughDoor, planIdIn, type Said, spentByAssistants } from "../support/assistantDoor";
import { startCountedLibrary, type CountedLibrary } from "../support/countedLibrary";
import { openWorkbench, type Workbench } from "../support/workbench.mjs";

describe("An assistant's purchase", () => {
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
    await workbench.keepFailure(this.currentTest);
  });

  it("shows a person the body, price, and bought pages, and needs a yes", async () => {
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
    await dialog.getByText("An assistant wants to spend credits again.").waitFor();
    assert.equal(await dialog.locator(":focus").innerText(), "Refuse for 10 Minutes");
    await dialog.getByRole("button", { name: "Show Request" }).click();
    await dialog.getByText("Spend up to 100 sample credits?").waitFor();
    await dialog.getByRole("button", { name: "Yes" }).click();
    assert.match(await bought, /Spent: 100 of at most 100 sample credits/);
    assert.equal(await spent(), 100);
  });

  it("is refused after a person stops assistants, even if they agree to it", async () => {
    const [plan_id, another] = [await plan("b"), await plan("f")];
    const dear = JSON.stringify({ search_field: [{ type: "text", text: "c" }] });
    const told = await tool("plan_purchase", { platform: "native", body: dear, pages: 9 });
    // Where the answer will be no, nobody is asked.
    assert.match(
      await tool("buy_plan", { plan_id: /plan_id "([^"]+)"/.exec(told)?.[1] }).then(assert.fail, String),
      /costs 900 credits, and assistants may spend 100 more today/,
    );
    const asked = tool("buy_plan", { plan_id }).then(assert.fail, String);
    await workbench.dialog().getByText("Spend up to 100 sample credits?").waitFor();
    await workbench.call("adLibrary.stopAssistants");
    await workbench.page.getByText("Assistants can no longer spend").first().waitFor();
    await workbench.dialog().getByRole("button", { name: "Yes" }).click();
    assert.match(await asked, /stopped assistants from spending/);
    assert.match(
      await tool("buy_plan", { plan_id: another }).then(assert.fail, String),
      /stopped assistants from spending/,
    );
    assert.equal(await workbench.dialog().count(), 0);
    assert.equal(await spent(), 100);
  });

  it("doesn't ask for ten minutes if the person says so", async () => {
    const allowed = workbench.call("adLibrary.allowAssistants");
    await workbench.dialog().getByRole("button", { name: "Allow" }).click();
    await allowed;
    const buy = async (text: string) => tool("buy_plan", { plan_id: await plan(text) }).then(assert.fail, String);
    const first = buy("d");
    await workbench.dialog().getByText("Spend up to 100 sample credits?").waitFor();
    await workbench.dialog().getByRole("button", { name: "Cancel" }).click();
    await first;
    const second = buy("e");
    await workbench.dialog().getByText("An assistant wants to spend credits again.").waitFor();
    await workbench.screenshot("assistant-asks-again");
    await workbench.dialog().getByRole("button", { name: "Refuse for 10 Minutes" }).click();
    assert.match(await second, /a person declined/);
    assert.match(await buy("g"), /refuses all requests/);
    assert.equal(await workbench.dialog().count(), 0);
    assert.equal(await spent(), 100);
  });
});

/**
 * A chat participant of another extension calls the tools, as a model's turn does. VS Code calls it only where there is
 * a language model; an extension can bring one since VS Code 1.104, so the oldest VS Code has the tools called without a
 * chat (test/host). No model decides anything here.
 */
describe("A chat participant", () => {
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
    await workbench.keepFailure(this.currentTest);
  });

  it("asks in the chat before it buys, and spends nothing when skipped", async () => {
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

  it("calls each tool, and leaves decisions to the wallet once the session is allowed", async () => {
    let allowed = false;
    await holdsThroughDoor({ call }, async (plan_id) => {
      const said = call("buy_plan", { plan_id });
      // Its last question was answered with a no.
      if (!allowed) await workbench.dialog().getByRole("button", { name: "Show Request" }).click();
      if (!allowed) await chat().getByRole("button", { name: "Allow this tool to run in this session" }).click();
      allowed = true;
      return said;
    });
  });
});

describe("A tool call of VS Code's chat that is canceled", () => {
  let library: CountedLibrary;
  let workbench: Workbench;
  const tool = (name: string, input: object) => workbench.call<string>("lm.invokeTool", `adlibrary_${name}`, input);

  before(async () => {
    library = await startCountedLibrary();
    const settings = { "adLibrary.baseUrl": library.url, "adLibrary.assistantAllowance": 500 };
    workbench = await openWorkbench({ settings });
    await workbench.connect(library.key);
  });
  after(async () => {
    await workbench.dispose();
    await library.close();
  });

  it("buys no further page, and keeps the pending one", async () => {
    const body = JSON.stringify({ search_field: [{ type: "text", text: "a" }] });
    const planned = await tool("plan_purchase", { platform: "native", body, pages: 3 });
    const [, plan_id = assert.fail(planned)] = /plan_id "([^"]+)"/.exec(planned) ?? [];
    const held = library.hold();
    const bought = tool("buy_plan", { plan_id }).catch(String);
    await workbench.dialog().getByRole("button", { name: "Yes" }).click();
    await library.paidArrived(1);
    await workbench.call("lm.cancelTools");
    // Calls arrive in order: once this one is answered, the cancellation before it has arrived.
    await tool("show_spending", {});
    await held.answer();
    await bought;
    assert.match(await tool("show_spending", {}), /Assistants: 100 of 500 credits spent today/);
    assert.match(await tool("plan_purchase", { platform: "native", body, pages: 1 }), /0 credits/);
    assert.equal(library.paid().length, 1);
  });
});
