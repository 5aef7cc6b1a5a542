import assert from "node:assert/strict";
import { keyText, readableName } from "../../../src/protocol/readableName";

describe("an unlabeled name", () => {
  it("is made readable", () => {
    const names = {
      media_type: "Media type",
      "call-to-action": "Call to action",
      days_running: "Days running",
      carousel: "Carousel",
      cta_text: "CTA text",
      landing_url: "Landing URL",
    };
    for (const [name, text] of Object.entries(names)) assert.equal(readableName(name), text);
  });

  it("stays unchanged if it is a text, a code, or unknown", () => {
    for (const name of ["Media type", "us", "m", "7", "__proto__", "", "新着", "iOS", "a b_c", "18_24"])
      assert.equal(readableName(name), name);
  });
});

describe("an item's key", () => {
  it("is shown without quotes and escapes, and converts back to the service's key", () => {
    for (const [key, text] of [
      ['"image"', "image"],
      [String.raw`"a\"b\\c\u0007"`, 'a"b\\c\u0007'],
      ["9007199254740993", "9007199254740993"],
      ["true", "true"],
    ] as const) {
      assert.equal(keyText(key), text);
      if (key.startsWith('"')) assert.equal(JSON.stringify(text), key);
    }
  });

  it("stays unchanged if it is damaged", () => {
    for (const key of ["", '"', '"a', 'a"']) assert.equal(keyText(key), key);
  });
});
