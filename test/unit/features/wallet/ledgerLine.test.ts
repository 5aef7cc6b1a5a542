import assert from "node:assert/strict";
import fc from "fast-check";
import { readLine, type LedgerLine } from "../../../../src/features/wallet/ledgerLine";
import { chained, chainStart, LineChain } from "../../../../src/features/wallet/ledgerLine";

const sent = (act: string): LedgerLine => ({
  ...{ line: "sent", act, at: "2026-05-01T10:00:00.000Z", what: "search", credits: 100, origin: "https://ads.example" },
  ...{ sample: false, platform: "native", label: 'a ,"check":"0123456789abcdef"} with all', attempt: 1 },
  ...{ request: "0".repeat(32), page: 1 },
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

  it("are whole as written, with their number and credits", () => {
    assert.deepEqual(read(lines).damage, []);
    assert.match(lines[7] ?? "", /"n":8,"sum":800,"check":"[0-9a-f]{16}"\}$/);
    assert.deepEqual(readLine(lines[0] ?? ""), sent("0"));
  });

  it("may end with a torn line, but with nothing else", () => {
    const chain = read(lines);
    const begun = lines[0]!.slice(0, 40);
    const ends = ["", "{", begun, `${begun}\0`, "line", ""];
    const found = ends.map((end) => {
      chain.takeUnfinished(end);
      return chain.damage.length;
    });
    assert.deepEqual([found, chain.missing], [[0, 0, 0, 1, 1, 0], 0]);
  });

  it("are damaged by a line without a checksum", () => {
    for (const at of [0, 4, 8]) {
      const chain = read(lines.toSpliced(at, 0, JSON.stringify(sent("x"))));
      assert.deepEqual([chain.damage.length, chain.missing], [1, 0]);
    }
  });

  it("are damaged if two were joined, anywhere", () => {
    fc.assert(
      fc.property(fc.nat(7), fc.integer({ min: 2, max: 8 }), fc.boolean(), (from, count, ended) => {
        const joined = lines.slice(from, from + count).join("");
        fc.pre(from + count <= lines.length);
        const rest = lines.slice(from + count);
        const chain = read([...lines.slice(0, from), ...(ended || rest.length > 0 ? [joined] : []), ...rest]);
        if (!ended && rest.length === 0) assert.equal(chain.takeUnfinished(joined), undefined);
        assert.notEqual(chain.damage.length, 0);
        if (rest.length > 0) assert.equal(chain.missing, count * 100);
        // The next line goes on from the last one that could be read, and does not hide it.
        chain.takeUnfinished("");
        chain.take(joined);
        chain.take(chained(sent("next"), chain.last).text.trimEnd());
        assert.notEqual(chain.damage.length, 0);
      }),
    );
  });

  it("count if only the last line ending is missing", () => {
    const chain = read(lines.slice(0, 7));
    assert.deepEqual(chain.takeUnfinished(lines[7] ?? ""), sent("7"));
    assert.deepEqual(chain.damage, []);
  });

  it("reveal a missing line and its credits", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.integer({ min: 1, max: 7 }), (from, count) => {
        const gone = Math.min(count, 7 - from);
        const chain = read([...lines.slice(0, from), ...lines.slice(from + gone)]);
        assert.equal(chain.damage.length, 1);
        assert.equal(chain.missing, gone * 100);
      }),
    );
  });

  it("reveal changed, reordered, and inserted lines", () => {
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

  it("tolerate a torn line, unless it is the last or contains more than one line's beginning", () => {
    const torn = (lines[3] ?? "").slice(0, 20);
    assert.deepEqual(read([...lines.slice(0, 3), torn, ...lines.slice(3)]).damage, []);
    assert.equal(read([...lines, torn]).damage.length, 1);
    for (const no of ["line", `${torn}\0`])
      assert.equal(read([...lines.slice(0, 3), no, ...lines.slice(3)]).damage.length, 1);
  });
});
