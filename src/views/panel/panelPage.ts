import vscode = require("vscode");

export const explorerType = "adLibrary.explorer";

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

interface PageSurroundings {
  readonly webview: vscode.Webview;
  readonly extensionUri: vscode.Uri;
  /** Makes the page's HTML; never rejects. */
  readonly html: (mediaOrigin?: string) => Promise<string>;
  /** Aborted when the panel is closed. */
  readonly gone: AbortSignal;
}

/**
 * The page in a webview, and where its pictures come from.
 * VS Code reloads the page when its options change and when its HTML does. If two loads overlap, it may show neither:
 * the second change waits until the page that is loading asks its first question.
 */
export class PanelPage {
  private loading = false;
  /** What the HTML was made for. */
  private drawn: { readonly mediaOrigin: string | undefined } | undefined;

  constructor(
    private readonly around: PageSurroundings,
    private mediaOrigin: string | undefined,
  ) {
    const { webview, extensionUri } = around;
    // After an update, a panel that is brought back may not load the files of the new version.
    const options = pageOptions(extensionUri, mediaOrigin);
    const { options: given } = webview;
    if (rootsOf(given) !== rootsOf(options) || portOf(given) !== portOf(options)) webview.options = options;
    this.load();
  }

  /** Reloads the page if its pictures now come from a different origin. Returns whether it does. */
  change(mediaOrigin: string | undefined): boolean {
    this.mediaOrigin = mediaOrigin;
    return this.loading || this.load();
  }

  /** Notes the page's first question. Returns false if it is not the wanted page, because another one is on its way. */
  arrived(): boolean {
    this.loading = false;
    return !this.load();
  }

  /** Makes the pending change, if any. */
  private load(): boolean {
    const { mediaOrigin } = this;
    const { webview, extensionUri } = this.around;
    const options = pageOptions(extensionUri, mediaOrigin);
    if (this.drawn && portOf(webview.options) !== portOf(options)) webview.options = options;
    else if (!this.drawn || this.drawn.mediaOrigin !== mediaOrigin) {
      this.drawn = { mediaOrigin };
      void this.write(mediaOrigin);
    } else return false;
    this.loading = true;
    return true;
  }

  private async write(mediaOrigin: string | undefined): Promise<void> {
    const { webview, html, gone } = this.around;
    const text = await html(mediaOrigin);
    if (!gone.aborted) webview.html = text;
  }
}
