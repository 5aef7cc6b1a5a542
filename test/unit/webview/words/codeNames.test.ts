import assert from "node:assert/strict";
import { codeKind, namedCode } from "../../../../webview/words/codeNames";
import { daysText } from "../../../../webview/words/time";
import { plural } from "../../../../webview/words/plural";

describe("codes by name", () => {
  it("names countries and languages, and keeps the code", () => {
    assert.deepEqual(namedCode("region", "fr"), { name: "France", code: "FR" });
    assert.deepEqual(namedCode("language", "il"), { name: "il" });
    assert.deepEqual(namedCode("language", "pt_BR"), { name: "Brazilian Portuguese", code: "PT_BR" });
  });

  it("leaves names, unknown codes and other values alone", () => {
    for (const text of ["France", "", "q1", "__proto__", "North America"])
      assert.deepEqual(namedCode("region", text), { name: text });
    assert.deepEqual(namedCode(undefined, "fr"), { name: "fr" });
    assert.deepEqual(namedCode("language", "no-_"), { name: "no-_" });
  });

  it("tells by the name of a remark what its values are", () => {
    assert.deepEqual(["Regions", "Countries", "Language", "Placements", undefined].map(codeKind), [
      "region",
      "region",
      "language",
      undefined,
      undefined,
    ]);
  });
});

describe("plural forms", () => {
  it("follow the rules of the language", () => {
    assert.deepEqual([0, 1, 2, 1_500].map(daysText), ["0 days", "1 day", "2 days", "1,500 days"]);
    assert.equal(plural(1, { other: "all" }), "all");
  });
});
