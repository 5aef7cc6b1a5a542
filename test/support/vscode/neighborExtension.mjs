// Another extension beside ours. It runs any command, with any arguments, that it is asked for over HTTP.
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { portFile } from "./portFile.mjs";

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) {
    // On a busy machine, VS Code sometimes opens a workspace file without its folders, and they do not appear later.
    if (vscode.workspace.workspaceFile) await vscode.commands.executeCommand("workbench.action.reloadWindow");
    return;
  }
  context.subscriptions.push(vscode.chat.createChatParticipant("test.neighbor", callTool));
  // @types/vscode describes the oldest VS Code, which has no models from extensions.
  Reflect.get(vscode.lm, "registerLanguageModelChatProvider")?.("neighbor", model);
  const server = createServer((request, response) => {
    void read(request)
      .then(([command, ...args]) => run(command, args))
      .then(
        (value) => response.end(JSON.stringify({ value })),
        (error) => response.end(JSON.stringify({ error: String(error) })),
      );
  });
  context.subscriptions.push({ dispose: () => server.close() });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const address = server.address();
  const file = portFile(folder);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(typeof address === "object" && address?.port));
}

/** The tool calls that are running. */
const calls = new Set();

/**
 * Runs a command; or `lm.invokeTool` with a tool's name and input, `chat.invokeTool` for the same from a chat,
 * `lm.cancelTools`, which cancels all running calls, or `settings.update` with a person's settings.
 * @param {string} command
 * @param {readonly unknown[]} args
 */
async function run(command, args) {
  if (command === "lm.cancelTools") return calls.forEach((call) => call.cancel());
  const [name, input] = args;
  if (command === "lm.invokeTool") return invokeTool(name, input);
  if (command === "chat.invokeTool") return askInChat(name, input);
  if (command === "settings.update") return updateSettings(Object(name));
  return vscode.commands.executeCommand(command, ...args);
}

/** @param {Record<string, unknown>} settings with their whole names */
async function updateSettings(settings) {
  for (const [setting, value] of Object.entries(settings))
    await vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);
}

/**
 * @param {unknown} name
 * @param {unknown} input
 * @param {vscode.ChatParticipantToolToken} [toolInvocationToken] of the chat that calls
 */
async function invokeTool(name, input, toolInvocationToken) {
  const call = new vscode.CancellationTokenSource();
  calls.add(call);
  const result = vscode.lm.invokeTool(String(name), { input: Object(input), toolInvocationToken }, call.token);
  const { content } = await Promise.resolve(result).finally(() => calls.delete(call));
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

/** A language model that is only present: a participant calls the tools, and nothing asks the model. */
const model = {
  provideLanguageModelChatInformation: () => [
    {
      ...{ id: "none", name: "None", family: "none", version: "1" },
      ...{ maxInputTokens: 1000, maxOutputTokens: 1000, capabilities: { toolCalling: true } },
    },
  ],
  provideLanguageModelChatResponse: () => Promise.reject(new Error("Nobody asks this model.")),
  provideTokenCount: () => Promise.resolve(1),
};

/**
 * Tool calls that the chat participant has yet to make.
 * @type {((token: vscode.ChatParticipantToolToken) => Promise<unknown>)[]}
 */
const askedInChat = [];

/**
 * Sends a message in the chat view that makes the participant call a tool.
 * @param {unknown} name
 * @param {unknown} input
 */
async function askInChat(name, input) {
  // VS Code knows a model only after someone has asked for one.
  await vscode.lm.selectChatModels();
  const said = new Promise((resolve, reject) =>
    askedInChat.push((token) => invokeTool(name, input, token).then(resolve, reject)),
  );
  await vscode.commands.executeCommand("workbench.action.chat.open", { query: "@neighbor call a tool" });
  return said;
}

/**
 * The participant. Whatever it is told, it makes the next tool call.
 * @param {vscode.ChatRequest} request
 * @param {vscode.ChatContext} _context
 * @param {vscode.ChatResponseStream} stream
 */
async function callTool({ toolInvocationToken }, _context, stream) {
  await askedInChat.shift()?.(toolInvocationToken);
  stream.markdown("Done");
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<[command: string, ...args: unknown[]]>}
 */
async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
