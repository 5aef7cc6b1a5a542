import vscode = require("vscode");
import { platforms, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";
import { explorerType, pageOptions } from "./panelPage";
import { titleOf } from "./panelTitle";

/** The platform that an argument of *Open Explorer* names, if it specifies nothing else. */
function platformIn(argument: unknown, segments: PlatformSegments): PlatformToken | undefined {
  const parts: Readonly<Record<string, unknown>> =
    typeof argument === "object" && argument !== null ? { ...argument } : { platform: argument };
  const name = parts.token ?? (parts.body === undefined && parts.text === undefined ? parts.platform : undefined);
  if (typeof name !== "string") return undefined;
  return platforms.find(({ token }) => token === name || segments[token] === name.toLowerCase())?.token;
}

/**
 * Webviews of explorers that are made before their content is loaded, so that VS Code prepares them meanwhile. Opening
 * the explorer then takes its webview, once.
 */
export class PreparedPanels {
  private readonly waiting = new Map<PlatformToken, vscode.WebviewPanel>();

  constructor(
    private readonly extensionUri: vscode.Uri,
    /** Loopback origin of the library, if it is on this machine: a different one reloads the webview. */
    private readonly mediaOrigin: () => Promise<string | undefined>,
    private readonly segments: () => PlatformSegments,
  ) {}

  /** Makes the webview that a command is about to open. Returns a function that closes it if it was not taken. */
  async prepare(argument: unknown): Promise<() => void> {
    const platform = platformIn(argument, this.segments());
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
    // The code loaded next blocks the thread, so VS Code's message must be sent before. In a remote window, VS Code
    // compresses it first, in another thread.
    await new Promise((done) => setTimeout(done, 5));
    return () => {
      if (this.waiting.get(platform) === panel) panel.dispose();
    };
  }

  /** The prepared webview for a platform's explorer, if any. */
  take(platform: PlatformToken): vscode.WebviewPanel | undefined {
    const panel = this.waiting.get(platform);
    this.waiting.delete(platform);
    return panel;
  }
}
