import vscode = require("vscode");
import { versionedName } from "../../features/connection";
import type { RunName } from "../../features/runs";
import type { FrozenSearch } from "../../features/search";
import type { HostFrame } from "../../protocol/envelope";
import type { PanelFacts } from "../../protocol/panel";
import type { AdCriteria } from "../../protocol/bought";
import type { PlatformToken } from "../../protocol/platforms";
import { AdPanel, factFrame, type PanelStartingPoint, type PanelSurroundings } from "./adPanel";
import { explorerType, pageOptions, titleOf } from "./panelPage";
import { asHandover } from "./panelServices";
import { panelMemory } from "./params";
import type { PanelSession, ShownComparison } from "./session";

/** The panel that searches what is bought. */
const archiveType = "adLibrary.archive";
const comparisonType = "adLibrary.comparison";

/** A page that is told the same facts as panels. */
interface JoinedPage {
  readonly post: (frame: HostFrame) => void;
  /** Its pictures may come from another origin now. */
  readonly render: () => void;
}

/** All open panels. */
export class Panels {
  private readonly all = new Set<AdPanel>();
  private last: AdPanel | undefined;
  private readonly joined = new Set<JoinedPage>();

  constructor(private readonly around: PanelSurroundings) {}

  private get explorers(): readonly AdPanel[] {
    return [...this.all].filter(({ kind }) => kind === "explorer");
  }

  private get archive(): AdPanel | undefined {
    return [...this.all].find(({ kind }) => kind === "archive");
  }

  /** The explorer in front, or the last used one. */
  get current(): AdPanel | undefined {
    return this.explorers.find((panel) => panel.active) ?? this.last;
  }

  /** The panel in front, of any kind. */
  get front(): AdPanel | undefined {
    return [...this.all].find((panel) => panel.active);
  }

  /** Reveals the platform's explorer, or opens one. */
  async show(platform: PlatformToken): Promise<AdPanel> {
    // Its page depends on where its pictures come from, so that is determined first.
    const mediaOrigin = this.of(platform) ? undefined : await this.around.mediaOrigin();
    const known = this.of(platform);
    if (known) known.reveal();
    if (known) return this.used(known);
    const made = this.around.makings.prepared?.(platform) ?? this.create(explorerType, mediaOrigin);
    this.replaceUnrestored(titleOf("explorer", platform));
    return this.used(this.add(made, { platform, kind: "explorer", mediaOrigin }));
  }

  /** After a restart, VS Code restores a panel only when its tab is shown: until then, the tab is all there is of it. */
  private replaceUnrestored(title: string): void {
    if (this.explorers.some((panel) => panel.title === title)) return;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const isUnrestored = ({ label, isActive, input }: vscode.Tab) =>
      label === title && !isActive && input instanceof vscode.TabInputWebview && input.viewType.endsWith(explorerType);
    void vscode.window.tabGroups.close(tabs.filter(isUnrestored), true);
  }

  /**
   * Opens a tab for one search, beside its platform's explorer. As a preview in VS Code, it replaces the tab opened last in
   * this way, unless that was used. A file that is open already has its tab.
   */
  async beside(platform: PlatformToken, file?: vscode.Uri): Promise<AdPanel> {
    const mediaOrigin = await this.around.mediaOrigin();
    const panels = this.explorers;
    const known = file && panels.find((panel) => panel.isLinkedTo(file));
    known?.reveal();
    if (known) return this.used(known);
    const start = { platform, kind: "explorer", mediaOrigin, beside: true } as const;
    const made = this.add(this.create(explorerType, mediaOrigin), start);
    panels.find(({ session }) => session.beside && !session.used)?.close();
    return this.used(made);
  }

  /** Whether the platform's explorer shows a result of the connected library, or will when it is opened. */
  hasResult(platform: PlatformToken): boolean {
    const { memories, library } = this.around.services;
    const shown = this.of(platform)?.session.shown;
    if (!shown) return memories.read(platform)?.shown !== undefined;
    const { origin, version } = shown.frozen.address;
    return versionedName(origin, version) === library();
  }

  /** Shows a run's bought pages in a tab of its own, for 0 credits; without `lastHit`, only the search. */
  async showRun(frozen: FrozenSearch, lastHit: string | undefined): Promise<void> {
    const { address } = frozen;
    if (lastHit !== undefined && this.showing({ address, lastHit })) return;
    const panel = await this.beside(address.platform);
    await panel.carryOut({ ...asHandover(frozen), ...(lastHit !== undefined && { showBought: lastHit }) });
  }

  /** Reveals the tab beside an explorer that shows exactly this result already, if there is one. */
  showing({ address, lastHit }: RunName): AdPanel | undefined {
    const known = this.explorers.find(({ session }) => session.beside && session.shows(address, lastHit));
    known?.reveal();
    return known && this.used(known);
  }

  /**
   * Takes over a panel that VS Code restored after a restart.
   * @param remembered the memory that VS Code stored: missing or outdated if the window ended before it was stored
   */
  async adopt(panel: vscode.WebviewPanel, remembered: unknown): Promise<void> {
    const mediaOrigin = await this.around.mediaOrigin();
    if (panel.viewType === archiveType) this.add(panel, { platform: "mega", kind: "archive", mediaOrigin });
    else if (panel.viewType === comparisonType) {
      const memory = panelMemory.safeParse(remembered).data;
      // Without its memory, what it compared is unknown.
      if (memory?.compared) {
        const { platform, compared } = memory;
        this.add(panel, { platform, kind: "comparison", mediaOrigin, name: compared.name });
      } else panel.dispose();
    } else {
      const back = this.add(panel, { ...this.memoryOf(remembered), kind: "explorer", mediaOrigin });
      this.around.onRestored(this.used(back));
    }
  }

  /** A panel's memory and platform; without a memory, the last used platform that is not open. */
  private memoryOf(stored: unknown): Pick<PanelStartingPoint, "platform" | "remembered" | "beside"> {
    const { memories } = this.around.services;
    const open = this.explorers.map(({ session }) => session);
    const own = memories.ofPanel(panelMemory.safeParse(stored).data);
    const remembered = own ?? memories.newest(open);
    const beside = remembered?.panel !== undefined && memories.beside(remembered.panel) !== undefined;
    return { platform: remembered?.platform ?? "mega", remembered, beside };
  }

  /** Reveals the archive's panel, or opens it; with criteria, it looks for these. */
  async showArchive(criteria?: AdCriteria): Promise<void> {
    const mediaOrigin = this.archive ? undefined : await this.around.mediaOrigin();
    if (this.archive) this.archive.reveal();
    else this.add(this.create(archiveType, mediaOrigin), { platform: "mega", kind: "archive", mediaOrigin });
    if (!criteria) return;
    this.archive?.session.wantArchive(criteria);
    this.archive?.handOver();
  }

  /** Opens a comparison of two runs. */
  async showComparison(shown: ShownComparison): Promise<void> {
    const mediaOrigin = await this.around.mediaOrigin();
    const { name, comparison } = shown;
    const start = { platform: comparison.newer.platform, kind: "comparison", mediaOrigin, name } as const;
    this.add(this.create(comparisonType, mediaOrigin), start).session.comparison = shown;
  }

  /** The explorer of a session. */
  withSession(session: PanelSession): AdPanel | undefined {
    return this.explorers.find((panel) => panel.session === session);
  }

  private of(platform: PlatformToken): AdPanel | undefined {
    return this.explorers.find(({ session }) => session.platform === platform && !session.beside);
  }

  closeAll(): void {
    for (const panel of this.all) panel.close();
  }

  tell<F extends keyof PanelFacts>(fact: F, value: PanelFacts[F]): void {
    for (const panel of this.all) panel.tell(fact, value);
    for (const page of this.joined) page.post(factFrame(fact, value));
  }

  /** Includes a page until the returned object is disposed. */
  join(page: JoinedPage): vscode.Disposable {
    this.joined.add(page);
    return new vscode.Disposable(() => this.joined.delete(page));
  }

  render(): void {
    for (const panel of this.all) void panel.render();
    for (const page of this.joined) page.render();
  }

  private create(type: string, mediaOrigin: string | undefined): vscode.WebviewPanel {
    const options = pageOptions(this.around.extensionUri, mediaOrigin);
    return vscode.window.createWebviewPanel(type, "", vscode.ViewColumn.Active, options);
  }

  private add(webviewPanel: vscode.WebviewPanel, start: PanelStartingPoint): AdPanel {
    const panel = new AdPanel(webviewPanel, start, this.around);
    this.all.add(panel);
    this.tellOpen();
    panel.onDidDispose(() => {
      this.all.delete(panel);
      this.tellOpen();
      if (this.last === panel) this.last = undefined;
    });
    return panel;
  }

  /** Menus show commands for explorers only while there is one. */
  private tellOpen(): void {
    void vscode.commands.executeCommand("setContext", "adLibrary.explorerOpen", this.explorers.length > 0);
  }

  private used(panel: AdPanel): AdPanel {
    this.last = panel;
    return panel;
  }
}
