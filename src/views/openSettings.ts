import * as vscode from "vscode";

/** Opens VS Code's settings at ours. They are of scope `machine`, which in a remote window has a page of its own. */
export async function openSettings(query = "adLibrary."): Promise<void> {
  const page = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  await vscode.commands.executeCommand(`workbench.action.${page}`, { query });
}
