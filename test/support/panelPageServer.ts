import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { themes, type ThemeName } from "./panelPageThemes";

/** Serves the panel's page as the host makes it: same policy, same order of tags, made-up pictures. */
export interface PanelPageServer {
  readonly origin: string;
  close(): Promise<void>;
}

const nonce = "bm9uY2Utb2YtdGhlLXRlc3RzIQ";

/** VS Code's API for a page that is reloaded: frames go to the test, the state stays with the tab. */
const vscodeApi = `
  window.violations = [];
  addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));
  window.acquireVsCodeApi = () => ({
    postMessage: (frame) => void window.toHost(frame),
    getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
    setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
  });`;

function policy(origin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${origin} 'nonce-${nonce}'`,
    `font-src ${origin}`,
    `img-src https: data: ${origin}`,
    `media-src https: ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** What VS Code gives every webview of a theme. */
export function themeRules(theme: ThemeName): string {
  const variables = Object.entries(themes[theme].variables).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `html { ${variables.join(" ")} } body { padding: 0 20px; color: var(--vscode-editor-foreground); }`;
}

function html(origin: string, theme: ThemeName, panel: string | null): string {
  const { kind } = themes[theme];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(origin)}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ad Library Explorer</title>
<style nonce="${nonce}" id="theme">${themeRules(theme)}</style>
<link rel="modulepreload" nonce="${nonce}" href="${origin}/webview-chunk.js">
<link rel="stylesheet" href="${origin}/webview.css">
</head>
<body class="${kind}" data-vscode-theme-kind="${kind}">
<div id="app"${panel === "archive" || panel === "comparison" ? ` data-panel="${panel}"` : ""}></div>
<script nonce="${nonce}">${vscodeApi}</script>
<script type="module" nonce="${nonce}" src="${origin}/webview.js"></script>
</body>
</html>`;
}

function picture(name: string): string {
  const [, width = "800", height = "600", seed = "0"] = /(\d+)x(\d+)-(\d+)/.exec(name) ?? [];
  const hue = (Number(seed) * 47) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="hsl(${hue} 45% 55%)"/><circle cx="30%" cy="35%" r="18%" fill="hsl(${hue + 40} 70% 70%)"/>
<rect x="10%" y="70%" width="60%" height="8%" fill="#fff" opacity=".85"/></svg>`;
}

/** The webview's files, as they were built. */
async function built(): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = (await readdir("dist")).filter((name) => /\.(js|css|ttf)$/.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join("dist", name))] as const)));
}

const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", ttf: "font/ttf" };

function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.writeHead(200, { "content-type": type }).end(body);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the server on a free port of loopback. */
export async function startPanelPageServer(): Promise<PanelPageServer> {
  const files = await built();
  let origin = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    const name = basename(url.pathname);
    const file = files.get(name);
    if (file) send(response, types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream", file);
    else if (url.pathname.startsWith("/picture/")) send(response, "image/svg+xml", picture(name));
    else if (url.pathname === "/panel") {
      const theme = (url.searchParams.get("theme") ?? "dark") as ThemeName;
      send(response, "text/html", html(origin, theme, url.searchParams.get("panel")));
    } else response.writeHead(404).end();
  });
  origin = await listen(server);
  return {
    origin,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
}
