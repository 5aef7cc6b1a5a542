import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";

describe("the page's style sheets", () => {
  it("have at most 200 lines each, as source files do", () => {
    const sheets = globSync("webview/styles/*.css");
    assert.ok(sheets.length > 20);
    for (const sheet of sheets) {
      const lines = readFileSync(sheet, "utf8").split("\n").length - 1;
      assert.ok(lines <= 200, `${sheet}: ${lines} lines`);
    }
  });
});
