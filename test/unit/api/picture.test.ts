import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from "node:net";
import { loadPicture, type PictureProblem } from "../../../src/api/picture";

const png = Buffer.from("89504e470d0a1a0a0000", "hex");
const webp = Buffer.from("52494646000000005745425000", "hex");

describe("a picture named by the service", () => {
  let server: Server;
  let answer: RequestListener;
  let origin: string;
  beforeEach(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => void server.close());

  const load = (path: string, signal = new AbortController().signal) =>
    loadPicture(new URL(path, origin).href, { loopback: origin, signal });

  it("has the type of its first bytes, whatever the response says", async () => {
    const kinds = { png, jpeg: "ffd8ff00", gif: "474946383961", webp } as const;
    for (const [kind, bytes] of Object.entries(kinds)) {
      const sent = typeof bytes === "string" ? Buffer.from(bytes, "hex") : bytes;
      answer = (_, response) => response.setHeader("content-type", "text/html").end(sent);
      assert.deepEqual(await load("/x"), { mimeType: `image/${kind}`, bytes: sent });
    }
    answer = (_, response) => response.setHeader("content-type", "image/png").end("<svg/>");
    assert.equal(await load("/x"), "type" satisfies PictureProblem);
  });

  it("is requested without key, cookies, or referrer", async () => {
    let asked: readonly string[] = [];
    answer = ({ headers }, response) => {
      asked = Object.keys(headers);
      response.end(png);
    };
    await load("/x");
    assert.deepEqual([...asked].sort(), ["accept", "connection", "host"]);
  });

  it("is requested from the checked address, whether Node.js asks for one or all", async () => {
    const usual = getDefaultAutoSelectFamily();
    answer = (_, response) => response.setHeader("connection", "close").end(png);
    try {
      for (const all of [true, false]) {
        setDefaultAutoSelectFamily(all);
        assert.equal(typeof (await load("/x")), "object");
      }
    } finally {
      setDefaultAutoSelectFamily(usual);
    }
  });

  it("follows two redirects under the same rules", async () => {
    let hops = 2;
    answer = (_, response) => (hops-- > 0 ? response.writeHead(302, { location: "/next" }).end() : response.end(png));
    assert.equal(typeof (await load("/x")), "object");
    hops = 3;
    assert.equal(await load("/x"), "redirects");
    for (const location of ["http://169.254.169.254/latest", "http://router.lan/", "file:///etc/passwd", "http://["]) {
      answer = (_, response) => response.writeHead(302, { location }).end();
      assert.equal(await load("/x"), "address", location);
    }
  });

  it("is left out if too large, missing, or cut off", async () => {
    for (const [bytes, outcome] of [
      [5_000_000, "loaded"],
      [5_000_001, "tooLarge"],
    ] as const) {
      answer = (_, response) => response.end(Buffer.concat([png, Buffer.alloc(bytes - png.length)]));
      const loaded = await load("/x");
      // To show how millions of bytes differ from a word takes all memory.
      assert.equal(typeof loaded === "string" ? loaded : "loaded", outcome);
    }
    answer = (_, response) => response.writeHead(404).end();
    assert.equal(await load("/x"), "failed");
    answer = (_, response) => {
      response.writeHead(200, { "content-length": "100" }).write(png, () => response.destroy());
    };
    assert.equal(await load("/x"), "failed");
    assert.equal(await load("https://nowhere.example/x.png"), "failed");
  });

  it("is no longer loaded once nobody waits for it", async () => {
    const ended = AbortSignal.abort();
    await assert.rejects(load("/x", ended), { name: "AbortError" });
    await assert.rejects(load("https://8.8.8.8/x.png", ended), { name: "AbortError" });
    await assert.rejects(load("/x", AbortSignal.abort("enough")), { name: "AbortError" });
  });
});
