import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { csvCell, csvFile, csvRecord, csvSeparators } from "../../../src/protocol/csv";
import { formulaCell, hostileCells, readCell } from "../../support/csvCells";
import { times } from "../../support/long";

const signs = { comma: [",", ";"], semicolon: [";", ","] } as const;
const decimal = /^[+-]?(\d+\.\d*|\.\d+) ?%?$/;
const inComma = (value: string | number) => csvCell(value, "comma");
const inSemicolon = (value: string | number) => csvCell(value, "semicolon");

describe("CSV cells", () => {
  for (const separator of csvSeparators)
    it(`cannot be run by a spreadsheet, and are read back exactly, with the ${separator}`, () => {
      const [delimiter, other] = signs[separator];
      fc.assert(
        fc.property(fc.oneof(fc.constantFrom(...hostileCells), fc.string({ unit: "binary" }), fc.string()), (text) => {
          const file = csvRecord([text, "next"], separator);
          const [[cell, next] = []]: string[][] = parse(file, { bom: true, record_delimiter: "\r\n", delimiter });
          assert.ok(!formulaCell.test(cell!), `${JSON.stringify(cell)} is run`);
          for (const part of cell!.split(new RegExp(`[${other}\\t\\r\\n]`)).slice(1))
            assert.ok(!/^[\s\p{Cc}\p{Cf}]*[=@＝＠]/u.test(part), `${JSON.stringify(part)} is run after ${other}`);
          const decimalComma = separator === "semicolon" && decimal.test(text);
          assert.equal(readCell(cell!, other), decimalComma ? text.replace(".", ",") : text);
          assert.equal(next, "next");
        }),
        { numRuns: times(300, 3000) },
      );
    });

  it("are made of any text, however many invisible characters it has", () => {
    // From each to the end of all of them, this would take hours.
    for (const separator of csvSeparators)
      for (const sign of ["\t", "\n", "\r", " \n", "\t\u200b", ";", ", "])
        assert.ok(csvCell(sign.repeat(300_000), separator).length > sign.length * 300_000);
  });

  it("hold numbers as numbers where a spreadsheet can", () => {
    assert.equal(inComma(-5), "-5");
    assert.equal(inComma(1.5), "1.5");
    assert.equal(inComma(123_456_789_012_345), "123456789012345");
    assert.equal(inComma(1_234_567_890_123_456), "'1234567890123456");
    assert.equal(inComma("9007199254740993"), "'9007199254740993");
    assert.equal(inComma("+9007199254740993"), "'+9007199254740993");
    assert.equal(inComma("x9007199254740993"), "x9007199254740993");
  });

  it("stay numbers and percentages also if they are negative or have a sign", () => {
    for (const text of ["-12.5%", "-7.25", "-0", "+5", "+12.5 %", "-.5", "-5.", "-1e-5", "-2E+10%"])
      assert.equal(inComma(text), text);
    assert.equal(inComma("-1,234.5"), '"-1,234.5"');
    assert.equal(inComma("-12,5%"), '"-12,5%"');
    assert.equal(inComma(" -5"), '" -5"');
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
      assert.equal(inComma(text), `'${text}`);
    assert.equal(inComma("\t-1"), '"\'\t-1"');
  });

  it("have decimal commas with semicolons, and no comma of thousands that would be one", () => {
    for (const [value, cell] of [
      [71.4, "71,4"],
      [-0.5, "-0,5"],
      [1.5e-7, "1,5e-7"],
      [1_234_567_890_123_456, "'1234567890123456"],
      ["71.4 %", "71,4 %"],
      ["-12.5%", "-12,5%"],
      [".5", ",5"],
      ["5.", "5,"],
      ["1.2.3", "1.2.3"],
      ["v1.5", "v1.5"],
      [".", "."],
      ["true", "true"],
      ["1,234", `"'1,234"`],
      ["-1,234 %", `"'-1,234 %"`],
      ["123,456", `"'123,456"`],
      ["x1,234", `"x1,234"`],
      ["1234,567", `"1234,567"`],
      ["x9007199254740993", "x9007199254740993"],
      ["1,234.5", `"1,234.5"`],
      ["12,5", `"12,5"`],
      ["a;b", `"a;b"`],
      ["a,=1", `"a,'=1"`],
      ["a;=1", `"a;=1"`],
      ["a, b", `"a, b"`],
      ["a\t'b", `"a\t''b"`],
      ["a,+f(1)", `"a,'+f(1)"`],
      ["9007199254740993", "'9007199254740993"],
    ] as const)
      assert.equal(inSemicolon(value), cell, String(value));
  });

  it("make files that a spreadsheet reads as UTF-8, with nothing in place of what is absent", () => {
    const rows = [
      ["a", "b", "c"],
      [1.5, null, undefined],
      [true, "", 0],
    ];
    assert.equal(csvFile(rows, "comma"), "\uFEFFa,b,c\r\n1.5,,\r\ntrue,,0\r\n");
    assert.equal(csvFile(rows, "semicolon"), "\uFEFFa;b;c\r\n1,5;;\r\ntrue;;0\r\n");
  });

  it("are quoted and marked only where they must be", () => {
    for (const text of ["a b", "it's", "1234567890123456 ads", "a=1", "true", "5", ""])
      assert.equal(inComma(text), text);
    assert.equal(inComma("a\tb"), '"a\tb"');
    assert.equal(inComma("a "), '"a "');
    assert.equal(inComma("\u00a0a"), '"\u00a0a"');
    assert.equal(inComma("'a"), "''a");
    assert.equal(inComma("\na"), '"\'\na"');
    assert.equal(inComma("a;=1"), '"a;\'=1"');
    assert.equal(inComma("a\n'b"), "\"a\n''b\"");
    assert.equal(inComma("a\r\n -cmd|' /C calc'!A0"), "\"a\r\n' -cmd|' /C calc'!A0\"");
    assert.equal(inComma("a;+f(1)"), '"a;\'+f(1)"');
    assert.equal(inComma("a;\u200b－b!A1"), '"a;\'\u200b－b!A1"');
    for (const text of ["Off; -50 %", "These:\n- one\n+ two", "a;b", "a;b=c", "a;b@c", "a;b(c)", "a;b|c!"])
      assert.equal(inComma(text), `"${text}"`);
  });
});
