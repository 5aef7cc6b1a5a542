import * as l10n from "@vscode/l10n";
import vscode = require("vscode");

/** Hosts whose ports VS Code forwards in a remote window, as `URL` writes them. */
const forwarded = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/;

/**
 * Opens a URL in the person's browser, exactly as it is written. `vscode.open` passes a string through;
 * `vscode.env.openExternal` takes a `Uri`, and that turns `%3F` into `?`. In a remote window VS Code replaces the URL
 * of a local port, so it is copied instead.
 */
export async function openOutside({ href, hostname }: URL): Promise<void> {
  if (vscode.env.remoteName === undefined || !forwarded.test(hostname)) {
    await vscode.commands.executeCommand("vscode.open", href);
    return;
  }
  await vscode.env.clipboard.writeText(href);
  void vscode.window.showInformationMessage(
    l10n.t(
      "This link points to a local port. In a remote window, VS Code would open a different address, so the exact one was copied to the clipboard instead.",
    ),
  );
}
