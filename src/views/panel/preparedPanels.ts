import * as vscode from "vscode";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { readSettings } from "../settings";
import { explorerType, pageOptions } from "./panelPage";
import { titleOf } from "./panelTitle";

/** The platform whose explorer an argument of *Open Explorer* names, where it says nothing else. */
function platformIn(argument: unknown): PlatformToken | undefined {
  const parts: Readonly<Record<string, unknown>> =
    typeof argument === "object" && argument !== null ? { ...argument } : { platform: argument };
  const name = parts.token ?? (parts.body === undefined && parts.text === undefined ? parts.platform : undefined);
  if (typeof name !== "string") return undefined;
  const { segments } = readSettings();
  return platforms.find(({ token }) => token === name || segments[token] === name.toLowerCase())?.token;
}

/**
 * Webviews of explorers that are made before what goes into them is loaded: VS Code gets them ready meanwhile. Who then
 * opens the explorer takes its webview, once.
 */
export class PreparedPanels {
  private readonly waiting = new Map<PlatformToken, vscode.WebviewPanel>();

  constructor(
    private readonly extensionUri: vscode.Uri,
    /** Loopback origin of the library, where it is on this machine: a webview is loaded anew for another one. */
    private readonly mediaOrigin: () => Promise<string | undefined>,
  ) {}

  /** Makes the webview that a command is about to open. Answers how to close it again where nobody has taken it. */
  async prepare(argument: unknown): Promise<() => void> {
    const platform = platformIn(argument);
    if (!platform || this.waiting.has(platform)) return () => undefined;
    const options = pageOptions(this.extensionUri, await this.mediaOrigin());
    if (this.waiting.has(platform)) return () => undefined;
    const panel = vscode.window.createWebviewPanel(
      explorerType,
      titleOf("explorer", platform),
      vscode.ViewColumn.Active,
      options,
    );
    this.waiting.set(platform, panel);
    panel.onDidDispose(() => {
      if (this.waiting.get(platform) === panel) this.waiting.delete(platform);
    });
    // What is loaded next keeps the thread: VS Code's message has to leave before.
    await new Promise((done) => setTimeout(done));
    return () => {
      if (this.waiting.get(platform) === panel) panel.dispose();
    };
  }

  /** The webview that waits for a platform's explorer, if one does. */
  take(platform: PlatformToken): vscode.WebviewPanel | undefined {
    const panel = this.waiting.get(platform);
    this.waiting.delete(platform);
    return panel;
  }
}
