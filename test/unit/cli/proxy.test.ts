import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { useProxies } from "../../../src/cli/proxy";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { McpClient } from "../../support/mcpClient";
import { okText } from "../../support/misbehavingReplies";
import { Authority } from "../../support/misbehavingTls";
import { startProxy, type Proxy } from "../../support/proxy";
import { wireForm } from "../api/answers";

const portOf = (url: string) => Number(new URL(url).port);

const ofTheEditorOrSecret = /pass(!|%21)word|\bann\b|http\.proxy|[sS]ettings?\b|VS Code/;

describe("the command line behind a proxy", () => {
  const library = useLibrary();
  let proxy: Proxy;
  const { folder, line, at, env } = useCommandLine(library);
  beforeEach(async () => {
    proxy = await startProxy();
    proxy.answer({ port: portOf(library.url) });
    writeFileSync(at("all.adsearch.json"), JSON.stringify({ platform: "native", body: {} }));
  });
  afterEach(() => proxy.close());

  /** The proxy with a user name and a password. */
  const secret = (url = proxy.url) => url.replace("//", "//ann:pass%21word@");
  const run = (more: Readonly<Record<string, string>>, ...args: string[]) =>
    line().run(folder(), { ...env(), ...more }, ...args);
  const buying = ["run", "all.adsearch.json", "--max-credits", "100"];
  /** Fails, names the proxy without its password, and no setting of the editor. */
  async function fails(code: number, more: Readonly<Record<string, string>>, words: RegExp, ...args: string[]) {
    const ended = await run(more, ...args);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stderr, words);
    assert.doesNotMatch(ended.stdout + ended.stderr, ofTheEditorOrSecret);
  }

  it("sends everything through it, once, with its password and without the key", async () => {
    // Also without a scheme, and in lowercase.
    for (const [name, url] of [
      ["HTTP_PROXY", secret().replace("http://", "")],
      ["http_proxy", secret()],
      // As for curl, what follows the address means nothing.
      ["ALL_PROXY", `${secret()}/proxy.pac`],
    ] as const) {
      const before = proxy.log.length;
      const { code, stderr } = await run({ [name]: url, AD_LIBRARY_URL: library.url }, ...buying);
      assert.equal(code, 0, stderr);
      assert.ok(proxy.log.length > before, name);
    }
    assert.equal(library.paid().length, 1);
    const log = proxy.log.join("\n");
    assert.match(log, new RegExp(`^CONNECT ${new URL(library.url).host} `));
    assert.ok(log.includes(`Basic ${Buffer.from("ann:pass!word").toString("base64")}`));
    assert.ok(!log.includes(library.key));
  });

  it("trusts the authorities of NODE_EXTRA_CA_CERTS within its tunnels", async () => {
    const authority = new Authority();
    const service = await authority.serve("good", okText(wireForm));
    writeFileSync(at("ca.pem"), authority.cert);
    proxy.answer({ port: portOf(service.url) });
    const more = { HTTPS_PROXY: secret(), AD_LIBRARY_URL: service.url };
    try {
      await fails(
        4,
        more,
        new RegExp(`doesn't trust its certificate .*NODE_EXTRA_CA_CERTS.* through the proxy ${proxy.url}\\.`),
        ...["filters", "native"],
      );
      assert.equal(service.asked(), 0);
      const { code, stderr } = await run({ ...more, NODE_EXTRA_CA_CERTS: at("ca.pem") }, "filters", "native");
      assert.equal(code, 0, stderr);
      assert.deepEqual([service.asked(), proxy.log.length > 0], [1, true]);
    } finally {
      await service.close();
    }
  });

  it("asks directly for what NO_PROXY lists, and for the sample library", async () => {
    const direct = await run({ HTTP_PROXY: "http://127.0.0.1:1", NO_PROXY: "example.com,127.0.0.1" }, ...buying);
    assert.equal(direct.code, 0, direct.stderr);
    for (const more of [{}, { NO_PROXY: "example.com" }, { no_proxy: "*" }]) {
      for (const all of [{ HTTP_PROXY: proxy.url }, { ALL_PROXY: "socks5://127.0.0.1:1" }]) {
        const sample = await run({ ...all, ...more }, "doctor", "--library", "sample:");
        assert.equal(sample.code, 0, sample.stderr);
      }
    }
    assert.deepEqual(proxy.log, []);
  });

  it("carries an assistant's requests, and tells it of the proxy without its password", async () => {
    for (const status of [200, 407]) {
      if (status !== 200) proxy.answer({ status });
      const client = await McpClient.open(line().server(folder(), { ...env(), HTTP_PROXY: secret() }), "modern");
      try {
        const { failed, text } = await client.call("list_filters", { platform: status === 200 ? "native" : "tiktok" });
        assert.equal(failed, status !== 200, text);
        if (!failed) continue;
        assert.match(text, new RegExp(`the proxy ${proxy.url} did not connect .*HTTPS_PROXY`));
        assert.doesNotMatch(text, ofTheEditorOrSecret);
      } finally {
        await client.close();
      }
    }
    assert.match(proxy.log.join("\n"), /^CONNECT 127\.0\.0\.1:/);
  });

  it("says which proxy refused, is down, or is none, and that nothing was charged", async () => {
    const silent = createServer((socket) => socket.end("SSH-2.0-none\r\n")).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    proxy.answer({ status: 407 });
    try {
      const failures = [
        [proxy.url, "the proxy answered 407"],
        ["http://127.0.0.1:1", "ECONNREFUSED"],
        ["socks5://127.0.0.1:1", "SOCKS is not supported, only HTTP proxies"],
        ["socks5h://127.0.0.1:1", "SOCKS is not supported, only HTTP proxies"],
        ["http://proxy.invalid:8080", "ENOTFOUND|EAI_AGAIN"],
        [`http://127.0.0.1:${port}`, "Response does not match .*"],
      ] as const;
      const told = failures.map(([url, reason], index) => {
        const words = `The request was not sent to 127\\.0\\.0\\.1:\\d+, because the proxy ${url} did not connect to it \\((${reason})\\)\\. Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, and NO_PROXY, then try again\\. The request was not charged\\.`;
        const name = url.startsWith("socks5:") ? "ALL_PROXY" : "HTTP_PROXY";
        const own = { [name]: secret(url), AD_LIBRARY_DATA: at(`data${index}`) };
        return fails(4, own, new RegExp(words), ...buying);
      });
      await Promise.all(told);
      assert.equal(library.requests.length, 0);
    } finally {
      silent.close();
    }
  });

  it("names the proxy when no answer comes through it", async () => {
    library.behave(() => undefined);
    const words = new RegExp(`did not respond in time\\. .*--timeout\\. Requests go through the proxy ${proxy.url}\\.`);
    await fails(4, { HTTP_PROXY: secret() }, words, "filters", "native", "--timeout", "1");
  });

  it("ends although a proxy never answers", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    try {
      await fails(
        4,
        { HTTP_PROXY: `http://127.0.0.1:${port}` },
        /did not respond/,
        "filters",
        "native",
        "--timeout",
        "1",
      );
      assert.ok(sockets.length > 0);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it("refuses a variable that names no proxy before it sends anything", async () => {
    const value = "ftp://ann:pass!word@127.0.0.1:1";
    await fails(2, { ALL_PROXY: value }, /^ALL_PROXY must be the URL of a proxy/, ...buying);
    for (const other of ["http://ann:pass%word@127.0.0.1:1", "http://"]) {
      const problem = String(useProxies({ HTTPS_PROXY: other }));
      assert.match(problem, /^HTTPS_PROXY must be the URL of a proxy/);
      assert.doesNotMatch(problem, ofTheEditorOrSecret);
    }
    assert.deepEqual([proxy.log.length, library.requests.length], [0, 0]);
  });
});
