import { writeExact } from "../../protocol/exactJson";
import type { Prerendered, Translation } from "../../protocol/prerender";

/** Which of the panels the page draws. */
export type PanelKind = "explorer" | "archive" | "comparison" | "board";

/** What a page contains apart from the files that it loads later. */
export interface PageHead {
  /** The style sheet of the first paint. */
  readonly style: string;
  /** Loads the files, and records what a person does meanwhile. */
  readonly script: string;
}

export interface PanelPageParts {
  readonly kind: PanelKind;
  readonly language: string;
  /** Absent in English. */
  readonly translation?: Translation;
  readonly nonce: string;
  readonly cspSource: string;
  /** Where the page finds a file of `dist`. */
  readonly uri: (name: string) => string;
  /** Loopback origin of the sample library's pictures, while that is in use. */
  readonly mediaOrigin: string | undefined;
  /** Absent if it could not be read. */
  readonly head?: PageHead;
  /** What is shown until the files have loaded; `at` identifies the memory it shows. */
  readonly prerendered?: Prerendered & { readonly at?: number };
  /** What is shown if they cannot be loaded. */
  readonly broken: string;
}

/** JSON that can't end the element that it is in. */
const jsonText = (value: unknown) => writeExact(value).replaceAll("<", "\\u003c");
const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Denies everything except our scripts by nonce and what they load, our styles and font, and pictures. */
function policyOf({ nonce, cspSource, mediaOrigin }: PanelPageParts): string {
  const media = ["https:", ...(mediaOrigin ? [mediaOrigin] : [])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${media} data:`,
    `media-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/**
 * The panel's page. VS Code shows it at its `load`, or after 200 ms: so nothing that waits for files is in it. Only the
 * pre-rendered form has texts of the service, escaped as they are drawn.
 */
export function panelHtml(parts: PanelPageParts): string {
  const { kind, language, translation, nonce, uri, head, prerendered, broken } = parts;
  const data = (values: Readonly<Record<string, string | undefined>>) =>
    Object.entries(values).map(([name, value]) => (value === undefined ? "" : ` data-${name}="${attribute(value)}"`));
  const loaded = { shared: uri("webview-chunk.js"), script: uri("webview.js"), style: uri("webview.css") };
  const files = { ...loaded, deferred: uri("webview-deferredParts.css") };
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${attribute(policyOf(parts))}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta property="csp-nonce" content="${nonce}" />
    <title>Ad Library</title>
    <style nonce="${nonce}">${head?.style ?? ""}</style>
  </head>
  <body>
    <div id="app"${data({ panel: kind, ...files, broken }).join("")}></div>
    <div id="prerendered"${data({ shows: prerendered?.shows, at: prerendered?.at?.toString() }).join("")}>${head ? (prerendered?.html ?? "") : attribute(broken)}</div>
    ${translation ? `<script id="translation" type="application/json">${jsonText(translation)}</script>` : ""}
    <script nonce="${nonce}">${head?.script ?? ""}</script>
  </body>
</html>`;
}
