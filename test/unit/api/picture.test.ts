import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from "node:net";
import { loadPicture, type PictureOptions, type PictureProblem } from "../../../src/api/picture";
import { pictureSize } from "../../../src/api/pictureSize";

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

  const load = (path: string, signal = new AbortController().signal, more: Partial<PictureOptions> = {}) =>
    loadPicture(new URL(path, origin).href, { loopback: origin, signal, ...more });

  it("has the type of its first bytes, whatever the response says", async () => {
    const kinds = { png, jpeg: "ffd8ff00", gif: "474946383961", webp } as const;
    for (const [kind, bytes] of Object.entries(kinds)) {
      const sent = typeof bytes === "string" ? Buffer.from(bytes, "hex") : bytes;
      answer = (_, response) => response.setHeader("content-type", "text/html").end(sent);
      assert.deepEqual(await load("/x"), { mimeType: `image/${kind}`, bytes: sent });
    }
    answer = (_, response) => response.setHeader("content-type", "image/png").end("<svg/>");
    assert.equal(await load("/x"), "type" satisfies PictureProblem);
    const drawing = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    answer = (_, response) => response.end(drawing);
    assert.equal(await load("/x"), "type", "a drawing");
    const trusted = await load("/x", undefined, { svg: true, sized: true });
    assert.deepEqual(trusted, { mimeType: "image/svg+xml", bytes: drawing });
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

  it("is refused by its header if it has too many pixels, or none", async () => {
    const sizes = { "5000 × 5000": "loaded", "5001 × 5000": "tooManyPixels", "0 × 5000": "type" } as const;
    for (const [size, outcome] of Object.entries(sizes)) {
      const header = Buffer.alloc(24);
      png.copy(header);
      for (const [index, side] of size.split(" × ").entries()) header.writeUInt32BE(Number(side), 16 + 4 * index);
      answer = (_, response) => response.end(header);
      const loaded = await load("/x", undefined, { sized: true });
      assert.equal(typeof loaded === "string" ? loaded : "loaded", outcome, size);
    }
    answer = (_, response) => response.end(png);
    assert.equal(await load("/x", undefined, { sized: true }), "type", "no header");
  });

  it("is given up once its bytes may not be spent", async () => {
    answer = (_, response) => response.end(png);
    const spent: number[] = [];
    const spend = (may: boolean) => (bytes: number) => spent.push(bytes) > 0 && may;
    assert.equal(typeof (await load("/x", undefined, { spend: spend(true) })), "object");
    assert.equal(await load("/x", undefined, { spend: spend(false) }), "tooLarge");
    assert.deepEqual(spent, [png.length, png.length]);
  });

  it("is no longer loaded once nobody waits for it", async () => {
    const ended = AbortSignal.abort();
    await assert.rejects(load("/x", ended), { name: "AbortError" });
    await assert.rejects(load("https://8.8.8.8/x.png", ended), { name: "AbortError" });
    await assert.rejects(load("/x", AbortSignal.abort("enough")), { name: "AbortError" });
  });
});

describe("the size of a picture", () => {
  const of = (type: string, hex: string) => pictureSize({ mimeType: `image/${type}`, bytes: Buffer.from(hex, "hex") });
  const pad = "00".repeat(10);

  /** Headers of pictures with 300 by 200 pixels, as the formats' specifications describe them. */
  const headers = {
    png: ["89504e470d0a1a0a0000000d49484452" + "0000012c" + "000000c8"],
    gif: ["474946383961" + "2c01" + "c800"],
    jpeg: [
      // A segment, a table, and fill bytes before the frame; and a progressive frame alone.
      "ffd8" + "ffe000040000" + "ffc400030a" + "ffff" + "ffc0000b08" + "00c8" + "012c" + "01",
      "ffd8" + "ffc2000b08" + "00c8" + "012c" + "01",
    ],
    webp: [
      "52494646000000005745425056503858" + "0a00000000000000" + "2b0100" + "c70000",
      "5249464600000000574542505650384c" + "000000002f" + "2bc13100" + pad,
      "52494646000000005745425056503820" + "000000000000009d012a" + "2c01" + "c800",
    ],
  };

  it("is read from the header of each format", () => {
    for (const [type, pictures] of Object.entries(headers))
      for (const header of pictures) assert.deepEqual(of(type, header), { width: 300, height: 200 }, header);
  });

  it("is unknown for headers that are cut off, damaged, or of another format", () => {
    for (const [type, pictures] of Object.entries(headers))
      for (const header of pictures) assert.equal(of(type, header.slice(0, 18)), undefined, header);
    assert.equal(of("jpeg", `ffd8${pad}`), undefined);
    assert.equal(of("webp", `5249464600000000574542504e4f4e45${pad}${pad}`), undefined);
    assert.equal(of("svg+xml", headers.png[0]!), undefined);
  });
});
