/** Reads a cell as docs/export-format.md says. @param other the separator that the file doesn't have */
export const readCell = (cell: string, other: "," | ";" = ";") =>
  cell.replace(other === ";" ? /^'|(?<=[;\t\r\n])'/g : /^'|(?<=[,\t\r\n])'/g, "");

/** What a spreadsheet would run: not a number or a percentage. */
export const formulaCell =
  /^(?! *[+-][\d.,]*\d[\d.,]*(?:e[+-]?\d+)? ?%? *$)[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]|^[\t\r\n]/iu;

export const hostileCells = [
  "=1+1",
  "+1",
  "-1",
  "-12.5%",
  "-1+1",
  "-5-cmd",
  "+1 %x",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "  =1",
  "\u00a0=cmd|' /C calc'!A0",
  "\u3000＝1",
  "＠x",
  "＋1",
  "－1",
  "\u200b=1",
  "\ufeff=1",
  "\u0000=1",
  "\u00ad\u202e=1",
  "|x",
  "'quoted",
  "''=1",
  'say "hi"',
  '",=1',
  "a;=1",
  "a\r\n=1",
  " space ",
  "",
  "日本, 東京",
  "9007199254740993",
  "-9007199254740993",
  "007",
  "1e999",
];
