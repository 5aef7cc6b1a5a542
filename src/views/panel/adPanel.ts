import * as vscode from "vscode";
import type { AdRef } from "../../protocol/ads";
import type { HostFrame } from "../../protocol/envelope";
import type { OwnedDetail, PanelAct } from "../../protocol/panel";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { Dispatch } from "./dispatch";
import { panelHandlers, type PanelServices } from "./handlers";
import { panelHtml, type PanelKind } from "./html";
import { PanelSession, type WantedSearch } from "./session";

export interface PanelSurroundings {
  readonly extensionUri: vscode.Uri;
  readonly services: PanelServices;
  /** Loopback origin of the library, where it is on this machine. */
  readonly mediaOrigin: () => Promise<string | undefined>;
  readonly onFailure: (method: string, error: unknown) => void;
}

/** One explorer: its webview, its session, and the one way between them. */
export class AdPanel {
  readonly session: PanelSession;
  private readonly dispatch: Dispatch;
  private loaded = false;
  /** What the page was made for. */
  private drawn: { readonly mediaOrigin: string | undefined } | undefined;
  private ended = false;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    platform: PlatformToken,
    private readonly around: PanelSurroundings,
    private readonly kind: PanelKind = "explorer",
  ) {
    this.session = new PanelSession(platform);
    const onTitle = (token: PlatformToken) => this.entitle(token);
    const handlers = panelHandlers(around.services, this.session, onTitle);
    this.dispatch = new Dispatch(
      { ...handlers, open: (asked, signal) => this.opened(handlers.open(asked, signal)) },
      (frame) => this.post(frame),
      around.onFailure,
    );
    panel.webview.onDidReceiveMessage((message: unknown) => this.dispatch.receive(message));
    panel.onDidDispose(() => {
      this.ended = true;
      this.dispatch.dispose();
      this.session.end();
    });
    panel.onDidChangeViewState(() => (this.loaded &&= panel.visible));
    this.entitle(platform);
    void this.render();
  }

  get active(): boolean {
    return this.panel.active;
  }

  get title(): string {
    return this.panel.title;
  }

  onDidDispose(listener: () => void): void {
    this.panel.onDidDispose(listener);
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Loads the page anew: for a connection whose pictures come from elsewhere. */
  async render(): Promise<void> {
    const mediaOrigin = await this.around.mediaOrigin();
    if (this.ended || (this.drawn && this.drawn.mediaOrigin === mediaOrigin)) return;
    this.drawn = { mediaOrigin };
    this.loaded = false;
    const dist = vscode.Uri.joinPath(this.around.extensionUri, "dist");
    this.panel.webview.options = { enableScripts: true, localResourceRoots: [dist], ...portMapping(mediaOrigin) };
    this.panel.webview.html = panelHtml(this.panel.webview, dist, mediaOrigin, this.kind);
    this.entitle(this.session.platform);
  }

  /** Hands an act to the webview: at once when it listens, else with its first answer. */
  act(act: PanelAct): Promise<WantedSearch | undefined> {
    const ended = this.session.want(act);
    const taken = this.loaded ? this.session.takeAct() : undefined;
    if (taken) this.post({ kind: "fact", fact: "act", value: taken });
    return ended;
  }

  /** Has the webview open an ad, in the same way. Paid unless owned. */
  openAd(ad: AdRef): Promise<OwnedDetail | undefined> {
    const ended = this.session.wantAd(ad);
    const taken = this.loaded ? this.session.takeAd() : undefined;
    if (taken) this.post({ kind: "fact", fact: "openAd", value: taken });
    return ended;
  }

  post(frame: HostFrame): void {
    void this.panel.webview.postMessage(frame);
  }

  private async opened<T>(answer: Promise<T>): Promise<T> {
    const value = await answer;
    this.loaded = true;
    return value;
  }

  private entitle(token: PlatformToken): void {
    const label = platforms.find((platform) => platform.token === token)?.label ?? token;
    this.panel.title = this.kind === "archive" ? vscode.l10n.t("Ad Archive") : vscode.l10n.t("{0} ads", label);
    const icon = (theme: string) =>
      vscode.Uri.joinPath(
        this.around.extensionUri,
        "media",
        "platforms",
        theme,
        `${this.kind === "archive" ? "archive" : iconOf(token)}.svg`,
      );
    this.panel.iconPath = { light: icon("light"), dark: icon("dark") };
  }
}

/** In a remote window, the loopback port of the extension's machine is reached through this. */
function portMapping(mediaOrigin: string | undefined): { portMapping?: vscode.WebviewPortMapping[] } {
  const port = mediaOrigin ? Number(new URL(mediaOrigin).port) : 0;
  return port > 0 ? { portMapping: [{ webviewPort: port, extensionHostPort: port }] } : {};
}

function iconOf(token: PlatformToken): string {
  return platforms.find((platform) => platform.token === token)?.icon ?? "mega";
}
