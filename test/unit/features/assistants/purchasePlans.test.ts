import assert from "node:assert/strict";
import type { FeatureError } from "../../../../src/features/failures";
import { jsonInLines, PurchasePlans, purchasePrice } from "../../../../src/features/assistants/purchasePlans";

describe("a plan", () => {
  const purchase = { of: "ads", ads: [] } as const;
  const wanted = { purchase, round: "", library: "sample:", sample: true, credits: 100, bought: 0, label: "ads" };

  it("can be bought once, within 15 minutes", () => {
    let elapsed = 0;
    const plans = new PurchasePlans(
      () => new Date(0),
      () => elapsed,
    );
    const [used, late] = [plans.add(wanted), plans.add(wanted)];
    elapsed = 15 * 60_000 - 1;
    assert.equal(plans.peek(used.id), used);
    assert.equal(plans.take(used.id), used);
    elapsed += 1;
    assert.deepEqual([plans.peek(used.id), plans.peek(late.id)], [undefined, undefined]);
    for (const [id, specifics] of [
      [used.id, /already used/],
      [late.id, /expired after 15/],
      [late.id, /already used/],
    ] as const)
      // prettier-ignore
      assert.throws(
        () => plans.take(id),
        (error: FeatureError) => error.code === "planRefused" && specifics.test(error.more.specifics ?? ""),
      );
  });
});

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
