import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** Which of the panels the page draws. */
export type PanelKind = "explorer" | "archive" | "comparison";

const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The panel's page: everything denied but our script by nonce and what it loads, our styles and font, and pictures.
 * @param mediaOrigin loopback origin of the sample library's pictures, while that is in use
 */
export function panelHtml(
  webview: vscode.Webview,
  dist: vscode.Uri,
  mediaOrigin: string | undefined,
  kind: PanelKind,
): string {
  const nonce = randomBytes(18).toString("base64");
  const uri = (name: string) => attribute(webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString());
  const media = ["https:", ...(mediaOrigin ? [mediaOrigin] : [])].join(" ");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${media} data:`,
    `media-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${attribute(vscode.env.language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${attribute(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta property="csp-nonce" content="${nonce}" />
    <link rel="modulepreload" nonce="${nonce}" href="${uri("webview-chunk.js")}" />
    <link rel="stylesheet" href="${uri("webview.css")}" />
    <title>Ad Library</title>
  </head>
  <body>
    <div id="app" data-panel="${kind}"></div>
    <script type="module" nonce="${nonce}" src="${uri("webview.js")}"></script>
  </body>
</html>`;
}
