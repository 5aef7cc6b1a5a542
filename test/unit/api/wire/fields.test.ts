import assert from "node:assert/strict";
import type { PlatformToken } from "../../../../src/protocol/platforms";
import { FieldReader, numberOf, present, unlessEmpty } from "../../../../src/api/wire/fields";
import { keyOf } from "../../../../src/api/wire/filters";
import { segmentOf } from "../../../../src/api/wire/cards";
import { segments } from "../client";

type Kind = Exclude<keyof FieldReader, "repairs" | "objects">;

describe("Field reader", () => {
  const reads: readonly (readonly [Kind, readonly unknown[], readonly unknown[]])[] = [
    ["text", ["", "a"], ["", "a"]],
    ["truth", [true, false], [true, false]],
    [
      "digits",
      [5, 0, 5n, "9007199254740993", 9007199254740993n],
      ["5", "0", "5", "9007199254740993", "9007199254740993"],
    ],
    ["bound", [1.5, " 12 ", 5n, 0, 9007199254740993n], [1.5, 12, 5, 0, "9007199254740993"]],
    ["count", [1.5, "12", 9007199254740993n, "9007199254740993"], [1.5, 12, "9007199254740993", "9007199254740993"]],
    ["words", ["", "a", 5, 1.5, 9007199254740993n], ["", "a", "5", "1.5", "9007199254740993"]],
    ["object", [{ a: 1 }], [{ a: 1 }]],
  ];
  for (const [kind, values, expected] of reads) {
    it(`returns each ${kind} and counts nothing`, () => {
      const from = new FieldReader();
      assert.deepEqual(
        values.map((value) => from[kind](value)),
        expected,
      );
      assert.equal(from.repairs, 0);
    });
  }

  const unfit: readonly (readonly [Kind, readonly unknown[]])[] = [
    ["text", [5, true, {}, []]],
    ["truth", ["true", 1, {}]],
    ["digits", [1.5, 2 ** 53, "1e3", "x", "", true, {}]],
    ["bound", ["", " ", "many", 2 ** 53, Infinity, NaN, "9".repeat(400), true, [1]]],
    ["count", ["", " ", [5], {}]],
    ["words", [true, {}, ["a"], Infinity]],
    ["object", ["x", [], 5]],
  ];
  for (const [kind, values] of unfit) {
    it(`leaves out and counts what is no ${kind}, but doesn't count what is absent`, () => {
      const from = new FieldReader();
      const nothing = kind === "object" ? {} : undefined;
      for (const value of [null, undefined, ...values]) assert.deepEqual(from[kind](value), nothing);
      assert.equal(from.repairs, values.length);
    });
  }

  it("shows a quantity that can't be read as it was sent, in quotation marks", () => {
    const from = new FieldReader();
    assert.deepEqual(
      ["1,234", " 1.234,5\n", "~5", "many", true, "9".repeat(400)].map((value) => from.count(value)),
      ["“1,234”", "“1.234,5”", "“~5”", "“many”", "“true”", `“${"9".repeat(40)}”`],
    );
    assert.equal(from.repairs, 0);
  });

  it("reads the objects of a list, counting other elements unless they are absent", () => {
    for (const [list, repairs] of [
      [[{ a: "x" }, null, undefined, { a: 5 }, {}, 7, []], 3],
      [undefined, 0],
      [null, 0],
      ["none", 1],
      [{}, 1],
    ] as const) {
      const from = new FieldReader();
      assert.deepEqual(
        from.objects(list, ({ a }) => from.text(a)),
        Array.isArray(list) ? ["x"] : [],
      );
      assert.equal(from.repairs, repairs);
    }
  });
});

describe("Small parts", () => {
  it("leave out absent members, and a section without any", () => {
    assert.deepEqual(present({ a: null, b: undefined, c: 0, d: "" }), { c: 0, d: "" });
    assert.deepEqual([unlessEmpty({}), unlessEmpty({ a: 1 })], [undefined, { a: 1 }]);
  });

  it("reject rounded numbers", () => {
    assert.deepEqual([2 ** 53, -(2 ** 53), 2 ** 53 - 1, NaN].map(numberOf), [
      undefined,
      undefined,
      2 ** 53 - 1,
      undefined,
    ]);
  });

  it("have no key for a number that JSON can't represent", () => {
    assert.deepEqual([Infinity, Number.NaN, {}, null, undefined].map(keyOf), Array.from({ length: 5 }));
  });

  it("name a platform by its segment, and an unknown one by itself", () => {
    assert.equal(segmentOf("facebook"), "facebook");
    assert.equal(segmentOf("native", { ...segments, native: "natif" }), "natif");
    assert.equal(segmentOf("newcomer" as PlatformToken), "newcomer");
  });
});
