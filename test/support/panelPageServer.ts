import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import type { Prerendered } from "../../src/protocol/prerender";
import { panelHtml, type PageHead, type PanelKind } from "../../src/views/panel/html";
import { themes, type ThemeName } from "./panelPageThemes";

/** Serves the panel's page as the host makes it, with the same policy and order of tags, and made-up pictures. */
export interface PanelPageServer {
  readonly origin: string;
  /** What is pre-rendered into pages from now on, if anything. */
  prerendered: Prerendered | undefined;
  close(): Promise<void>;
}

const nonce = "bm9uY2Utb2YtdGhlLXRlc3RzIQ";

/** VS Code's API for a webview. Frames go to the test; the state survives a reload of the tab. */
const vscodeApi = `
  window.violations = [];
  addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));
  window.acquireVsCodeApi = () => ({
    postMessage: (frame) => void window.toHost(frame),
    getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
    setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
  });`;

/** The style that VS Code gives every webview in a theme. */
export function themeRules(theme: ThemeName): string {
  const variables = Object.entries(themes[theme].variables).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `html { ${variables.join(" ")} } body { padding: 0 20px; color: var(--vscode-editor-foreground); }`;
}

/** The page as the host makes it, with what VS Code adds to every webview. */
function html(origin: string, theme: ThemeName, kind: PanelKind, head: PageHead, prerendered?: Prerendered): string {
  const { kind: themeKind } = themes[theme];
  const added = `<style nonce="${nonce}" id="theme">${themeRules(theme)}</style><script nonce="${nonce}">${vscodeApi}</script>`;
  return panelHtml({
    kind,
    language: "en",
    nonce,
    cspSource: origin,
    uri: (name) => `${origin}/${name}`,
    mediaOrigin: origin,
    head,
    ...(prerendered && { prerendered }),
    broken: "This panel could not be loaded.",
  })
    .replace("<title>", () => `${added}<title>`)
    .replace("<body>", () => `<body class="${themeKind}" data-vscode-theme-kind="${themeKind}">`);
}

function picture(name: string): string {
  const [, width = "800", height = "600", seed = "0"] = /(\d+)x(\d+)-(\d+)/.exec(name) ?? [];
  const hue = (Number(seed) * 47) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="hsl(${hue} 45% 55%)"/><circle cx="30%" cy="35%" r="18%" fill="hsl(${hue + 40} 70% 70%)"/>
<rect x="10%" y="70%" width="60%" height="8%" fill="#fff" opacity=".85"/></svg>`;
}

/** The webview's built files, by name. */
async function builtIn(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|ttf)$/.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}

const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", ttf: "font/ttf" };

function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.writeHead(200, { "content-type": type }).end(body);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the server on a free port of loopback. It serves the bundles in `dist`. */
export async function startPanelPageServer(dist = "dist"): Promise<PanelPageServer> {
  const files = await builtIn(dist);
  const text = (name: string) => Buffer.from(files.get(name) ?? []).toString();
  const head = { style: text("webview-first.css"), script: text("webview-first.js") };
  let origin = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    const name = basename(url.pathname);
    const file = files.get(name);
    if (file) send(response, types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream", file);
    else if (url.pathname.startsWith("/picture/")) send(response, "image/svg+xml", picture(name));
    else if (url.pathname === "/panel") {
      const theme = (url.searchParams.get("theme") ?? "dark") as ThemeName;
      const kind = (url.searchParams.get("panel") ?? "explorer") as PanelKind;
      send(response, "text/html", html(origin, theme, kind, head, served.prerendered));
    }
    // VS Code's server has this, too. The page that stays open shows it, and newer Chromiums refuse a 404 without a
    // text.
    else if (url.pathname === "/version") send(response, "text/plain", Buffer.from("test"));
    else response.writeHead(404).end();
  });
  origin = await listen(server);
  const served: PanelPageServer = {
    origin,
    prerendered: undefined,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
  return served;
}
