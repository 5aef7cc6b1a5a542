import assert from "node:assert/strict";
import { jsonInLines, purchasePrice } from "../../../../src/features/assistants/purchasePlans";

describe("a body shown to a person", () => {
  it("stays on one line if short", () => {
    const body = '{"search_field":[{"type":"text","text":"a, b"}],"page":1}';
    assert.equal(jsonInLines(body), body);
  });

  it("is wrapped between values at 80 characters, and otherwise unchanged", () => {
    const body = JSON.stringify({ country: Array.from({ length: 60 }, (_, at) => `country-${at}`), page: 1 });
    const lines = jsonInLines(body).split("\n");
    assert.equal(lines.join(""), body);
    assert.ok(Math.max(...lines.map(({ length }) => length)) <= 80, lines.join("\n"));
  });

  it("is never wrapped within a string", () => {
    const text = 'yes", \\"pages\\": 1, '.repeat(20);
    const body = JSON.stringify({ one: "1", search_field: [{ type: "text", text }], page: 1 });
    const lines = jsonInLines(body).split("\n");
    assert.equal(lines.join(""), body);
    assert.ok(lines.some((line) => line.includes(JSON.stringify(text))));
  });

  it("stays unchanged if it is no JSON", () => {
    const broken = `${"a,".repeat(50)}"open`;
    assert.equal(jsonInLines(broken), broken);
  });
});

describe("a price shown to a person", () => {
  it("says that sample credits are not charged", () => {
    const ads = { of: "ads", ads: [] } as const;
    const times = { expires: "2026-11-28T10:15:00Z", round: "" };
    const plan = { ...times, id: "plan-1", library: "sample:", purchase: ads, credits: 1000, bought: 0, label: "ads" };
    assert.equal(purchasePrice({ ...plan, sample: true }), "Spend up to 1,000 sample credits? You won't be charged.");
    assert.equal(purchasePrice({ ...plan, sample: false }), "Spend up to 1,000 credits?");
  });
});
