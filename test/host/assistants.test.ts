import assert from "node:assert/strict";
import * as vscode from "vscode";
import { holdsThroughDoor, planIdIn, type AssistantDoor } from "../support/assistantDoor";
import { toolNames } from "../../src/features/assistants/toolNames";

const settings = () => vscode.workspace.getConfiguration();
const set = (name: string, value: unknown) => settings().update(name, value, vscode.ConfigurationTarget.Global);
const run = (command: string) => vscode.commands.executeCommand(`adLibrary.${command}`);

/** The tools as VS Code's chat calls them. */
const door: AssistantDoor = {
  call: async (name, input) => {
    try {
      const { content } = await vscode.lm.invokeTool(`adlibrary_${name}`, { input, toolInvocationToken: undefined });
      const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
      return { text, failed: false, pictures: [] };
    } catch (error) {
      return { text: String(error), failed: true, pictures: [] };
    }
  },
};

describe("The tools of VS Code's chat", () => {
  before(async () => {
    await run("useSampleLibrary");
    await set("adLibrary.assistantAllowance", 300);
  });
  after(async () => {
    await set("adLibrary.assistantAllowance", undefined);
  });

  it("are offered to models, and hold every promise even if a person agrees to everything", async () => {
    const listed = () => vscode.lm.tools.filter(({ name }) => name.startsWith("adlibrary_"));
    // They are listed once VS Code knows of the connected library; nothing tells when.
    while (listed().length < toolNames.length) await vscode.commands.getCommands();
    assert.deepEqual(
      listed()
        .map(({ name }) => name)
        .sort(),
      toolNames.map((name) => `adlibrary_${name}`).sort(),
    );
    // VS Code answers confirmations with yes in tests: the wallet alone decides. The question is read in test/panel.
    await holdsThroughDoor(door);
  });

  it("spend nothing after a person stops them", async () => {
    const body = '{"search_field":[{"type":"text","text":"y"}]}';
    const plan = await door.call("plan_purchase", { platform: "native", body });
    await run("stopAssistants");
    const refused = await door.call("buy_plan", { plan_id: planIdIn(plan) });
    assert.match(refused.text, /a person stopped assistants from spending/);
  });
});
