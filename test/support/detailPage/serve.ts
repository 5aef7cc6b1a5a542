import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src https: 'self'; media-src https: 'self'";

/** Those of the panel's style sheets that the details and charts use. */
const styles = ["base", "cards", "results", "detail", "creatives", "compare", "charts", "bars"];

/** Serves the page under the webview's content security policy. `close` stops the server. */
export async function serveDetailPage(): Promise<{ url: string; close: () => Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: { page: "test/support/detailPage/page.tsx" },
    bundle: true,
    write: false,
    outdir: "page",
    format: "iife",
    target: "chrome128",
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  const files: Record<string, [string, string | Uint8Array]> = {
    "/": ["text/html", page],
    // VS Code's server has this, too: the page that stays open shows it.
    "/version": ["text/plain", "test"],
    "/page.js": ["text/javascript", outputFiles[0]!.contents],
    "/page.css": [
      "text/css",
      (await Promise.all(styles.map((name) => readFile(`webview/styles/${name}.css`, "utf8")))).join("\n"),
    ],
    "/theme.css": ["text/css", theme],
    "/codicon.css": ["text/css", await readFile("node_modules/@vscode/codicons/dist/codicon.css")],
    "/codicon.ttf": ["font/ttf", await readFile("node_modules/@vscode/codicons/dist/codicon.ttf")],
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    const file = files[pathname] ?? picture(pathname);
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": file[0], "content-security-policy": policy }).end(file[1]);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function picture(pathname: string): [string, string] | undefined {
  const [, width, height, color] = /^\/picture\/(\d+)\/(\d+)\/(\w+)$/.exec(pathname) ?? [];
  if (color === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${color}"/></svg>`;
  return ["image/svg+xml", svg];
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Details</title>
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/codicon.css"><link rel="stylesheet" href="/page.css">
</head><body class="vscode-dark"><script src="/page.js"></script></body></html>`;

// A dark theme as VS Code hands it to webviews, as far as the details and charts use it.
const theme = `html {
  --vscode-font-family: sans-serif; --vscode-font-size: 13px; --vscode-foreground: #ccc;
  --vscode-descriptionForeground: #9d9d9d; --vscode-editor-background: #1f1f1f; --vscode-sideBar-background: #181818;
  --vscode-focusBorder: #0078d4; --vscode-badge-background: #616161; --vscode-badge-foreground: #f8f8f8;
  --vscode-textLink-foreground: #4daafc; --vscode-button-secondaryBackground: #313131;
  --vscode-button-secondaryForeground: #ccc; --vscode-panel-border: #2b2b2b; --vscode-textCodeBlock-background: #2b2b2b;
  --vscode-charts-blue: #3794ff; --vscode-charts-orange: #d18616; --vscode-charts-green: #89d185;
  --vscode-charts-purple: #b180d7; --vscode-charts-red: #f14c4c; --vscode-charts-yellow: #cca700;
}
body { margin: 0; background: #1f1f1f; box-sizing: border-box; } *, ::before, ::after { box-sizing: inherit; }`;
