import assert from "node:assert/strict";
import { planIdIn, spentByAssistants } from "../support/assistantDoor";
import { shareLibrary } from "../support/fixtures";
import { useWorkbench } from "../support/useWorkbench";

/**
 * VS Code's chat and other extensions call the tools, as a model's turn does; no model decides anything here. VS Code
 * calls a chat participant only where there is a language model; an extension can bring one since VS Code 1.104, so the
 * oldest VS Code has the tools called without a chat (test/host, which calls each of them).
 */
describe("An assistant's purchase", () => {
  const library = shareLibrary();
  const workbench = useWorkbench(() => {
    const settings = { "adLibrary.baseUrl": library.url, "adLibrary.assistantAllowance": 700 };
    return { settings: { ...settings, "chat.disableAIFeatures": false } };
  });
  const tool = (name: string, input: object) => workbench.call<string>("lm.invokeTool", `adlibrary_${name}`, input);
  /** Makes a chat participant of another extension buy a plan. @returns what it was told */
  const buyInChat = (plan_id: string) =>
    workbench.call<string>("chat.invokeTool", "adlibrary_buy_plan", { plan_id }).catch(String);
  const buy = (plan_id: string) => tool("buy_plan", { plan_id });
  const searching = (text: string) => JSON.stringify({ search_field: [{ type: "text", text }] });
  const planned = (text: string, pages = 1) =>
    tool("plan_purchase", { platform: "native", body: searching(text), pages });
  const said = (text: string) => ({ text, failed: false, pictures: [] });
  const plan = async (text: string, pages?: number) => planIdIn(said(await planned(text, pages)));
  const spends = async (credits: number) => {
    assert.equal(spentByAssistants(said(await tool("show_spending", {})), false), credits);
    assert.equal(library.paid().length * 100, credits);
  };
  const chat = () => workbench.page.locator(".interactive-session");
  const dialog = () => workbench.dialog();
  const answers = (button: string) => dialog().getByRole("button", { name: button }).click();

  before(() => workbench.connect(library.key));

  it("is asked for in the chat, spends nothing when skipped, and is the wallet's decision once the session is allowed", async () => {
    const plan_id = await plan("a **b** [c](command:workbench.action.quit) \u202ed");
    const skipped = buyInChat(plan_id);
    await chat().getByRole("button", { name: "Skip" }).waitFor();
    await chat().locator(".view-line").filter({ hasText: "⟨U+202E⟩d" }).first().waitFor({ state: "attached" });
    const words = (await chat().innerText()).replaceAll("\u00a0", " ");
    assert.match(words, /Spend up to 100 credits\?\s+A search on Native: 1 page\./);
    assert.ok(words.includes('"text":"a **b** [c](command:workbench.action.quit) ⟨U+202E⟩d"'), words);
    assert.equal(await chat().locator("a[href], a[data-href]").getByText("c", { exact: true }).count(), 0);
    await workbench.screenshot("assistant-asks-in-chat");
    await chat().getByRole("button", { name: "Skip" }).click();
    assert.match(await skipped, /The user chose to skip the tool call/);
    await spends(0);
    // Its last question was answered with a no.
    const bought = buyInChat(plan_id);
    await answers("Show Request");
    await chat().getByRole("button", { name: "Allow this tool to run in this session" }).click();
    assert.match(await bought, /Spent: 100 of at most 100 credits/);
    assert.match(await buyInChat(await plan("allowed")), /Spent: 100 of at most 100 credits/);
    const dear = await buyInChat(await plan("dear", 9));
    assert.match(dear, /costs 900 credits, and assistants may spend 500 more today/);
    await spends(200);
    // The permission is for the window's whole session, so it also covers other extensions' calls.
    await workbench.call("workbench.action.chat.resetTrustedTools");
  });

  it("shows a person the body, price, and bought pages, and needs a yes", async () => {
    const plan_id = await plan("e **f** [g](command:workbench.action.quit) \u202eh");
    const refused = buy(plan_id).then(assert.fail, String);
    await dialog().getByText("Spend up to 100 credits?").waitFor();
    const words = (await dialog().innerText()).replaceAll("\u00a0", " ");
    assert.match(words, /Spend up to 100 credits\?\s+A search on Native: 1 page\./);
    assert.ok(words.includes('"text":"e **f** [g](command:workbench.action.quit) ⟨U+202E⟩h"'), words);
    assert.equal(await dialog().getByRole("link").count(), 0);
    await workbench.screenshot("assistant-asks");
    await answers("Cancel");
    await refused;
    await spends(200);
    const bought = buy(plan_id);
    await dialog().getByText("An assistant wants to spend credits again.").waitFor();
    assert.equal(await dialog().locator(":focus").innerText(), "Refuse for 10 Minutes");
    await answers("Show Request");
    await dialog().getByText("Spend up to 100 credits?").waitFor();
    await answers("Yes");
    assert.match(await bought, /Spent: 100 of at most 100 credits/);
    await spends(300);
  });

  it("buys no further page when its call is canceled, and keeps the pending one", async () => {
    const plan_id = await plan("canceled", 3);
    const held = library.hold();
    const bought = buy(plan_id).catch(String);
    await answers("Yes");
    await library.paidArrived(4);
    await workbench.call("lm.cancelTools");
    // Calls arrive in order: once this one is answered, the cancellation before it has arrived.
    await tool("show_spending", {});
    await held.answer();
    await bought;
    await spends(400);
    assert.match(await planned("canceled"), /Price: at most 0 credits/);
  });

  it("is refused after a person stops assistants, even if they agree to it", async () => {
    const [plan_id, another] = [await plan("i"), await plan("j")];
    // Where the answer will be no, nobody is asked.
    assert.match(
      await buy(await plan("k", 9)).then(assert.fail, String),
      /costs 900 credits, and assistants may spend 300 more today/,
    );
    const asked = buy(plan_id).then(assert.fail, String);
    await dialog().getByText("Spend up to 100 credits?").waitFor();
    await workbench.call("adLibrary.stopAssistants");
    await workbench.page.getByText("Assistants can no longer spend").first().waitFor();
    await answers("Yes");
    assert.match(await asked, /stopped assistants from spending/);
    assert.match(await buy(another).then(assert.fail, String), /stopped assistants from spending/);
    assert.equal(await dialog().count(), 0);
    assert.equal(library.paid().length, 4);
  });

  it("isn't asked for during ten minutes if the person says so", async () => {
    const allowed = workbench.call("adLibrary.allowAssistants");
    await answers("Allow");
    await allowed;
    const refused = async (text: string) => buy(await plan(text)).then(assert.fail, String);
    const first = refused("l");
    await dialog().getByText("Spend up to 100 credits?").waitFor();
    await answers("Cancel");
    await first;
    const second = refused("m");
    await dialog().getByText("An assistant wants to spend credits again.").waitFor();
    await workbench.screenshot("assistant-asks-again");
    await answers("Refuse for 10 Minutes");
    assert.match(await second, /a person declined/);
    assert.match(await refused("n"), /refuses all requests/);
    assert.equal(await dialog().count(), 0);
    await spends(400);
  });
});
