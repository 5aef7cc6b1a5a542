import assert from "node:assert/strict";
import fc from "fast-check";
import {
  apiKeyProblemText,
  isApiKeyProblem,
  parseApiKey,
  secretName,
} from "../../../../src/features/connection/apiKey";

describe("parseApiKey", () => {
  const cases = [
    ["", "empty"],
    [" \t\n", "empty"],
    ["a b", "innerSpace"],
    ["a\r\nx-evil: 1", "innerSpace"],
    ["a\u00a0b", "innerSpace"],
    ["ключ", "notPrintable"],
    ["a\u0000b", "notPrintable"],
    ["a\u200bb", "notPrintable"],
    ["k".repeat(513), "tooLong"],
  ] as const;
  for (const [text, problem] of cases) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}: ${problem}`, () => assert.equal(parseApiKey(text), problem));
  }

  it("trims", () => assert.deepEqual(parseApiKey("  k3y=\n"), { key: "k3y=" }));

  it("accepts only what fits into a header, and never names the key in a problem", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 8, maxLength: 600 }), (text) => {
        const result = parseApiKey(text);
        if (isApiKeyProblem(result)) assert.ok(!apiKeyProblemText(result).includes(text));
        else assert.equal(new Headers({ "x-api-key": result.key }).get("x-api-key"), result.key);
      }),
    );
  });

  it("is stored under its library", () =>
    assert.equal(secretName("https://a.example/de"), "adLibrary.key:https://a.example/de"));
});
