import assert from "node:assert/strict";
import { jsonInLines } from "../../../../src/features/assistants/jsonInLines";

describe("a body that a person is asked about", () => {
  it("stays on one line where it is short", () => {
    const body = '{"search_field":[{"type":"text","text":"a, b"}],"page":1}';
    assert.equal(jsonInLines(body), body);
  });

  it("is broken between its values into lines of at most 80 characters, and is otherwise the same", () => {
    const body = JSON.stringify({ country: Array.from({ length: 60 }, (_, at) => `country-${at}`), page: 1 });
    const lines = jsonInLines(body).split("\n");
    assert.equal(lines.join(""), body);
    assert.ok(Math.max(...lines.map(({ length }) => length)) <= 80, lines.join("\n"));
  });

  it("is never broken within a text, whatever is written in it", () => {
    const text = 'yes", \\"pages\\": 1, '.repeat(20);
    const body = JSON.stringify({ one: "1", search_field: [{ type: "text", text }], page: 1 });
    const lines = jsonInLines(body).split("\n");
    assert.equal(lines.join(""), body);
    assert.ok(lines.some((line) => line.includes(JSON.stringify(text))));
  });

  it("stays as it is where it is no JSON", () => {
    const broken = `${"a,".repeat(50)}"open`;
    assert.equal(jsonInLines(broken), broken);
  });
});
