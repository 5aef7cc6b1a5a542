import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { panelHtml, type PanelPageParts } from "../../../src/views/panel/html";
import { pageOptions } from "../../../src/views/panel/panelPage";

describe("the panel's page", () => {
  const extension = vscode.Uri.file("/extension");
  const page = (mediaOrigin?: string, more: Partial<PanelPageParts> = {}) =>
    panelHtml({
      kind: "explorer",
      language: "en",
      nonce: randomBytes(18).toString("base64"),
      cspSource: "https://*.vscode-cdn.net",
      uri: (name) => `https://file.vscode-cdn.net/${name}`,
      mediaOrigin,
      broken: "Broken",
      head: { style: "p { color: red }", script: "start()" },
      ...more,
    });
  const policyOf = (html: string) =>
    /Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!.replace(/nonce-[\w+/=]+/g, "nonce-N");

  it("may load its own script, styles, and font, images over https, and nothing else", () => {
    const rest = [
      "default-src 'none'",
      "script-src 'nonce-N'",
      "style-src https://*.vscode-cdn.net 'nonce-N'",
      "font-src https://*.vscode-cdn.net",
    ].join("; ");
    const end = "base-uri 'none'; form-action 'none'";
    assert.equal(policyOf(page()), `${rest}; img-src https: data:; media-src https:; ${end}`);
    const loopback = "http://127.0.0.1:4711";
    const media = `img-src https: ${loopback} data:; media-src https: ${loopback}`;
    assert.equal(policyOf(page(loopback)), `${rest}; ${media}; ${end}`);
  });

  it("has a new nonce each time, the same throughout the page", () => {
    const nonces = Array.from({ length: 50 }, () => [...page().matchAll(/nonce(?:-|="|" content=")([\w+/=]{24})/g)]);
    for (const all of nonces) assert.equal(new Set(all.map(([, nonce]) => nonce)).size, 1);
    assert.equal(new Set(nonces.map(([first]) => first![1])).size, 50);
  });

  it("keeps every value inside its attribute", () => {
    const hostile = `http://x.example/"><script>alert(1)</script>`;
    const prerendered = { html: "<p>form</p>", shows: hostile };
    const all = page(hostile, {
      prerendered,
      language: hostile,
      cspSource: hostile,
      uri: () => hostile,
      broken: hostile,
    });
    assert.equal(all.match(/<script/g)!.length, 1);
    const translated = page(undefined, { translation: { Search: `</script>${hostile}` } });
    assert.equal(translated.match(/<script/g)!.length, 2);
    assert.equal(translated.match(/<\/script/g)!.length, 2);
    assert.equal(all.includes(`x.example/"`), false);
  });

  it("shows its first paint without loading a file", () => {
    assert.doesNotMatch(page(), /<link|<img|<script[^>]* src=|@import|url\(/);
  });

  it("reads no files but the bundles, and can't start commands", () => {
    const options = pageOptions(extension, undefined);
    assert.deepEqual(options.localResourceRoots?.map(String), ["file:///extension/dist"]);
    assert.equal(options.enableCommandUris, undefined);
    assert.deepEqual(options.portMapping, []);
  });
});
