import type * as vscode from "vscode";
import type { AdRef } from "../../protocol/ads";
import type { HostFrame } from "../../protocol/envelope";
import {
  handedFacts,
  type HandedFact,
  type Handover,
  type BoughtDetail,
  type PanelFacts,
  type PanelMemory,
} from "../../protocol/panel";
import type { SearchQuery } from "../../protocol/search";
import type { PlatformToken } from "../../protocol/platforms";
import { Dispatch, type Handlers } from "./dispatch";
import { panelHandlers } from "./handlers";
import type { PanelServices } from "./panelServices";
import { labelText } from "../../features/text";
import type { PanelKind } from "./html";
import { pageHtml, type PageMakings } from "./prerender";
import { beginningOf, restoreShown } from "./openPanel";
import { iconOf, PanelPage, titleOf } from "./panelPage";
import { PanelSession, type ShownSearch, type WantedSearch } from "./session";

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
interface FormLink {
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
  /** Whether it is beside its platform's explorer. */
  readonly beside?: boolean;
  /** Whose runs a comparison shows. */
  readonly name?: string;
}

/** A fact as its frame. */
export const factFrame = <F extends keyof PanelFacts>(fact: F, value: PanelFacts[F]): HostFrame =>
  // Each pair of fact and value is one member of the union; TypeScript cannot see that through the generic.
  // eslint-disable-next-line no-restricted-syntax
  ({ kind: "fact", fact, value }) as HostFrame;

const noneAhead: Readonly<Record<HandedFact, number>> = { handover: 0, openAd: 0, archiveCriteria: 0 };

/** One explorer: its webview, its session, and the one way between them. */
export class AdPanel {
  readonly kind: PanelKind;
  readonly session: PanelSession;
  /** Whether it begins with a memory of the connected library. */
  readonly remembers: boolean;
  private readonly dispatch: Dispatch;
  private readonly page: PanelPage;
  /** Whether the page listens: its first question was answered. */
  private loaded = false;
  /** Puts what was on its screen before a restart into its session. */
  private readonly restore: () => Promise<void>;
  private readonly end = new AbortController();
  /** What was handed to the page and not followed yet: until then, its form is older than a handover. */
  private ahead = noneAhead;
  private linked: FormLink | undefined;
  /** The form's search, or the compared one, in a few words. */
  private label: string;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    { platform, kind, mediaOrigin, remembered, beside, name = "" }: PanelStartingPoint,
    private readonly around: PanelSurroundings,
  ) {
    this.kind = kind;
    this.label = name;
    this.session = new PanelSession(platform, remembered?.panel, beside);
    this.session.used = remembered?.used ?? false;
    const beginning = () => beginningOf(around.services, this.session, remembered);
    this.remembers = beginning().memory !== undefined;
    this.restore = () => restoreShown(around.services, this.session, beginning().memory);
    this.dispatch = new Dispatch(
      this.questions(),
      (frame) => this.post(frame),
      around.onFailure,
      () => this.begun(),
    );
    panel.webview.onDidReceiveMessage((message: unknown) => this.dispatch.receive(message));
    panel.onDidDispose(() => {
      this.end.abort();
      this.linked?.dispose();
      this.dispatch.dispose();
      this.session.end();
      if (beside) void around.services.memories.forget(this.session.panel);
    });
    panel.onDidChangeViewState(() => {
      this.loaded &&= panel.visible;
      if (!panel.visible) this.session.endRun();
    });
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

  /** The search on its screen, even if its page has yet to load after a restart. */
  async shown(): Promise<ShownSearch | undefined> {
    if (!this.loaded) await this.restore();
    return this.session.shown;
  }

  onDidDispose(listener: () => void): void {
    this.panel.onDidDispose(listener);
  }

  reveal(): void {
    this.panel.reveal();
  }

  close(): void {
    this.panel.dispose();
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

  /** Whether its form is linked to a file. */
  isLinkedTo(uri: vscode.Uri): boolean {
    return this.linked?.uri.toString() === uri.toString();
  }

  /** Fills the form, which then buys so many pages, and keeps its link. */
  fill(query: SearchQuery, pages: number): void {
    void this.session.want({ query, run: false, ...(pages > 1 && { pages }) });
    this.handOver();
  }

  /** Has the webview carry out a handover: at once if it listens, else with its first answer. Ends the link to a file. */
  carryOut(handover: Handover): Promise<WantedSearch | undefined> {
    this.link(undefined);
    const ended = this.session.want(handover);
    this.handOver();
    return ended;
  }

  /** Has the webview open an ad, in the same way. Paid unless bought. */
  openAd(ad: AdRef, library?: string): Promise<BoughtDetail | undefined> {
    const ended = this.session.wantAd(ad, library);
    this.handOver();
    return ended;
  }

  post(frame: HostFrame): void {
    void this.panel.webview.postMessage(frame);
  }

  tell<F extends keyof PanelFacts>(fact: F, value: PanelFacts[F]): void {
    this.post(factFrame(fact, value));
  }

  private formChanged(draft: SearchQuery, sent: SearchQuery): void {
    void this.linked?.formChanged(draft, sent).catch((error: unknown) => this.around.onFailure("link", error));
  }

  /** Passes its session's wishes to a page that listens. */
  handOver(): void {
    if (!this.loaded) return;
    const wishes = this.session.take();
    for (const fact of handedFacts) {
      const value = wishes[fact];
      if (!value) continue;
      this.ahead = { ...this.ahead, [fact]: this.ahead[fact] + 1 };
      this.tell(fact, value);
    }
  }

  /** The page asked more than its first question: it has what came with that answer, but perhaps not what was sent since. */
  private begun(): void {
    for (const fact of handedFacts) if (this.ahead[fact] === 0) this.session.begun(fact);
  }

  /** The answers, including their effects on the link to a file and on pending handovers. */
  private questions(): Handlers {
    const handlers = panelHandlers(this.around.services, this.session, (token) => this.entitle(token));
    return {
      ...handlers,
      preview: async (asked, signal) => {
        const isBehind = () => this.ahead.handover > 0 || this.session.handover !== undefined;
        const wasBehind = isBehind();
        const answer = await handlers.preview(asked, signal);
        this.session.draft = asked.query;
        void this.nameDraft(asked.query).catch((error: unknown) => this.around.onFailure("label", error));
        if (!wasBehind && !isBehind()) this.formChanged(asked.draft ?? asked.query, asked.query);
        return answer;
      },
      // Another search takes over the form; a linked file keeps its own.
      fit: (asked, signal) => (this.begin(), handlers.fit(asked, signal)),
      readSearch: (asked, signal) => (this.begin(), handlers.readSearch(asked, signal)),
      followed: (asked, signal) => {
        this.ahead = { ...this.ahead, [asked.what]: Math.max(0, this.ahead[asked.what] - 1) };
        this.begun();
        return handlers.followed(asked, signal);
      },
      search: (asked, signal, now) => this.named(handlers.search(asked, signal, now)),
      boughtPages: (asked, signal) => this.named(handlers.boughtPages(asked, signal)),
      open: (asked, signal) => this.named(this.opened(() => handlers.open(asked, signal))),
      openComparison: (asked, signal) => this.opened(() => handlers.openComparison(asked, signal)),
      openArchive: (asked, signal) => this.opened(() => handlers.openArchive(asked, signal)),
    };
  }

  /** Answers a page's first question. A page that is already being replaced gets no answer. */
  private async opened<T>(answer: () => Promise<T>): Promise<T> {
    if (!this.page.arrived()) return new Promise(() => undefined);
    this.ahead = noneAhead;
    this.session.endRun();
    const value = await answer();
    // Handovers requested while the answer was made follow it.
    setImmediate(() => {
      this.loaded = this.panel.visible;
      this.handOver();
    });
    return value;
  }

  /** Names the tab after the search that an answer put on the screen. */
  private async named<T>(answer: Promise<T>): Promise<T> {
    const value = await answer;
    this.entitle(this.session.platform);
    return value;
  }

  /** Names the tab after its form as long as nothing was found with it. */
  private async nameDraft(draft: SearchQuery): Promise<void> {
    if (!this.session.beside || this.session.shown) return;
    this.label = await this.around.services.search.label(draft);
    this.entitle(this.session.platform);
  }

  /** A person begins another search in the form. */
  private begin(): void {
    this.session.used = true;
    this.link(undefined);
  }

  private entitle(token: PlatformToken): void {
    const { beside, shown } = this.session;
    const file = this.linked?.uri.path.split("/").at(-1);
    // Several tabs of a platform are told apart by what they show.
    const label = labelText((beside ? shown?.frozen.label : undefined) ?? this.label);
    this.panel.title = titleOf(this.kind, token, file ?? (label === "" ? undefined : label));
    this.panel.iconPath = iconOf(this.around.extensionUri, this.kind, token);
  }
}
