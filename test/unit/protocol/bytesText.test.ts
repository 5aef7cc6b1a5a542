import assert from "node:assert/strict";
import { bytesText } from "../../../src/protocol/bytesText";

describe("A size", () => {
  it("is in kilobytes only while they have at most three digits", () => {
    const sizes = [0, 1, 999_000, 999_001, 999_999, 1_000_000, 3_449_999].map((bytes) => bytesText(bytes, "en"));
    assert.deepEqual(sizes, ["0 kB", "1 kB", "999 kB", "1.0 MB", "1.0 MB", "1.0 MB", "3.4 MB"]);
  });
});
