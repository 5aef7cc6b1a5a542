import vscode = require("vscode");
import { prices } from "../../protocol/credits";
import type { ApiVersion } from "../../protocol/apiVersion";
import { aboutPlatform } from "../../protocol/aboutPlatform";
import { isIndividual, platforms, type Platform } from "../../protocol/platforms";
import { platformKinds, platformLabel } from "../words";

/** The ten platforms; empty while nothing is connected, so that the welcome view shows. Sends nothing. */
export class PlatformsTree implements vscode.TreeDataProvider<Platform>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly connected: () => boolean,
    private readonly version: () => ApiVersion,
  ) {}

  refresh(): void {
    this.changed.fire(undefined);
  }

  getChildren(platform?: Platform): Platform[] {
    return platform || !this.connected() ? [] : [...platforms];
  }

  getTreeItem(platform: Platform): vscode.TreeItem {
    const item = new vscode.TreeItem(platformLabel(platform.token));
    const icon = (theme: string) =>
      vscode.Uri.joinPath(this.extensionUri, "media", "platforms", theme, `${platform.token}.svg`);
    item.id = platform.token;
    const lacking = this.version() === "v1" && !isIndividual(platform.token);
    const words = lacking ? vscode.l10n.t("Not available in V1") : platformKinds[platform.token]();
    item.description = words;
    item.iconPath = { light: icon("light"), dark: icon("dark") };
    item.accessibilityInformation = { label: `${platformLabel(platform.token)}, ${words}` };
    item.contextValue = lacking ? "platform.lacking" : isIndividual(platform.token) ? "platform" : "platform.mega";
    item.tooltip = lacking ? lackingTooltip(platform) : tooltip(platform);
    item.command = {
      command: "adLibrary.openExplorer",
      title: vscode.l10n.t("Open Explorer"),
      arguments: [platform.token],
    };
    return item;
  }

  dispose(): void {
    this.changed.dispose();
  }
}

const headOf = (platform: Platform) =>
  vscode.l10n.t("{0}: {1}", platformLabel(platform.token), platformKinds[platform.token]());

function lackingTooltip(platform: Platform): string {
  const why = vscode.l10n.t("The library is connected with V1, which can't search all platforms at once.");
  return `${headOf(platform)}\n${why}`;
}

function tooltip(platform: Platform): string {
  return [
    headOf(platform),
    ...aboutPlatform(platform.token),
    vscode.l10n.t("Open explorer: 0 credits"),
    vscode.l10n.t("Search: {0} credits per page", prices.search),
    isIndividual(platform.token)
      ? vscode.l10n.t("Ad details: {0} credits each", prices.adDetail)
      : vscode.l10n.t("Ad details: {0} credits each, from the ad's own platform", prices.adDetail),
  ].join("\n");
}
