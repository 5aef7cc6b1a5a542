import * as vscode from "vscode";
import { panelHtml, type PanelKind } from "./html";

/** A page's way to the extension's files, and to pictures on this machine. */
export function pageOptions(extensionUri: vscode.Uri, mediaOrigin: string | undefined): vscode.WebviewOptions {
  const port = mediaOrigin ? Number(new URL(mediaOrigin).port) : 0;
  return {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist")],
    // In a remote window, the loopback port of the extension's machine is reached through this.
    portMapping: port > 0 ? [{ webviewPort: port, extensionHostPort: port }] : [],
  };
}

const rootsOf = ({ localResourceRoots }: vscode.WebviewOptions) => String(localResourceRoots);
const portOf = ({ portMapping }: vscode.WebviewOptions) => portMapping?.[0]?.webviewPort;

/**
 * The page in a webview, and where its pictures come from.
 * VS Code loads the page anew for its options and for its HTML, and of two loads at once it may show neither:
 * so the second change waits until the page that is loading asks its first question.
 */
export class PanelPage {
  private loading = false;
  /** What the HTML was made for. */
  private drawn: { readonly mediaOrigin: string | undefined } | undefined;

  constructor(
    private readonly webview: vscode.Webview,
    private readonly extensionUri: vscode.Uri,
    private readonly kind: PanelKind,
    private mediaOrigin: string | undefined,
  ) {
    // After an update, a panel that is brought back may not load the files of the new version.
    const options = pageOptions(extensionUri, mediaOrigin);
    if (rootsOf(webview.options) !== rootsOf(options)) webview.options = options;
    this.load();
  }

  /** Loads the page anew where its pictures come from elsewhere now. Answers whether it does. */
  change(mediaOrigin: string | undefined): boolean {
    this.mediaOrigin = mediaOrigin;
    return this.loading || this.load();
  }

  /** The page asks its first question. Answers false when it is not the page that is wanted: then another is on its way. */
  arrived(): boolean {
    this.loading = false;
    return !this.load();
  }

  /** Makes the next change, if one is left. */
  private load(): boolean {
    const { webview, mediaOrigin } = this;
    const options = pageOptions(this.extensionUri, mediaOrigin);
    if (this.drawn && portOf(webview.options) !== portOf(options)) webview.options = options;
    else if (!this.drawn || this.drawn.mediaOrigin !== mediaOrigin) {
      this.drawn = { mediaOrigin };
      const dist = vscode.Uri.joinPath(this.extensionUri, "dist");
      webview.html = panelHtml(webview, dist, mediaOrigin, this.kind);
    } else return false;
    this.loading = true;
    return true;
  }
}
