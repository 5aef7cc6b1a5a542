import * as vscode from "vscode";
import { prices } from "../../protocol/credits";
import { platforms, type Platform } from "../../protocol/platforms";

/** The ten platforms; empty while nothing is connected, so that the welcome view shows. Asks nobody anything. */
export class PlatformsTree implements vscode.TreeDataProvider<Platform>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly connected: () => boolean,
  ) {}

  refresh(): void {
    this.changed.fire(undefined);
  }

  getChildren(platform?: Platform): Platform[] {
    return platform || !this.connected() ? [] : [...platforms];
  }

  getTreeItem(platform: Platform): vscode.TreeItem {
    const item = new vscode.TreeItem(platform.label);
    const icon = (theme: string) =>
      vscode.Uri.joinPath(this.extensionUri, "media", "platforms", theme, `${platform.icon}.svg`);
    item.id = platform.token;
    item.description = platform.kind;
    item.iconPath = { light: icon("light"), dark: icon("dark") };
    item.contextValue = platform.hasDetails ? "platform" : "platform.mega";
    item.tooltip = tooltip(platform);
    item.command = {
      command: "adLibrary.openExplorer",
      title: vscode.l10n.t("Open Explorer"),
      arguments: [platform.token],
    };
    item.accessibilityInformation = { label: `${platform.label}, ${platform.kind}` };
    return item;
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function tooltip({ label, kind, hasDetails }: Platform): string {
  return [
    `${label}: ${kind}`,
    vscode.l10n.t("Open the explorer: free"),
    vscode.l10n.t("Search: {0} credits a page", prices.search),
    hasDetails
      ? vscode.l10n.t("Ad details: {0} credits each", prices.adDetail)
      : vscode.l10n.t("Ad details: {0} credits each, from the ad's own platform", prices.adDetail),
  ].join("\n");
}
