import vscode = require("vscode");
import type { PanelFacts } from "../../protocol/panel";
import type { AdCriteria } from "../../protocol/owned";
import type { PlatformToken } from "../../protocol/platforms";
import { AdPanel, type PanelStartingPoint, type PanelSurroundings } from "./adPanel";
import { explorerType, pageOptions } from "./panelPage";
import { panelMemory } from "./params";
import type { PanelSession, ShownComparison } from "./session";

/** The panel that searches what is owned. */
const archiveType = "adLibrary.archive";
const comparisonType = "adLibrary.comparison";

/** All open explorers. */
export class Panels {
  private readonly open = new Set<AdPanel>();
  private last: AdPanel | undefined;
  private archive: AdPanel | undefined;
  private readonly comparisons = new Set<AdPanel>();

  constructor(private readonly around: PanelSurroundings) {}

  /** The explorer in front, or the last used one. */
  get current(): AdPanel | undefined {
    return [...this.open].find((panel) => panel.active) ?? this.last;
  }

  /** Reveals the platform's explorer, or opens one. */
  async show(platform: PlatformToken): Promise<AdPanel> {
    // Its page depends on where its pictures come from, so that is determined first.
    const mediaOrigin = this.of(platform) ? undefined : await this.around.mediaOrigin();
    const known = this.of(platform);
    if (known) known.reveal();
    if (known) return this.used(known);
    const made = this.around.makings.prepared?.(platform) ?? this.create(explorerType, mediaOrigin);
    return this.used(this.add(made, { platform, kind: "explorer", mediaOrigin }));
  }

  /**
   * Takes over a panel that VS Code restored after a restart.
   * @param remembered the memory that VS Code stored: missing or outdated if the window ended before it was stored
   */
  async adopt(panel: vscode.WebviewPanel, remembered: unknown): Promise<void> {
    const mediaOrigin = await this.around.mediaOrigin();
    if (panel.viewType === archiveType) this.addArchive(panel, { platform: "mega", kind: "archive", mediaOrigin });
    else if (panel.viewType === comparisonType) {
      const memory = panelMemory.safeParse(remembered).data;
      // Without its memory, what it compared is unknown.
      if (memory?.compared) this.addComparison(panel, { platform: memory.platform, kind: "comparison", mediaOrigin });
      else panel.dispose();
    } else {
      const back = this.add(panel, { ...this.memoryOf(remembered), kind: "explorer", mediaOrigin });
      this.around.onRestored(this.used(back));
    }
  }

  /** A panel's memory and platform; without a memory, the last used platform that is not open. */
  private memoryOf(stored: unknown): Pick<PanelStartingPoint, "platform" | "remembered"> {
    const open = [...this.open].map((panel) => panel.session.platform);
    const remembered = this.around.services.memories.ofPanel(panelMemory.safeParse(stored).data);
    return { platform: (remembered ?? this.around.services.memories.newest(open))?.platform ?? "mega", remembered };
  }

  /** Reveals the archive's panel, or opens it; with criteria, it looks for these. */
  async showArchive(criteria?: AdCriteria): Promise<void> {
    const mediaOrigin = this.archive ? undefined : await this.around.mediaOrigin();
    if (this.archive) this.archive.reveal();
    else this.addArchive(this.create(archiveType, mediaOrigin), { platform: "mega", kind: "archive", mediaOrigin });
    if (!criteria) return;
    this.archive?.session.wantArchive(criteria);
    this.archive?.handOver();
  }

  /** Opens a comparison of two runs. */
  async showComparison(shown: ShownComparison): Promise<void> {
    const mediaOrigin = await this.around.mediaOrigin();
    const { platform } = shown.comparison.newer;
    const created = this.create(comparisonType, mediaOrigin);
    this.addComparison(created, { platform, kind: "comparison", mediaOrigin }).session.comparison = shown;
  }

  private addComparison(webviewPanel: vscode.WebviewPanel, start: PanelStartingPoint): AdPanel {
    const panel = new AdPanel(webviewPanel, start, this.around);
    this.comparisons.add(panel);
    panel.onDidDispose(() => this.comparisons.delete(panel));
    return panel;
  }

  /** The explorer of a session. */
  withSession(session: PanelSession): AdPanel | undefined {
    return [...this.open].find((panel) => panel.session === session);
  }

  private of(platform: PlatformToken): AdPanel | undefined {
    return [...this.open].find((panel) => panel.session.platform === platform);
  }

  private addArchive(webviewPanel: vscode.WebviewPanel, start: PanelStartingPoint): void {
    const panel = new AdPanel(webviewPanel, start, this.around);
    this.archive = panel;
    panel.onDidDispose(() => {
      if (this.archive === panel) this.archive = undefined;
    });
  }

  private get all(): readonly AdPanel[] {
    return [...this.open, ...(this.archive ? [this.archive] : []), ...this.comparisons];
  }

  tell<F extends keyof PanelFacts>(fact: F, value: PanelFacts[F]): void {
    // Each pair of fact and value is one member of the union; TypeScript cannot see that through the generic.
    // eslint-disable-next-line no-restricted-syntax
    const frame = { kind: "fact", fact, value } as Parameters<AdPanel["post"]>[0];
    for (const panel of this.all) panel.post(frame);
  }

  render(): void {
    for (const panel of this.all) void panel.render();
  }

  private create(type: string, mediaOrigin: string | undefined): vscode.WebviewPanel {
    const options = pageOptions(this.around.extensionUri, mediaOrigin);
    return vscode.window.createWebviewPanel(type, "", vscode.ViewColumn.Active, options);
  }

  private add(webviewPanel: vscode.WebviewPanel, start: PanelStartingPoint): AdPanel {
    const panel = new AdPanel(webviewPanel, start, this.around);
    this.open.add(panel);
    this.tellOpen();
    panel.onDidDispose(() => {
      this.open.delete(panel);
      this.tellOpen();
      if (this.last === panel) this.last = undefined;
    });
    return panel;
  }

  /** Menus show commands for explorers only while there is one. */
  private tellOpen(): void {
    void vscode.commands.executeCommand("setContext", "adLibrary.explorerOpen", this.open.size > 0);
  }

  private used(panel: AdPanel): AdPanel {
    this.last = panel;
    return panel;
  }
}
