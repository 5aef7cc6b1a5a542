import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import dns = require("node:dns/promises");
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTcpServer, type Socket } from "node:net";
import diagnostics = require("node:diagnostics_channel");
import { once } from "node:events";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { times } from "../../../support/long";
import { type Reply } from "../../../support/misbehaving";
import { useService } from "../../../support/fixtures";
import { body, drip, redirect } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { openStack, useStack } from "../stack";
import { pngOf, storeAds } from "./pictures";

describe("kept pictures", () => {
  const folder = temporaryFolder();
  const server = useService(({ seen, response }) => response.end(pngOf(seen.target)));
  const stack = useStack(() => openStack(folder(), server.url, "secret-key-of-a-person"));
  let answers = 0;

  const media = () => folder("archive/media");
  const files = () =>
    readdirSync(media(), { recursive: true, encoding: "utf8" }).filter((name) => /^[0-9a-f]{2}[/\\][^.]/.test(name));
  const indexed = () => JSON.parse(readFileSync(join(media(), "index.json"), "utf8")) as Record<string, string>;
  const at = (path: string) => new URL(path, server.url).href;

  const boardOf = (urls: readonly string[], of = stack, library = server.url) =>
    storeAds(of, library, [urls], new Date(Date.UTC(2026, 9, 1) + ++answers).toISOString());
  const keep = async (urls: readonly string[], signal = new AbortController().signal) =>
    stack.boards.keepPictures(await boardOf(urls), { signal });
  const named = (path: string) => ({ library: server.url, url: at(path) });

  it("are files named after their bytes, only the index says which address had which, and are removed with the archive", async () => {
    const result = await keep([at("/a.png"), at("/b.png"), at("/a.png")]);
    const bytes = pngOf("/a.png").length + pngOf("/b.png").length;
    assert.deepEqual(result, { kept: 2, there: 0, bytes, notKept: {}, left: 0, full: false });
    for (const [url, name] of Object.entries(indexed())) {
      const found = readFileSync(join(media(), name.slice(0, 2), name));
      assert.deepEqual(found, pngOf(new URL(url).pathname));
      assert.equal(name, `${createHash("sha256").update(found).digest("hex")}.png`);
    }
    assert.deepEqual(Object.keys(indexed()).sort(), [at("/a.png"), at("/b.png")]);
    assert.equal(files().length, 2);
    assert.deepEqual((await stack.pictures.at(named("/a.png")))?.bytes, pngOf("/a.png"));
    assert.equal(await stack.pictures.at(named("/c.png")), undefined);
    await stack.archive.clear();
    assert.ok(!existsSync(media()));
  });

  it("are not asked for again, unless they were changed or deleted", async () => {
    await keep([at("/a.png"), at("/b.png")]);
    assert.deepEqual([(await keep([at("/a.png"), at("/b.png")])).there, server.requests.length], [2, 2]);
    const [first = "", second = ""] = files().map((name) => join(media(), name));
    writeFileSync(first, Buffer.concat([readFileSync(first), Buffer.from([0])]));
    rmSync(second);
    assert.equal(await stack.pictures.at(named("/a.png")), undefined);
    assert.equal(await stack.pictures.at(named("/b.png")), undefined);
    assert.deepEqual([(await keep([at("/a.png"), at("/b.png")])).kept, server.requests.length], [2, 4]);
    assert.ok(await stack.pictures.at(named("/a.png")));
    writeFileSync(join(media(), "index.json"), '{"https://x.example/":"../../../etc/passwd"}');
    assert.equal(await stack.pictures.at({ library: server.url, url: "https://x.example/" }), undefined);
    assert.equal((await keep([at("/a.png")])).kept, 1);
  });

  it("are asked for without key, cookies, or referrer, and only from addresses in stored answers", async () => {
    server.answer(({ response }) => response.setHeader("set-cookie", "id=1").end(pngOf("x")));
    await keep([at("/a.png")]);
    await keep([at("/b.png")]);
    assert.deepEqual(valuesOf(server.requests, "target"), ["/a.png", "/b.png"]); // prettier-ignore
    for (const { headers } of server.requests)
      assert.deepEqual(Object.keys(headers).sort(), ["accept", "connection", "host"]);
    const { entries, ...board } = await boardOf([at("/c.png")]);
    const forged = entries.map((entry) => ({ ...entry, sha256: "0".repeat(64) }));
    const signal = new AbortController().signal;
    assert.equal((await stack.boards.keepPictures({ ...board, entries: forged }, { signal })).kept, 0);
    assert.equal(server.requests.length, 2);
  });

  it("are never loaded from other addresses, whatever the answer or a redirect says", async () => {
    const { port } = new URL(server.url);
    const refused = [
      ...[
        "http://pictures.example/a.png",
        "ftp://pictures.example/a.png",
        "file:///etc/passwd",
        "data:image/png;base64,AA",
      ],
      ...["https://127.0.0.1/a.png", `http://localhost:${port}/a.png`, "https://[::1]/a.png", "https://10.0.0.1/a.png"],
      ...["https://169.254.169.254/latest", "https://router.lan/a.png", "https://user:word@pictures.example/a.png"],
      ...["https://[::ffff:10.0.0.1]/a.png", "https://0x7f.1/a.png", at(`/${"x".repeat(3000)}`)],
    ];
    assert.deepEqual((await keep(refused)).notKept, { address: refused.length });
    assert.equal(server.requests.length, 0);
    server.answer(...(["https://10.0.0.1/x", `http://localhost:${port}/`, "file:///etc/passwd"].map((to) => redirect(302, to)) as [Reply])); // prettier-ignore
    assert.deepEqual((await keep([at("/1"), at("/2"), at("/3")])).notKept, { address: 3 });
    server.answer(redirect(302, "/again"));
    assert.deepEqual((await keep([at("/4")])).notKept, { redirects: 1 });
    assert.equal(server.requests.length, 6);
    // The connected library is on this machine, but the answer is another one's.
    const other = openStack(folder(), "https://ads.example", undefined);
    const board = await boardOf([at("/a.png")], other, "https://ads.example");
    await other.close();
    const kept = await stack.boards.keepPictures(board, { signal: new AbortController().signal });
    assert.deepEqual([kept.notKept, server.requests.length], [{ address: 1 }, 6]);
  });

  it("are dialed at the address that was checked, however the answers of the name change", async () => {
    const tcp = createTcpServer((socket: Socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(tcp, "listening");
    const real = dns.lookup;
    const resolved: string[] = [];
    const dialed: string[] = [];
    const stop = new AbortController();
    const seen = (message: unknown) => {
      const { socket } = message as { readonly socket: Socket };
      socket.on("lookup", (_, to) => {
        dialed.push(to);
        stop.abort();
      });
    };
    diagnostics.subscribe("net.client.socket", seen);
    // The first answer may be dialed; all others lead to this machine.
    const resolve = (host: string) => {
      resolved.push(host);
      const to = host === "public.example.com" && resolved.length === 1 ? "192.0.2.1" : "127.0.0.1";
      return Promise.resolve([{ address: to === "192.0.2.1" ? "93.184.215.14" : to, family: 4 }]);
    };
    Object.assign(dns, { lookup: resolve });
    try {
      const { port } = tcp.address() as { readonly port: number };
      const board = await boardOf([`https://public.example.com:${port}/a.png`]);
      await stack.boards.keepPictures(board, { signal: stop.signal });
      assert.deepEqual([dialed, resolved], [["93.184.215.14"], ["public.example.com"]]);
      const inside = await keep([`https://inside.example.com:${port}/a.png`]);
      assert.deepEqual([inside.notKept, dialed.length], [{ privateNetwork: 1 }, 1]);
      // One private address among others is enough, wherever it stands.
      const open = { address: "93.184.215.14", family: 4 };
      for (const closed of [
        { address: "10.0.0.1", family: 4 },
        { address: "fd00::1", family: 6 },
      ])
        for (const addresses of [
          [open, closed],
          [closed, open],
        ]) {
          Object.assign(dns, { lookup: () => Promise.resolve(addresses) });
          const mixed = await keep([`https://mixed.example.com:${port}/a.png`]);
          assert.deepEqual([mixed.notKept, dialed.length], [{ privateNetwork: 1 }, 1]);
        }
      // Also a name that a redirect leads to.
      resolved.length = 1;
      server.answer(redirect(302, `https://public.example.com:${port}/b.png`));
      Object.assign(dns, { lookup: (host: string) => host === "127.0.0.1" ? Promise.resolve([{ address: host, family: 4 }]) : resolve(host) }); // prettier-ignore
      assert.deepEqual((await keep([at("/moved.png")])).notKept, { privateNetwork: 1 });
      assert.deepEqual(dialed.slice(1).filter((to) => to !== "127.0.0.1"), []); // prettier-ignore
    } finally {
      Object.assign(dns, { lookup: real });
      diagnostics.unsubscribe("net.client.socket", seen);
      tcp.close();
    }
  });

  it("are what their bytes are, not what the response says, and no bombs", async () => {
    const replies: Readonly<Record<string, Buffer | string>> = {
      "/html": "<!doctype html><script>alert(1)</script>",
      "/svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      "/short": pngOf("x").subarray(0, 20),
      "/gzip": gzipSync(pngOf("x")),
      "/empty": "",
      "/png": pngOf("/png"),
    };
    server.answer(({ seen, response }) => {
      response.setHeader("content-type", seen.target === "/png" ? "text/html" : "image/png");
      response.end(replies[seen.target]);
    });
    const { kept, notKept } = await keep(Object.keys(replies).map(at));
    assert.deepEqual([kept, notKept], [1, { type: 5 }]);
    const bomb = (width: number, height: number) => body(pngOf("x", width, height));
    server.answer(bomb(5000, 5001), bomb(60_000, 60_000), bomb(5000, 5000));
    const bombs = await keep([at("/1")]);
    assert.deepEqual([bombs.notKept, (await keep([at("/2")])).notKept], [{ tooManyPixels: 1 }, { tooManyPixels: 1 }]);
    assert.equal((await keep([at("/3")])).kept, 1);
    assert.ok(files().every((name) => name.endsWith(".png")));
  });

  it("are given up after 5 MB each, and at once if they are something else", async () => {
    let sent = 0;
    const endless =
      (first: Buffer): Reply =>
      ({ response }) => {
        response.write(first);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
        };
        response.on("drain", more);
        more();
      };
    server.answer(endless(pngOf("x")));
    assert.deepEqual((await keep([at("/1")])).notKept, { tooLarge: 1 });
    // What is on its way in buffers comes on top.
    assert.ok(sent < 20_000_000, String(sent));
    server.answer(endless(Buffer.from("<!doctype html>")));
    assert.deepEqual((await keep([at("/2")])).notKept, { type: 1 });
    assert.equal(files().length, 0);
  });

  it("have no more bytes in all than the limit, over all boards and what was thrown away", async () => {
    const large = (seed: string) => Buffer.concat([pngOf(seed), Buffer.alloc(400_000)]);
    server.answer(({ seen, response }) => response.end(large(seen.target)));
    stack.set({ keepMediaMaxSizeMb: 1 });
    const first = await keep([1, 2, 3, 4, 5, 6, 7, 8, 9].map((name) => at(`/${name}`)));
    assert.ok(first.full && first.kept <= 2 && first.kept + first.left === 9);
    const { kept, full } = await keep([at("/other")]);
    assert.ok(kept + first.kept <= 2);
    assert.equal(full, kept === 0);
    const onDisk = files().map((name) => readFileSync(join(media(), name)).length);
    assert.ok(onDisk.reduce((sum, size) => sum + size, 0) <= 1_000_000);
    // A server cannot make us load without end what we then throw away.
    rmSync(media(), { recursive: true });
    server.answer(body(Buffer.concat([pngOf("x", 60_000, 60_000), Buffer.alloc(300_000)])));
    const before = server.requests.length;
    const wasted = await keep(Array.from({ length: 100 }, (_, at) => `${server.url}/bomb${at}`));
    assert.ok(wasted.full && server.requests.length - before < 12);
    stack.set({ keepMediaMaxSizeMb: 0 });
    assert.equal((await keep([at("/none")])).full, true);
  });

  it("are no more than an index can hold", async () => {
    await keep([at("/a.png")]);
    const [[url = "", name = ""] = []] = Object.entries(indexed());
    const full = Object.fromEntries(Array.from({ length: 19_999 }, (_, at) => [`${url}?${at}`, name]));
    writeFileSync(join(media(), "index.json"), JSON.stringify(full));
    const [last, none] = [await keep([at("/b.png")]), await keep([at("/c.png")])];
    assert.deepEqual([last.kept, last.full, none.kept, none.full], [1, false, 0, true]);
    assert.equal(server.requests.length, 2);
  });

  it("can be canceled, and go on from there, however many addresses there are", async function () {
    this.timeout(120_000);
    const count = times(700, 10_000);
    const urls = Array.from({ length: count }, (_, name) => at(`/${name}`));
    server.answer(({ response }) => response.end(pngOf("same")));
    const board = await boardOf(urls);
    const stop = new AbortController();
    const told: number[] = [];
    const tell = (done: number, of: number) => {
      assert.equal(of, count);
      if (told.push(done) === 500) stop.abort();
    };
    const first = await stack.boards.keepPictures(board, { signal: stop.signal, tell });
    assert.deepEqual(
      told,
      Array.from(told, (_, index) => index + 1),
    );
    assert.ok(first.kept >= 500 && first.kept < 520 && first.left === count - first.kept && !first.full);
    assert.equal(Object.keys(indexed()).length, first.kept);
    const before = server.requests.length;
    const second = await stack.boards.keepPictures(board, { signal: new AbortController().signal });
    assert.deepEqual([second.there, second.kept, second.left], [first.kept, first.left, 0]);
    assert.equal(server.requests.length - before, first.left);
    assert.equal(files().length, 1);
  });

  it("are kept by one window at a time, stop when canceled even if the server never finishes, and report an unwritable folder", async () => {
    const stop = new AbortController();
    server.answer(drip);
    const board = await boardOf([at("/1")]);
    const first = stack.boards.keepPictures(board, { signal: stop.signal });
    await server.arrived(1);
    const second = openStack(folder(), server.url, undefined);
    await assert.rejects(second.boards.keepPictures(board, { signal: stop.signal }), { code: "storage", reason: "busy" }); // prettier-ignore
    await second.close();
    stop.abort();
    const { kept, left, notKept } = await first;
    assert.deepEqual([kept, left, notKept], [0, 1, {}]);
    rmSync(media(), { recursive: true });
    writeFileSync(media(), "");
    await assert.rejects(keep([at("/1")]), { code: "storage" });
  });
});
