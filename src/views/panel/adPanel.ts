import type * as vscode from "vscode";
import type { AdRef } from "../../protocol/ads";
import type { HostFrame } from "../../protocol/envelope";
import type { OwnedDetail, Handover, PanelMemory } from "../../protocol/panel";
import type { SearchQuery } from "../../protocol/search";
import type { PlatformToken } from "../../protocol/platforms";
import { Dispatch, type Handlers } from "./dispatch";
import { panelHandlers } from "./handlers";
import type { PanelServices } from "./panelServices";
import type { PanelKind } from "./html";
import { pageHtml, type PageMakings } from "./painting";
import { beginningOf } from "./openPanel";
import { PanelPage } from "./panelPage";
import { iconOf, titleOf } from "./panelTitle";
import { PanelSession, type WantedSearch } from "./session";

export interface PanelSurroundings {
  readonly extensionUri: vscode.Uri;
  readonly services: PanelServices;
  /** Loopback origin of the library, if it is on this machine. */
  readonly mediaOrigin: () => Promise<string | undefined>;
  readonly makings: PageMakings;
  readonly onFailure: (method: string, error: unknown) => void;
  /** Called when VS Code has restored an explorer. */
  readonly onRestored: (panel: AdPanel) => void;
}

/** A file that is kept in step with the form, in both directions. */
export interface FormLink {
  readonly uri: vscode.Uri;
  /** @param draft all that the form shows @param sent the part of it that a search sends */
  formChanged(draft: SearchQuery, sent: SearchQuery): Promise<void>;
  dispose(): void;
}

/** What a new explorer starts with. */
export interface PanelStartingPoint {
  readonly platform: PlatformToken;
  readonly kind: PanelKind;
  readonly mediaOrigin: string | undefined;
  /** What VS Code stored of its memory. */
  readonly remembered?: PanelMemory | undefined;
}

/** One explorer: its webview, its session, and the one way between them. */
export class AdPanel {
  readonly session: PanelSession;
  /** Whether it begins with a memory of the connected library. */
  readonly remembers: boolean;
  private readonly dispatch: Dispatch;
  private readonly page: PanelPage;
  private readonly kind: PanelKind;
  /** Whether the page listens: its first question was answered. */
  private loaded = false;
  private readonly end = new AbortController();
  /** Handovers that the page received but has not followed yet: until it has, its form is older than they are. */
  private ahead = 0;
  private linked: FormLink | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    { platform, kind, mediaOrigin, remembered }: PanelStartingPoint,
    private readonly around: PanelSurroundings,
  ) {
    this.kind = kind;
    this.session = new PanelSession(platform);
    this.remembers = beginningOf(around.services, this.session, remembered).memory !== undefined;
    this.dispatch = new Dispatch(
      this.questions(),
      (frame) => this.post(frame),
      around.onFailure,
      () => this.session.begun(),
    );
    panel.webview.onDidReceiveMessage((message: unknown) => this.dispatch.receive(message));
    panel.onDidDispose(() => {
      this.end.abort();
      this.linked?.dispose();
      this.dispatch.dispose();
      this.session.end();
    });
    panel.onDidChangeViewState(() => (this.loaded &&= panel.visible));
    this.entitle(platform);
    const about = { webview: panel.webview, kind, session: this.session, remembered, gone: this.end.signal };
    const html = (origin?: string) => pageHtml({ ...around, ...about }, origin);
    this.page = new PanelPage({ ...around, ...about, html }, mediaOrigin);
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

  /** Reloads the page if the connection's pictures come from a different origin. */
  async render(): Promise<void> {
    const mediaOrigin = await this.around.mediaOrigin();
    if (!this.end.signal.aborted && this.page.change(mediaOrigin)) this.loaded = false;
  }

  /** Links the form to a file until another search replaces it. */
  link(linked: FormLink | undefined): void {
    this.linked?.dispose();
    this.linked = linked;
    this.entitle(this.session.platform);
  }

  /** Fills the form and keeps its link. */
  fill(query: SearchQuery): void {
    void this.session.want({ query, run: false });
    this.handOver();
  }

  /** Has the webview carry out a handover: at once if it listens, else with its first answer. Ends the link to a file. */
  carryOut(handover: Handover): Promise<WantedSearch | undefined> {
    this.link(undefined);
    const ended = this.session.want(handover);
    this.handOver();
    return ended;
  }

  /** Has the webview open an ad, in the same way. Paid unless owned. */
  openAd(ad: AdRef): Promise<OwnedDetail | undefined> {
    const ended = this.session.wantAd(ad);
    this.handOver();
    return ended;
  }

  post(frame: HostFrame): void {
    void this.panel.webview.postMessage(frame);
  }

  private formChanged(draft: SearchQuery, sent: SearchQuery): void {
    void this.linked?.formChanged(draft, sent).catch((error: unknown) => this.around.onFailure("link", error));
  }

  /** Passes its session's wishes to a page that listens. */
  handOver(): void {
    if (!this.loaded) return;
    const { handover, ad, archive: criteria } = this.session.take();
    if (handover) this.ahead += 1;
    if (handover) this.post({ kind: "fact", fact: "handover", value: handover });
    if (ad) this.post({ kind: "fact", fact: "openAd", value: ad });
    if (criteria) this.post({ kind: "fact", fact: "archiveCriteria", value: criteria });
  }

  /** The answers, including their effects on the link to a file and on pending handovers. */
  private questions(): Handlers {
    const handlers = panelHandlers(this.around.services, this.session, (token) => this.entitle(token));
    return {
      ...handlers,
      preview: async (asked, signal) => {
        const isBehind = () => this.ahead > 0 || this.session.handover !== undefined;
        const wasBehind = isBehind();
        const answer = await handlers.preview(asked, signal);
        this.session.draft = asked.query;
        if (!wasBehind && !isBehind()) this.formChanged(asked.draft ?? asked.query, asked.query);
        return answer;
      },
      // Another search takes over the form; a linked file keeps its own.
      fit: (asked, signal) => (this.link(undefined), handlers.fit(asked, signal)),
      readSearch: (asked, signal) => (this.link(undefined), handlers.readSearch(asked, signal)),
      followed: (asked, signal) => {
        this.ahead = Math.max(0, this.ahead - 1);
        return handlers.followed(asked, signal);
      },
      open: (asked, signal) => this.opened(() => handlers.open(asked, signal)),
      openComparison: (asked, signal) => this.opened(() => handlers.openComparison(asked, signal)),
      openArchive: (asked, signal) => this.opened(() => handlers.openArchive(asked, signal)),
    };
  }

  /** Answers a page's first question. A page that is already being replaced gets no answer. */
  private async opened<T>(answer: () => Promise<T>): Promise<T> {
    if (!this.page.arrived()) return new Promise(() => undefined);
    this.ahead = 0;
    const value = await answer();
    // Handovers requested while the answer was made follow it.
    setImmediate(() => {
      this.loaded = this.panel.visible;
      this.handOver();
    });
    return value;
  }

  private entitle(token: PlatformToken): void {
    const file = this.linked?.uri.path.split("/").at(-1);
    this.panel.title = titleOf(this.kind, token, file);
    this.panel.iconPath = iconOf(this.around.extensionUri, this.kind, token);
  }
}
