import vscode = require("vscode");
import { platformOf, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";
import { platformLabel } from "../words";
import type { PanelKind } from "./html";

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

/** @param name of what is shown: a search, or the file that an explorer's form is linked with */
export function titleOf(kind: PanelKind, token: PlatformToken, name?: string): string {
  if (kind === "archive") return vscode.l10n.t("Ad Archive");
  if (kind === "comparison") {
    const title = vscode.l10n.t("Run Comparison");
    return name === undefined ? title : vscode.l10n.t("{0} ({1})", name, title);
  }
  const label = platformLabel(token);
  const title =
    token === "mega"
      ? vscode.l10n.t("Ads on all platforms")
      : vscode.l10n.t({ message: "{0} ads", args: [label], comment: ["Title of a panel: TikTok ads"] });
  return name === undefined ? title : vscode.l10n.t("{0} ({1})", title, name);
}

export function iconOf(extensionUri: vscode.Uri, kind: PanelKind, token: PlatformToken) {
  const name = kind === "archive" ? "archive" : token;
  const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, "media", "platforms", theme, `${name}.svg`);
  return { light: icon("light"), dark: icon("dark") };
}

/** The platform that an argument of *Open Explorer* names, if it specifies nothing else. */
function platformIn(argument: unknown, segments: PlatformSegments): PlatformToken | undefined {
  const parts: Readonly<Record<string, unknown>> =
    typeof argument === "object" && argument !== null ? { ...argument } : { platform: argument };
  const name = parts.token ?? (parts.body === undefined && parts.text === undefined ? parts.platform : undefined);
  return typeof name === "string" ? platformOf(name, segments) : undefined;
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
