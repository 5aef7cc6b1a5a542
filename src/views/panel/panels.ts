import * as vscode from "vscode";
import type { PanelFacts } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import { AdPanel, type PanelSurroundings } from "./adPanel";

const panelType = "adLibrary.explorer";
/** The panel that searches what is owned. */
const archiveType = "adLibrary.archive";

/** All open explorers. */
export class Panels {
  private readonly open = new Set<AdPanel>();
  private last: AdPanel | undefined;
  private archive: AdPanel | undefined;

  constructor(private readonly around: PanelSurroundings) {}

  /** The explorer in front, or the one last used. */
  get current(): AdPanel | undefined {
    return [...this.open].find((panel) => panel.active) ?? this.last;
  }

  /** Reveals the platform's explorer, or opens one. */
  show(platform: PlatformToken): AdPanel {
    const known = [...this.open].find((panel) => panel.session.platform === platform);
    if (known) known.reveal();
    return this.used(known ?? this.add(this.create(), platform));
  }

  /** Takes over a panel that VS Code brought back after a restart; it remembers its platform. */
  adopt(panel: vscode.WebviewPanel): void {
    if (panel.viewType === archiveType) this.addArchive(panel);
    else this.used(this.add(panel, "mega"));
  }

  /** Reveals the archive's panel, or opens it. */
  showArchive(): void {
    if (this.archive) this.archive.reveal();
    else this.addArchive(vscode.window.createWebviewPanel(archiveType, "", vscode.ViewColumn.Active));
  }

  private addArchive(webviewPanel: vscode.WebviewPanel): void {
    const panel = new AdPanel(webviewPanel, "mega", this.around, "archive");
    this.archive = panel;
    panel.onDidDispose(() => {
      if (this.archive === panel) this.archive = undefined;
    });
  }

  private get all(): readonly AdPanel[] {
    return this.archive ? [...this.open, this.archive] : [...this.open];
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

  private create(): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(panelType, "", vscode.ViewColumn.Active);
  }

  private add(webviewPanel: vscode.WebviewPanel, platform: PlatformToken): AdPanel {
    const panel = new AdPanel(webviewPanel, platform, this.around);
    this.open.add(panel);
    this.tellOpen();
    panel.onDidDispose(() => {
      this.open.delete(panel);
      this.tellOpen();
      if (this.last === panel) this.last = undefined;
    });
    return panel;
  }

  /** Menus offer what concerns an explorer only while there is one. */
  private tellOpen(): void {
    void vscode.commands.executeCommand("setContext", "adLibrary.explorerOpen", this.open.size > 0);
  }

  private used(panel: AdPanel): AdPanel {
    this.last = panel;
    return panel;
  }
}
