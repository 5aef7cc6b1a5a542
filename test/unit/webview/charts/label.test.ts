import assert from "node:assert/strict";
import fc from "fast-check";
import { clipText, labelInSentence, plainLabel } from "../../../../webview/charts/label";

const family = "👨‍👩‍👧‍👦";

describe("label", () => {
  it("clips by what people count as characters", () => {
    assert.equal(clipText("abcdef", 3), "abc…");
    assert.equal(clipText("abc", 3), "abc");
    assert.equal(clipText(family.repeat(3), 2), `${family}${family}…`);
    assert.equal(clipText(family.repeat(2), 2), family.repeat(2));
  });

  it("is quick and short with huge texts and endless combining marks", () => {
    assert.equal(clipText("W".repeat(1_000_000), 10), `${"W".repeat(10)}…`);
    assert.ok(plainLabel(`a${"\u0301".repeat(1_000_000)}`, 10).length < 200);
  });

  it("makes controls visible and folds white space", () => {
    assert.equal(plainLabel("a\u202Eb\u0000c\u001B[31m"), "a\uFFFDb\uFFFDc\uFFFD[31m");
    assert.equal(plainLabel(" a\r\n\tb\u2028c "), "a b c");
  });

  it("leaves out marks of direction, which right-to-left texts often begin with", () => {
    assert.equal(plainLabel("\u200Fشحن\u200E\uFEFF مجاني\u061C"), "شحن مجاني");
  });

  it("never lets a control character through", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        assert.doesNotMatch(plainLabel(text), /[\u202A-\u202E\u2066-\u2069\p{Cc}]/u);
      }),
    );
  });

  it("isolates right-to-left labels inside sentences only", () => {
    assert.equal(labelInSentence("שלום"), "\u2068שלום\u2069");
    assert.equal(labelInSentence("Likes"), "Likes");
  });
});
