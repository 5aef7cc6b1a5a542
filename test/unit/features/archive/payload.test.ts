import assert from "node:assert/strict";
import { StorageError } from "../../../../src/features/disk/storageError";
import { pack, sizeInFrame, unpack } from "../../../../src/features/archive/payload";

describe("the payload of an answer", () => {
  const texts = [300, 5_000, 200_000].map((length) => "An answer, ".repeat(length / 10));

  it("is the exact text again, and its frame names the size", () => {
    for (const text of texts) {
      const { coding, bytes } = pack(text);
      assert.equal(unpack(coding, bytes), text);
      assert.equal(sizeInFrame(bytes), text.length);
    }
  });

  /** Without its checksum, the text is still whole. */
  const checksumBytes = 4;

  it("is damaged if its end is missing, wherever it was cut off", () => {
    const { coding, bytes } = pack(texts.join(String(Math.random())));
    for (let length = 1; length < bytes.length - checksumBytes; length += 1)
      assert.throws(
        () => unpack(coding, bytes.subarray(0, length)),
        (error) => error instanceof StorageError && error.reason === "damaged",
        `${length} of ${bytes.length} bytes`,
      );
  });
});
