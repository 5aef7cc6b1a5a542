import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import { versions } from "../../src/api/versions";
import { panelHandlers } from "../../src/views/panel/handlers";
import { PanelSession } from "../../src/views/panel/session";
import { skipBecause } from "../support/skipping";
import { recordingCalls } from "../support/vscodeCalls";
import { wireCard } from "../unit/api/answers";
import { usePanelBench } from "./security/panelBench";

/** Loopback too, and to VS Code a website like any other. */
const site = "127.0.0.2";
/** The trusted domains of VS Code's own: with them it opens a link without a question. */
const trusted = vscode.Uri.parse("trustedDomains:/Trusted Domains");
const ad = { platform: "native", id: "1" } as const;

/** Parts of addresses that `vscode.Uri` writes in another way. */
const ends = [
  "/track%3Fid%3D5",
  "/a%2Fb?to=https%3A%2F%2Fshop.example%2F%3Fa%3D1%26b%3D2",
  "/?q=a+b%2Bc&d=%20e",
  "/?empty=&plain&equals=a=b&twice=%2525",
  "/caf%C3%A9/%E2%82%AC?u=%C3%BC",
  "/(a)'b'*c!~/;p=1,2@x:y$z",
  "/?bad=%ZZ&latin=%FC",
  "/?json={%22a%22:[1|2]}",
  "/#/route%2Fa?x=1+1&y=%3F",
] as const;

describe("a link in an ad", () => {
  let server: Server;
  let origin: string;
  const { bench } = usePanelBench({ url: "http://127.0.0.1:9", key: "key" });
  const seen: string[] = [];

  before(async function () {
    // There, a browser of the person would open.
    if (vscode.env.uiKind === vscode.UIKind.Desktop) skipBecause(this, "it would open a browser of the person");
    server = createServer((request, response) => {
      if (request.method === "POST") request.setEncoding("utf8").on("data", (text: string) => seen.push(text));
      if (request.method === "POST") request.once("end", () => server.emit("told", response.end()));
      else
        response.setHeader("content-type", "text/html").end(`<script>
        fetch("/told", { method: "POST", body: location.href }).then(() => close());</script>`);
    });
    await once(server.listen(0, site), "listening");
    origin = `http://${site}:${(server.address() as AddressInfo).port}`;
    await vscode.workspace.fs.writeFile(trusted, Buffer.from(JSON.stringify([origin])));
  });

  after(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Opens an address as the link of a card, the way the panel asks for it. */
  async function open(address: string): Promise<boolean> {
    const { services } = bench();
    const session = new PanelSession("native");
    const card = versions.v2.readCard(
      { ...wireCard(1), platform: "native", display_url: address },
      { platform: "native", page: 1, index: 0 },
    );
    session.rememberCards([{ card, fetchedAt: "2026-11-20T10:00:00Z" }]);
    const handlers = panelHandlers(services, session, () => undefined);
    return handlers.openLink({ ad, link: { of: "display" } }, new AbortController().signal);
  }

  for (const end of ends)
    it(`opens at the very address that the service sent: ${end}`, async () => {
      const told = once(server, "told");
      assert.equal(await open(`${origin}${end}`), true);
      await told;
      assert.equal(seen.pop(), new URL(`${origin}${end}`).href);
    });

  for (const host of ["127.0.0.1", "localhost", "[::1]"])
    it(`is copied in a remote window, where VS Code would open another address: ${host}`, async () => {
      const address = `http://${host}:4711/a%2Fb?x=1+1`;
      await vscode.env.clipboard.writeText("");
      const messages = await recordingCalls(async (calls) => {
        assert.equal(await open(address), true);
        // A view that is drawn anew meanwhile runs commands of its own.
        return calls.filter(([name]) => name === "showInformationMessage");
      });
      assert.deepEqual([messages.length, String(messages[0]?.[1]).includes("copied to the clipboard")], [1, true]);
      assert.equal(await vscode.env.clipboard.readText(), address);
    });
});
