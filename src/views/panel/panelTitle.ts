import vscode = require("vscode");
import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { PanelKind } from "./html";

const platformOf = (token: PlatformToken) => platforms.find((platform) => platform.token === token);

/** @param file the name of the search file that an explorer's form is linked with */
export function titleOf(kind: PanelKind, token: PlatformToken, file?: string): string {
  if (kind === "archive") return vscode.l10n.t("Ad Archive");
  if (kind === "comparison") return vscode.l10n.t("Run Comparison");
  const label = platformOf(token)?.label ?? token;
  const title = token === "mega" ? vscode.l10n.t("Ads on all platforms") : vscode.l10n.t("{0} ads", label);
  return file === undefined ? title : vscode.l10n.t("{0} ({1})", title, file);
}

export function iconOf(extensionUri: vscode.Uri, kind: PanelKind, token: PlatformToken) {
  const name = kind === "archive" ? "archive" : (platformOf(token)?.icon ?? "mega");
  const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, "media", "platforms", theme, `${name}.svg`);
  return { light: icon("light"), dark: icon("dark") };
}
