import * as vscode from "vscode";

/** Opens VS Code's settings at ours. They are of scope `machine`, which has its own page in a remote window. */
export async function openSettings(query = "adLibrary."): Promise<void> {
  const page = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query });
}
