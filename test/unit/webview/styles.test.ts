import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";

describe("the page's style sheets", () => {
  it("have at most 400 lines each, as source files do", () => {
    const sheets = globSync("webview/styles/*.css");
    assert.ok(sheets.length > 10);
    for (const sheet of sheets) {
      const lines = readFileSync(sheet, "utf8").split("\n").length - 1;
      assert.ok(lines <= 400, `${sheet}: ${lines} lines`);
    }
  });
});
