// Another extension beside ours: it runs whatever commands it is asked for over HTTP, with whatever arguments.
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { portFile } from "./portFile.mjs";

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) {
    // On a busy machine VS Code opens a workspace file now and then without its folders, and they do not come later.
    if (vscode.workspace.workspaceFile) await vscode.commands.executeCommand("workbench.action.reloadWindow");
    return;
  }
  context.subscriptions.push(vscode.chat.createChatParticipant("test.neighbour", callTool));
  // @types/vscode are those of the oldest VS Code, which does not let extensions bring models.
  Reflect.get(vscode.lm, "registerLanguageModelChatProvider")?.("neighbour", model);
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

/** Tool calls that run. */
const calls = new Set();

/**
 * A command, or `lm.invokeTool` with a tool's name and input, `chat.invokeTool` for the same from a chat, and
 * `lm.cancelTools` for all that run.
 * @param {string} command
 * @param {readonly unknown[]} args
 */
async function run(command, args) {
  if (command === "lm.cancelTools") return calls.forEach((call) => call.cancel());
  const [name, input] = args;
  if (command === "lm.invokeTool") return invokeTool(name, input);
  if (command === "chat.invokeTool") return askInChat(name, input);
  return vscode.commands.executeCommand(command, ...args);
}

/**
 * @param {unknown} name
 * @param {unknown} input
 * @param {vscode.ChatParticipantToolToken} [toolInvocationToken] of the chat that asks
 */
async function invokeTool(name, input, toolInvocationToken) {
  const call = new vscode.CancellationTokenSource();
  calls.add(call);
  const result = vscode.lm.invokeTool(String(name), { input: Object(input), toolInvocationToken }, call.token);
  const { content } = await Promise.resolve(result).finally(() => calls.delete(call));
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

/** Of a language model only that it is there: what calls tools is a participant, and nothing asks the model. */
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
 * Calls that the chat participant has not made yet.
 * @type {((token: vscode.ChatParticipantToolToken) => Promise<unknown>)[]}
 */
const askedInChat = [];

/**
 * Says in the chat view what has the participant call a tool.
 * @param {unknown} name
 * @param {unknown} input
 */
async function askInChat(name, input) {
  // A model is known once somebody asks for one.
  await vscode.lm.selectChatModels();
  const said = new Promise((resolve, reject) =>
    askedInChat.push((token) => invokeTool(name, input, token).then(resolve, reject)),
  );
  await vscode.commands.executeCommand("workbench.action.chat.open", { query: "@neighbour call a tool" });
  return said;
}

/**
 * The participant: whatever it is told, it makes the next of the calls.
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
