import assert from "node:assert/strict";
import * as zlib from "node:zlib";
import { pack } from "../../../../src/features/archive/payload";
import { Unpacker } from "../../../../src/features/dataset/unpacker";
import { StorageError } from "../../../../src/features/disk/storageError";

describe("unpacking answers", () => {
  const packed = (coding: string, bytes: Uint8Array) => ({ page: 1, receivedAt: "", coding, bytes });
  const stored = (text: string) => {
    const { coding, bytes } = pack(text);
    return packed(coding, bytes);
  };
  const textOf = (length: number) => `{"a":"${"東京 0123456789 ".repeat(length)}"}`.slice(0, length);
  const damaged = (error: unknown) => error instanceof StorageError && error.reason === "damaged";

  it("gives each its own text, whatever its length, also while others wait", async () => {
    const unpacker = new Unpacker();
    const texts = [0, 1, 100, 255, 256, 5000, 65_791, 65_792, 1_000_000, 43_000].map(textOf);
    assert.deepEqual(await Promise.all(texts.map((text) => unpacker.text(stored(text)))), texts);
  });

  it("reads every coding, and frames that do not say how long they are", async () => {
    const unpacker = new Unpacker();
    const text = textOf(40_000);
    const unsized = zlib.zstdCompressSync(Buffer.from(text), {
      params: { [zlib.constants.ZSTD_c_contentSizeFlag]: 0 },
    });
    for (const each of [
      stored(text),
      packed("plain", Buffer.from(text)),
      packed("deflate", zlib.deflateSync(text)),
      packed("zstd", unsized),
    ])
      assert.equal(await unpacker.text(each), text);
  });

  it("refuses a damaged one, and reads those before and after it", async () => {
    const text = textOf(40_000);
    const { bytes } = stored(text);
    const flipped = Uint8Array.from(bytes, (byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte));
    for (const wrong of [flipped, bytes.subarray(0, bytes.length >> 1), bytes.subarray(0, 20), new Uint8Array(40)]) {
      const unpacker = new Unpacker();
      const before = unpacker.text(stored(text));
      const between = unpacker.text(packed("zstd", wrong));
      const after = [unpacker.text(stored(text)), unpacker.text(stored("{}"))];
      await assert.rejects(between, damaged);
      assert.deepEqual(await Promise.all([before, ...after]), [text, text, "{}"]);
      assert.equal(await unpacker.text(stored(text)), text);
    }
  });
});
