import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { decode, encode } from "jpeg-js";
import { mostPictureBytes, PictureScaler } from "../../../../src/features/assistants/pictureScaler";
import { mostSide, pngPixels } from "../../../../src/features/assistants/pngPixels";
import { times } from "../../../support/long";

const { signal } = new AbortController();
const { small: smallPicture } = new PictureScaler();
/** Long enough for any machine. */
const patienceMs = 100_000;

/** Red on the left, blue on the right. */
function colors(width: number, height: number, noise = 0): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < data.length; at += 4) {
    const isLeft = (at / 4) % width < width / 2;
    data[at] = isLeft ? 255 : 0;
    data[at + 1] = (at * noise) % 23;
    data[at + 2] = isLeft ? 0 : 255;
  }
  return data;
}

function chunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(name, 4, "latin1");
  // Nobody here looks at the checksum.
  return Buffer.concat([head, content, Buffer.alloc(4)]);
}

interface Png {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly type?: number;
  readonly interlaced?: number;
  readonly more?: readonly Buffer[];
}

/** `rows`: each with its filter's number in front. */
function png({ width, height, depth = 8, type = 6, interlaced = 0, more = [] }: Png, rows: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, type, 0, 0, interlaced], 8);
  const chunks = [chunk("IHDR", header), ...more, chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
}

/** Rows as the filters of PNG's specification write them, one filter after the other. */
function filtered(data: Uint8Array, rowBytes: number, step: number): Buffer {
  const height = data.length / rowBytes;
  const rows: number[] = [];
  for (let y = 0; y < height; y += 1) {
    rows.push(y % 5);
    for (let x = 0; x < rowBytes; x += 1) {
      const value = (dx: number, dy: number) => (x < dx || y < dy ? 0 : data[(y - dy) * rowBytes + x - dx]!);
      const [a, b, c] = [value(step, 0), value(0, 1), value(step, 1)];
      const p = a + b - c;
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      rows.push((value(0, 0) - [0, a, b, Math.floor((a + b) / 2), paeth][y % 5]!) & 255);
    }
  }
  return Buffer.from(rows);
}

const jpeg = (width: number, height: number, noise = 0, quality = 80) => ({
  mimeType: "image/jpeg",
  bytes: encode({ width, height, data: colors(width, height, noise) }, quality).data,
});

/** The colors a quarter from the left and from the right of a JPEG, half way down. */
function sides(bytes: Buffer) {
  const { width, height, data } = decode(bytes, { useTArray: true });
  const at = (x: number) => (Math.floor(height / 2) * width + Math.floor(width * x)) * 4;
  const near = (x: number) => [...data.subarray(at(x), at(x) + 3)].map((value) => Math.round(value / 64) * 64);
  return { width, height, left: near(0.25), right: near(0.75) };
}

describe("pictures in answers", () => {
  it("stay unchanged if small", async () => {
    const small = jpeg(800, 600);
    assert.equal(await smallPicture(small, signal), small);
    const drawn = { mimeType: "image/webp", bytes: Buffer.alloc(mostPictureBytes) };
    assert.equal(await smallPicture(drawn, signal), drawn);
  });

  it("are scaled down if large, JPEG and PNG", async () => {
    const [width, height] = [1600, 800];
    const rows = Buffer.concat(
      Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), colors(width, 1)])),
    );
    const kinds = [jpeg(width, height), { mimeType: "image/png", bytes: png({ width, height }, rows) }];
    for (const picture of kinds) {
      const small = await smallPicture(picture, signal, patienceMs);
      assert.ok(typeof small === "object", JSON.stringify(small));
      assert.deepEqual([small.mimeType, small.from], ["image/jpeg", { width, height }]);
      assert.deepEqual(sides(small.bytes), {
        ...{ width: mostSide, height: mostSide / 2 },
        ...{ left: [256, 0, 0], right: [0, 0, 256] },
      });
    }
  });

  it("are compressed if too large, and keep their orientation", async () => {
    const { bytes } = jpeg(1200, 1200, 1, 100);
    const exif = Buffer.from("4578696600004d4d002a00000008000101120003000000010006000000000000", "hex");
    const block = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
    const turned = Buffer.concat([bytes.subarray(0, 2), block, bytes.subarray(2)]);
    assert.ok(turned.length > mostPictureBytes);
    const small = await smallPicture({ mimeType: "image/jpeg", bytes: turned }, signal, patienceMs);
    assert.ok(typeof small === "object", JSON.stringify(small));
    assert.ok(small.bytes.length < mostPictureBytes);
    assert.ok(small.bytes.includes(exif));
    assert.equal(sides(small.bytes).width, 1200);
  });

  it("are not decoded above 9 million pixels, whatever a second header says", async () => {
    const [wide, high] = [20_000, 20_000];
    const huge = png({ width: wide, height: high }, Buffer.alloc(0));
    assert.equal(await smallPicture({ mimeType: "image/png", bytes: huge }, signal), "tooManyPixels");
    const { bytes } = jpeg(16, 16);
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    const wider = Buffer.from(bytes);
    wider.writeUInt16BE(wide, frame + 7);
    wider.writeUInt16BE(high, frame + 5);
    assert.equal(await smallPicture({ mimeType: "image/jpeg", bytes: wider }, signal), "tooManyPixels");
    const small = png({ width: 2000, height: 10 }, Buffer.alloc(0));
    const twice = Buffer.concat([small.subarray(0, 33), huge.subarray(8)]);
    assert.equal(await smallPicture({ mimeType: "image/png", bytes: twice }, signal), "unreadable");
    assert.throws(() => pngPixels(twice), /of a kind that is not read here/);
  });

  it("are left out if they inflate too far, are damaged, or interlaced", async () => {
    const size = { width: 2000, height: 10 };
    const rows = Buffer.alloc(10 * 8001);
    const bad = {
      bomb: png(size, Buffer.alloc(50_000_000)),
      short: png(size, rows.subarray(1)),
      cut: png(size, rows).subarray(0, 50),
      interlaced: png({ ...size, interlaced: 1 }, rows),
      noHeader: png(size, rows).subarray(0, 20),
    };
    for (const [name, bytes] of Object.entries(bad))
      assert.equal(await smallPicture({ mimeType: "image/png", bytes }, signal), "unreadable", name);
    assert.throws(() => pngPixels(bad.bomb), { code: "ERR_BUFFER_TOO_LARGE" });
    const { bytes } = jpeg(2000, 20);
    const torn = { mimeType: "image/jpeg", bytes: Buffer.concat([bytes.subarray(0, 300), Buffer.alloc(9)]) };
    assert.equal(await smallPicture(torn, signal), "unreadable");
    const gif = { mimeType: "image/gif", bytes: Buffer.alloc(mostPictureBytes + 1) };
    assert.equal(await smallPicture(gif, signal), "notSmall");
  });

  it("end their thread on timeout or cancel, and get a new one", async () => {
    // A failing `equal` would print each of a picture's bytes.
    const large = jpeg(1600, 1000);
    assert.ok((await smallPicture(large, signal, 0)) === "unreadable");
    const stop = new AbortController();
    const waiting = smallPicture(large, stop.signal);
    stop.abort();
    await assert.rejects(waiting, { name: "AbortError" });
    assert.equal(typeof (await smallPicture(jpeg(1600, 100), signal, patienceMs)), "object");
  });

  it("never crash the process", async () => {
    const whole = [
      jpeg(1600, 8),
      { mimeType: "image/png", bytes: png({ width: 1600, height: 8 }, Buffer.alloc(8 * 6401)) },
    ];
    const damage = fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), damage, async ({ mimeType, bytes }, changes) => {
        const soiled = Buffer.from(bytes);
        for (const [at, value] of changes) soiled[at % soiled.length] = value;
        const said = await smallPicture({ mimeType, bytes: soiled }, signal);
        assert.ok(typeof said === "string" || said.bytes.length <= mostPictureBytes);
      }),
      { numRuns: times(8, 1000) },
    );
  });
});

describe("the pixels of a PNG", () => {
  it("are those of each filter", () => {
    const [width, height] = [7, 10];
    const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at * 73 + (at >> 3) * 31) & 255);
    assert.deepEqual(pngPixels(png({ width, height }, filtered(data, width * 4, 4))).data, data);
  });

  it("are those of each kind", () => {
    const kinds = [
      { type: 0, depth: 8, row: [10, 20], pixels: [10, 10, 10, 255, 20, 20, 20, 255] },
      { type: 0, depth: 16, row: [10, 99, 20, 99], pixels: [10, 10, 10, 255, 20, 20, 20, 255] },
      { type: 0, depth: 4, row: [0xf3], pixels: [255, 255, 255, 255, 51, 51, 51, 255] },
      { type: 0, depth: 1, row: [0x80], pixels: [255, 255, 255, 255, 0, 0, 0, 255] },
      { type: 2, depth: 8, row: [1, 2, 3, 4, 5, 6], pixels: [1, 2, 3, 255, 4, 5, 6, 255] },
      { type: 3, depth: 2, row: [0b01100000], pixels: [4, 5, 6, 50, 7, 8, 9, 255] },
      { type: 4, depth: 8, row: [10, 20, 30, 40], pixels: [10, 10, 10, 20, 30, 30, 30, 40] },
    ];
    const more = [chunk("PLTE", Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9])), chunk("tRNS", Buffer.from([40, 50]))];
    for (const { type, depth, row, pixels } of kinds) {
      const file = png({ width: 2, height: 1, type, depth, more: type === 3 ? more : [] }, Buffer.from([0, ...row]));
      assert.deepEqual([...pngPixels(file).data], pixels, `${type} with ${depth} bits`);
    }
  });
});
