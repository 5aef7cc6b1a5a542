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

/**
 * A command, or `lm.invokeTool` with a tool's name and input.
 * @param {string} command
 * @param {readonly unknown[]} args
 */
async function run(command, args) {
  if (command !== "lm.invokeTool") return vscode.commands.executeCommand(command, ...args);
  const [name, input] = args;
  const { content } = await vscode.lm.invokeTool(String(name), {
    input: Object(input),
    toolInvocationToken: undefined,
  });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
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
