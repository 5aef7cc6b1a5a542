import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { csvCell } from "../../../src/protocol/csv";
import { formulaCell, hostileCells, readCell } from "../../support/csvCells";
import { times } from "../../support/long";

const parsed = (text: string): string[][] => parse(text, { bom: true, record_delimiter: "\r\n" });

describe("CSV cells", () => {
  it("cannot be run by a spreadsheet, and are read back exactly", () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...hostileCells), fc.string({ unit: "binary" }), fc.string()), (text) => {
        const [[cell, next] = []] = parsed(`${csvCell(text)},next\r\n`);
        assert.ok(!formulaCell.test(cell!), `${JSON.stringify(cell)} is run`);
        for (const part of cell!.split(/[;\t\r\n]/).slice(1))
          assert.ok(!/^[\s\p{Cc}\p{Cf}]*[=@＝＠]/u.test(part), `${JSON.stringify(part)} is run between semicolons`);
        assert.equal(readCell(cell!), text);
        assert.equal(next, "next");
      }),
      { numRuns: times(300, 3000) },
    );
  });

  it("hold numbers as numbers where a spreadsheet can", () => {
    assert.equal(csvCell(-5), "-5");
    assert.equal(csvCell(1.5), "1.5");
    assert.equal(csvCell(123_456_789_012_345), "123456789012345");
    assert.equal(csvCell(1_234_567_890_123_456), "'1234567890123456");
    assert.equal(csvCell("9007199254740993"), "'9007199254740993");
    assert.equal(csvCell("+9007199254740993"), "'+9007199254740993");
  });

  it("stay numbers and percentages also if they are negative or have a sign", () => {
    for (const text of ["-12.5%", "-7.25", "-0", "+5", "+12.5 %", "-.5", "-5.", "-1e-5", "-2E+10%"])
      assert.equal(csvCell(text), text);
    assert.equal(csvCell("-1,234.5"), '"-1,234.5"');
    assert.equal(csvCell("-12,5%"), '"-12,5%"');
    assert.equal(csvCell(" -5"), '" -5"');
    for (const text of [
      "-",
      "+",
      "-%",
      "-1+1",
      "-1-1",
      "-5K",
      "-1/2",
      "--1",
      "-(1)",
      "-1%%",
      "+A1",
      "-1!A1",
      "-1e",
      "=-1",
      "-.",
      "－1",
      "\u200b-1",
    ])
      assert.equal(csvCell(text), `'${text}`);
    assert.equal(csvCell("\t-1"), '"\'\t-1"');
  });

  it("are quoted and marked only where they must be", () => {
    for (const text of ["a b", "it's", "1234567890123456 ads", "a=1", "true", "5", ""])
      assert.equal(csvCell(text), text);
    assert.equal(csvCell("a\tb"), '"a\tb"');
    assert.equal(csvCell("a "), '"a "');
    assert.equal(csvCell("\u00a0a"), '"\u00a0a"');
    assert.equal(csvCell("'a"), "''a");
    assert.equal(csvCell("\na"), '"\'\na"');
    assert.equal(csvCell("a;=1"), '"a;\'=1"');
    assert.equal(csvCell("a\n'b"), "\"a\n''b\"");
    assert.equal(csvCell("a\r\n -cmd|' /C calc'!A0"), "\"a\r\n' -cmd|' /C calc'!A0\"");
    assert.equal(csvCell("a;+f(1)"), '"a;\'+f(1)"');
    assert.equal(csvCell("a;\u200b－b!A1"), '"a;\'\u200b－b!A1"');
    for (const text of ["Off; -50 %", "These:\n- one\n+ two", "a;b", "a;b=c", "a;b@c", "a;b(c)", "a;b|c!"])
      assert.equal(csvCell(text), `"${text}"`);
  });
});
