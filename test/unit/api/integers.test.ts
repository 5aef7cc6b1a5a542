import assert from "node:assert/strict";
import { mock } from "node:test";
import * as fc from "fast-check";
import { digitsOf, endOfString, isRounded, parseExact, stringOf } from "../../../src/api/integers";
import { writeExact } from "../../../src/protocol/exactJson";
import { isDigits } from "../../../src/protocol/ads";
import { times } from "../../support/long";

/** JSON text made of parts, with the tree that an exact parser must make of it. */
const document = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom(null, true, false, 0.1, 1e300, -1.5, 5e-324),
    fc.string({ unit: "binary" }),
    fc.constantFrom('"9007199254740993"', "\\", '\\"', "12345678901234567890", "\u2028", "ends with \\"),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    fc.array(tie("tree"), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", 'a"b')), tie("tree"), {
      maxKeys: 5,
    }),
  ),
})).tree;

/** What a double cannot hold stays a bigint; the rest is a number. */
function expected(tree: unknown): unknown {
  if (typeof tree === "bigint") return Number.isSafeInteger(Number(tree)) ? Number(tree) : tree;
  if (Array.isArray(tree)) return tree.map(expected);
  if (typeof tree !== "object" || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, expected(value)]));
}

describe("Exact integers", () => {
  it("are read from any document, and nothing else changes", () => {
    fc.assert(
      fc.property(document, (tree) => {
        const text = writeExact(tree);
        const parsed = parseExact(text);
        assert.equal(writeExact(parsed), writeExact(expected(tree)));
        assert.equal(writeExact(parsed), text);
      }),
      { numRuns: times(300, 5000) },
    );
  });

  it("agrees with JSON.parse where every integer is safe", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const plain: unknown = JSON.parse(text);
        fc.pre(!/\d{16}/.test(text));
        assert.deepEqual(parseExact(text), plain);
      }),
      { numRuns: times(300, 3000) },
    );
  });

  const cases: readonly (readonly [string, unknown])[] = [
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740993", 9007199254740993n],
    [" -9007199254740993\n", -9007199254740993n],
    ["[9007199254740993,9007199254740995]", [9007199254740993n, 9007199254740995n]],
    ['{"a":"9007199254740993"}', { a: "9007199254740993" }],
    ['{"9007199254740993":9007199254740993}', { "9007199254740993": 9007199254740993n }],
    ['["\\\\",9007199254740993,"\\"9007199254740995"]', ["\\", 9007199254740993n, '"9007199254740995']],
    ["[0.1234567890123456789,9007199254740993]", [Number("0.1234567890123456789"), 9007199254740993n]],
    ["[9007199254740993.0,9007199254740993]", [9007199254740992, 9007199254740993n]],
    ["[90071992547409930e1,9007199254740993]", [900719925474099300, 9007199254740993n]],
    ['["~1",9007199254740993]', ["~1", 9007199254740993n]],
    ["1e400", Infinity],
  ];
  for (const [text, value] of cases) {
    it(`reads ${text}`, () => assert.deepEqual(parseExact(text), value));
  }

  it("rejects integers longer than int64", () => {
    const [longer, longest] = ["9".repeat(41), "9".repeat(40)];
    const read = [Number(longer), BigInt(longest), -Number(longer), -BigInt(longest)];
    assert.deepEqual(parseExact(`[${longer},${longest},-${longer},-${longest}]`), read);
  });

  it("keeps an own __proto__ member separate from the prototype", () => {
    const value = parseExact('{"__proto__":{"polluted":9007199254740993}}') as object;
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.deepEqual(Object.entries(value), [["__proto__", { polluted: 9007199254740993n }]]);
  });

  it("reads any depth without overflowing the stack", () => {
    const depth = 20_000;
    for (const core of ["1", "9007199254740993"]) {
      let value = parseExact(`${"[".repeat(depth)}${core}${"]".repeat(depth)}`);
      for (let level = 0; level < depth; level += 1) value = (value as unknown[])[0];
      assert.equal(String(value), core);
    }
  });

  it("reads long strings, many backslashes, and many digits", () => {
    const text = JSON.stringify(["x".repeat(5_000_000), "\\".repeat(1_000_000), '"'.repeat(500_000)]);
    const parsed = parseExact(`[${text},9007199254740993,${"1".repeat(1_000_000)}]`) as readonly unknown[];
    assert.deepEqual(parsed[0], JSON.parse(text));
    assert.deepEqual(parsed.slice(1), [9007199254740993n, Infinity]);
  });

  it("are no reason to parse twice if all long ones are in texts or safe", () => {
    const parse = mock.method(JSON, "parse");
    const parses = (text: string) => {
      parse.mock.resetCalls();
      parseExact(text);
      return parse.mock.callCount();
    };
    const url = '"https://cdn.example/9007199254740993.jpg"';
    const counted = [`[${url},9007199254740991]`, `[${url},9007199254740993]`].map(parses);
    parse.mock.restore();
    assert.deepEqual(counted, [1, 2]);
  });

  it("refuses what JSON.parse refuses", () => {
    for (const text of ["", "01", "[1,]", '"', "9007199254740993x", "NaN", "{9007199254740993:1}"])
      assert.throws(() => parseExact(text), SyntaxError);
  });

  it("distinguishes digits from other texts", () => {
    const yes = ["0", "7", "-7", "9007199254740993"];
    const no = ["", "-", "-0", "007", "1.0", "1e3", " 1", "1 ", "٣", "9".repeat(41)];
    assert.deepEqual([yes.filter(isDigits), no.filter(isDigits)], [yes, []]);
    assert.deepEqual([5, 5n, "5", -0, 1.5, 2 ** 53, "x", null, {}].map(digitsOf), [
      "5",
      "5",
      "5",
      "0",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("has the digits of numbers of every length", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 16 }), (number, power) => {
        const shorter = Math.trunc(number / 10 ** power);
        for (const integer of [shorter, shorter + 1]) {
          if (Number.isSafeInteger(integer)) assert.equal(digitsOf(integer), BigInt(integer).toString());
        }
      }),
      { numRuns: times(500, 10_000) },
    );
    for (const power of [9, 10, 15]) {
      for (const near of [-1, 0, 1]) assert.equal(digitsOf(10 ** power + near), String(10 ** power + near));
    }
  });

  it("are absent only if a number may have lost digits", () => {
    const exact = [2 ** 53 - 1, 1 - 2 ** 53, 0.5, Number.NaN, "9007199254740995", 9007199254740995n, null, undefined];
    const rounded = [2 ** 53, -(2 ** 53), 1e300, Infinity];
    assert.deepEqual([exact.filter(isRounded), rounded.filter(isRounded)], [[], rounded]);
  });

  it("writes nothing for nothing", () => assert.equal(writeExact([undefined]), "[null]"));
});

describe("Texts within JSON", () => {
  it("are read with and without escapes", () => {
    for (const text of ["", "abc", 'a "b"', "\\", "\n", "\u2028", "ends with \\"])
      assert.equal(stringOf(JSON.stringify(text)), text);
    assert.equal(stringOf('"\\u0061ds"'), "ads");
  });

  it("end at the first quote that no backslash escapes, or with the text", () => {
    const ends: readonly (readonly [string, number, number])[] = [
      ['""x', 0, 2],
      ['"abc",', 0, 5],
      ['["a","b"]', 5, 8],
      ['"a\\"b"c', 0, 6],
      ['"a\\\\"b"', 0, 5],
      ['"\\\\\\"', 0, 5],
      ['"', 0, 1],
      ['"abc', 0, 4],
      ['"abc\\"', 0, 6],
    ];
    for (const [text, start, end] of ends) assert.equal(endOfString(text, start), end, text);
  });
});
