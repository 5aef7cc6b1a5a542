import assert from "node:assert/strict";
import { matching } from "../../../../../webview/controls/picker/matching";
import { optionAfterKey } from "../../../../../webview/controls/picker/optionAfterKey";

const options = ["Söhne", "Coffee beans", "Bean coffee", "beans"].map((label) => ({ value: label, label }));
const found = (text: string) => matching(options, text).map(({ label }) => label);

describe("a searchable list", () => {
  it("finds every word anywhere, those that begin with the text first", () => {
    assert.deepEqual(found("bean"), ["Bean coffee", "beans", "Coffee beans"]);
    assert.deepEqual(found("coffee bean"), ["Coffee beans", "Bean coffee"]);
    assert.deepEqual(
      found("  "),
      options.map(({ label }) => label),
    );
  });

  it("does not ask for accents or case", () => {
    assert.deepEqual(found("SOHNE"), ["Söhne"]);
    assert.deepEqual(found("söhne"), ["Söhne"]);
  });

  it("moves round its ends with arrows and stops there with page keys", () => {
    assert.equal(optionAfterKey("ArrowDown", -1, 3), 0);
    assert.equal(optionAfterKey("ArrowDown", 2, 3), 0);
    assert.equal(optionAfterKey("ArrowUp", -1, 3), 2);
    assert.equal(optionAfterKey("PageDown", 0, 3), 2);
    assert.equal(optionAfterKey("PageUp", 2, 3), 0);
    assert.equal(optionAfterKey("a", 0, 3), undefined);
    assert.equal(optionAfterKey("ArrowDown", -1, 0), undefined);
  });
});
