import assert from "node:assert/strict";
import fc from "fast-check";
import { readLine, type LedgerLine } from "../../../../src/features/wallet/ledgerLine";
import { chained, chainStart, LineChain } from "../../../../src/features/wallet/lineChain";

const sent = (act: string): LedgerLine => ({
  ...{ line: "sent", act, at: "2026-05-01T10:00:00.000Z", what: "search", credits: 100, origin: "https://ads.example" },
  ...{ sample: false, platform: "native", label: 'a "label", with all', attempt: 1 },
});

/** A file's lines as a window writes them. */
function written(count: number): string[] {
  let link = chainStart;
  return Array.from({ length: count }, (_, at) => {
    const next = chained(sent(String(at)), link);
    link = next.link;
    return next.text.slice(0, -1);
  });
}

function read(lines: readonly string[]): LineChain {
  const chain = new LineChain();
  for (const line of lines) chain.take(line);
  return chain;
}

describe("the lines of a ledger file", () => {
  const lines = written(8);

  it("are whole as they were written, and say how many and how much", () => {
    assert.deepEqual(read(lines).damage, []);
    assert.match(lines[7] ?? "", /"n":8,"sum":800,"check":"[0-9a-f]{16}"\}$/);
    assert.deepEqual(readLine(lines[0] ?? ""), sent("0"));
  });

  it("may end within a line, but not in anything else", () => {
    const chain = read(lines);
    const begun = lines[0]!.slice(0, 40);
    const ends = ["", "{", begun, `${begun}\0`, "line", ""];
    const found = ends.map((end) => {
      chain.takeUnfinished(end);
      return chain.damage.length;
    });
    assert.deepEqual([found, chain.missing], [[0, 0, 0, 1, 1, 0], 0]);
  });

  it("were written without checks once, and are still read", () => {
    assert.deepEqual(read(["a", "b"].map((act) => JSON.stringify(sent(act)))).damage, []);
  });

  it("show that one before them is missing, and how many credits", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.integer({ min: 1, max: 7 }), (from, count) => {
        const gone = Math.min(count, 7 - from);
        const chain = read([...lines.slice(0, from), ...lines.slice(from + gone)]);
        assert.equal(chain.damage.length, 1);
        assert.equal(chain.missing, gone * 100);
      }),
    );
  });

  it("show that one before them was changed, in any of its characters, or comes in another order, or that one was put between", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.nat(), fc.integer({ min: 1, max: 94 }), (at, place, shift) => {
        const line = lines[at] ?? "";
        const where = place % line.length;
        const other = String.fromCharCode(33 + ((line.charCodeAt(where) - 33 + shift) % 94));
        const changed = line.slice(0, where) + other + line.slice(where + 1);
        fc.pre(changed !== line);
        assert.notEqual(read(lines.with(at, changed)).damage.length, 0);
      }),
    );
    assert.notEqual(read([lines[1] ?? "", lines[0] ?? "", ...lines.slice(2)]).damage.length, 0);
    assert.notEqual(read([...lines.slice(0, 3), JSON.stringify(sent("x")), ...lines.slice(3)]).damage.length, 0);
  });

  it("are not damaged by one that a full disk tore, or took although it said otherwise", () => {
    const torn = (lines[3] ?? "").slice(0, 20);
    assert.deepEqual(read([...lines.slice(0, 3), torn, ...lines.slice(3)]).damage, []);
    const third = chained(sent("other"), {
      n: 2,
      sum: 200,
      check: /([0-9a-f]{16})"\}$/.exec(lines[1] ?? "")?.[1] ?? "",
    });
    const fourth = chained(sent("4"), third.link);
    const again = [...lines.slice(0, 3), third.text.trim(), fourth.text.trim()];
    assert.deepEqual(read(again).damage, []);
    assert.equal(read([...lines, torn]).damage.length, 1);
  });
});
