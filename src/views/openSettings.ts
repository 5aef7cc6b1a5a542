import vscode = require("vscode");

/** Opens VS Code's settings at ours. They are of scope `machine`, for which a remote window has its own settings. */
export async function openSettings(text = "adLibrary."): Promise<void> {
  const action = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  await vscode.commands.executeCommand(`workbench.action.${action}`, { query: text });
}
