import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import Ajv from "ajv";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { type BoardEntry, boardSchema } from "../../../../src/features/boards/board";
import {
  addEntries,
  changeColumns,
  changeEntries,
  entryLine,
  newBoard,
  removeAt,
  removeEntries,
} from "../../../../src/features/boards/editBoard";
import { readBoard } from "../../../../src/features/boards/readBoard";
import { cardOfSnapshot } from "../../../../src/features/boards/snapshot";
import { type ColumnEdit, editedColumns } from "../../../../src/protocol/boards";
import { platforms } from "../../../../src/protocol/platforms";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";

const entryOf = (id: string, more: Partial<BoardEntry> = {}): BoardEntry => ({
  ad: { platform: "tiktok", id },
  source: {
    ...{ library: "https://ads.example", version: "v2", platform: "mega", received: "2026-01-02T03:04:05.678Z" },
    search: { body: '{"country":[9007199254740993],"text":["shoes"]}', lastHit: "9007199254740995", page: 2 },
  },
  ...{ sha256: "0".repeat(64), column: "", tags: [], note: "" },
  ...more,
});
const textWith = (...entries: readonly BoardEntry[]) => addEntries(newBoard("Shoes", ["Hook"]), entries)?.text ?? "";
const problemsOf = (text: string) =>
  readBoard(text).problems.map(({ code, severity, range }) => [code, severity, range.line]);

describe("boards as files", () => {
  const folder = temporaryFolder();

  it("have one line for each entry, in the order of ads, with every digit", () => {
    const entries = [entryOf("30"), entryOf("9007199254740993", { note: 'Say "why"', tags: ["a"] }), entryOf("4")];
    const text = textWith(...entries);
    assert.deepEqual(
      text.split("\n").flatMap((line) => /^ {4}\{ "ad": "tiktok:(\d+)"/.exec(line)?.[1] ?? []),
      ["4", "30", "9007199254740993"],
    );
    assert.match(text, /"body": \{ "country": \[9007199254740993\], "text": \["shoes"\] \}/);
    const { board, problems } = readBoard(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(board?.entries, [entries[2], entries[0], entries[1]]);
  });

  it("keep comments, blanks, unknown fields, and line ends when entries come and go", () => {
    const text = [
      "// Ours",
      '{ "owner": { "team": [1] },',
      '  "entries": [ // first',
      `    ${entryLine(entryOf("1")).replace("}", ', "rating": 5 }')}, // one`,
      "    // above nine",
      `    ${entryLine(entryOf("9")).slice(0, -2)}, "seen": true },`,
      "  ],",
      '  "name": "Mine"',
      "}",
      "",
    ].join("\r\n");
    const added = addEntries(text, [entryOf("5"), entryOf("0"), entryOf("12"), entryOf("9")]);
    assert.ok(added);
    assert.deepEqual(
      added.entries.map(({ ad }) => ad.id),
      ["0", "5", "12"],
    );
    for (const line of text.split("\r\n")) assert.ok(added.text.split("\r\n").includes(line), line);
    assert.deepEqual(
      readBoard(added.text).board?.entries.map(({ ad }) => ad.id),
      ["0", "1", "5", "9", "12"],
    );
    const removed = removeEntries(added.text, added.entries);
    assert.deepEqual(parse(removed?.text ?? ""), parse(text));
    for (const comment of ["// Ours", "// first", "// one", "// above nine"])
      assert.ok(removed?.text.includes(comment), comment);
  });

  it("change in one member of the chosen entries only, byte for byte, and lose what is empty", () => {
    const text = [
      '{ "entries": [ // first',
      `    ${entryLine(entryOf("1"))}, // one`,
      `    { "rating": 5, ${entryLine(entryOf("2", { column: "Hook", note: "Old" })).slice(2)}`,
      "  ] }",
    ].join("\r\n");
    const column = changeEntries(text, new Set([0]), () => ({ column: 'Say "why"' }));
    const first = entryLine(entryOf("1"));
    assert.equal(column, text.replace(first, `${first.slice(0, -2)}, "column": "Say \\"why\\"" }`));
    assert.equal(
      changeEntries(text, new Set([1]), ({ note }) => ({ note: `${note}\nNew` })),
      text.replace('"Old"', '"Old\\nNew"'),
    );
    const all = new Set([0, 1]);
    const tagged = changeEntries(text, all, ({ tags }) => ({ tags: [...tags, "a", "b"] })) ?? "";
    assert.deepEqual(valuesOf(readBoard(tagged).board?.entries ?? [], "tags"), [
      ["a", "b"],
      ["a", "b"],
    ]);
    assert.equal(
      changeEntries(tagged, all, () => ({ tags: [] })),
      text,
    );
    assert.equal(
      changeEntries(text, all, () => ({ column: "" })),
      text.replace(', "column": "Hook"', ""),
    );
    assert.equal(
      changeEntries("<<<<<<< HEAD", all, () => ({ note: "" })),
      undefined,
    );
  });

  it("lose any of their entries at once", () => {
    const entries = Array.from({ length: 9 }, (_, at) => entryOf(String(at)));
    const text = textWith(...entries).replace('"tiktok:4"', '/* four */ "tiktok:4"');
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(8)), (gone) => {
        const left = removeAt(text, new Set(gone)) ?? "";
        const wanted = entries.filter((_, at) => !gone.includes(at));
        assert.deepEqual(parse(left, [], { disallowComments: false }), parse(textWith(...wanted)));
        if (gone.length < 9 && !gone.includes(4)) assert.ok(left.includes("/* four */"));
      }),
    );
  });

  it("get columns after the others, in another order, and with other names; comments stay", () => {
    const edit = (text: string, wanted: ColumnEdit) => changeColumns(text, (names) => editedColumns(names, wanted));
    const add = (text: string, column: string) => edit(text, { kind: "addColumn", column });
    assert.equal(add(textWith(), "Offer"), textWith().replace('["Hook"]', '["Hook", "Offer"]'));
    assert.equal(add(textWith(), "Hook"), textWith());
    const without = textWith(entryOf("1", { column: "Proof" })).replace(/.*"columns".*\n/, "");
    assert.deepEqual(readBoard(add(without, "Offer") ?? "").board?.columns, ["Proof", "Offer"]);
    assert.equal(add("{", "Offer"), undefined);

    const text = textWith().replace('["Hook"]', '["Hook" /* first */, "Offer", // second\n "Proof"]');
    const moved = edit(text, { kind: "moveColumn", column: "Proof", by: -1 });
    assert.equal(moved, text.replace('"Offer"', "#").replace('"Proof"', '"Offer"').replace("#", '"Proof"'));
    assert.equal(edit(moved ?? "", { kind: "moveColumn", column: "Proof", by: 1 }), text);
    for (const [column, by] of [
      ["Hook", -1],
      ["Proof", 1],
      ["None", 1],
    ] as const)
      // prettier-ignore
      assert.equal(edit(text, { kind: "moveColumn", column, by }), text);
    assert.equal(edit(text, { kind: "renameColumn", column: "Offer", name: 'A "b"' }), text.replace('"Offer"', '"A \\"b\\""')); // prettier-ignore
    assert.equal(edit(text, { kind: "renameColumn", column: "Offer", name: "Hook" }), text);
    const twice = textWith().replace('["Hook"]', '["Hook", "Offer", "Hook"]');
    const swapped = edit(twice, { kind: "moveColumn", column: "Offer", by: -1 });
    assert.deepEqual(readBoard(swapped ?? "").board?.columns, ["Offer", "Hook"]);
    // A column that only entries name gets its place in the list.
    const unnamed = textWith(entryOf("1", { column: "Proof" }));
    const first = edit(unnamed, { kind: "moveColumn", column: "Proof", by: -1 });
    assert.deepEqual(readBoard(first ?? "").board?.columns, ["Proof", "Hook"]);
  });

  it("have an ad's texts only where its entry has them, as text, with unknown fields untouched", () => {
    const hostile = '<img src=x onerror="alert(1)">\u202E';
    const snapshot = { title: hostile, text: "One\nTwo", call_to_action: "Shop", advertiser: "Acme", landing_domain: "shop.example" }; // prettier-ignore
    const plain = textWith(entryOf("1"), entryOf("2"));
    const text = changeEntries(plain, new Set([1]), () => ({ snapshot })) ?? "";
    assert.equal(text.split("\n").length, plain.split("\n").length);
    const { board, problems } = readBoard(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(board?.entries.map((entry) => entry.snapshot), [undefined, snapshot]); // prettier-ignore
    assert.equal(textWith(entryOf("1"), entryOf("2", { snapshot })), text);
    const card = cardOfSnapshot(entryOf("2", { snapshot }));
    assert.deepEqual([card?.title, card?.displayUrl, card?.owner?.name], [hostile, "https://shop.example", "Acme"]);
    assert.deepEqual(valuesOf(card?.metadata ?? [], "values"), [["One\nTwo"], ["Shop"]]); // prettier-ignore
    assert.equal(cardOfSnapshot(entryOf("2", { snapshot: true })), undefined);
    assert.equal(changeEntries(text, new Set([1]), () => ({ snapshot: undefined })), plain); // prettier-ignore
    const more = text.replace('"title":', '"mine": [1], "title":');
    assert.deepEqual(readBoard(more).problems, []);
    assert.match(changeEntries(more, new Set([1]), () => ({ note: "x" })) ?? "", /"mine": \[1\], "title":/);
    assert.equal(readBoard(plain.replace('"tiktok:2"', '"tiktok:2", "snapshot": true')).board?.entries[1]?.snapshot, true); // prettier-ignore
    for (const wrong of ["false", '{ "title": 1 }'])
      assert.deepEqual(problemsOf(plain.replace('"tiktok:2"', `"tiktok:2", "snapshot": ${wrong}`)), [["wrongType", "error", 6]]); // prettier-ignore
  });

  it("lose exactly what was added, even if it was formatted since, and nothing that was changed since", () => {
    const before = textWith(entryOf("1"), entryOf("7"));
    const added = addEntries(before, [entryOf("3"), entryOf("5"), entryOf("9")]);
    assert.ok(added);
    assert.equal(removeEntries(added.text, added.entries)?.text, before);
    const changed = added.text.replace(entryLine(entryOf("5")), entryLine(entryOf("5", { note: "Keep me" })));
    const formatted = JSON.stringify(parse(changed), undefined, 2).replaceAll("9007199254740992", "9007199254740993");
    const undone = removeEntries(formatted, added.entries);
    assert.deepEqual(
      undone?.entries.map(({ ad }) => ad.id),
      ["3", "9"],
    );
    assert.deepEqual(
      readBoard(undone?.text ?? "").board?.entries.flatMap(({ ad, note }) => [ad.id, note]),
      ["1", "", "5", "Keep me", "7", ""],
    );
  });

  it("come and go in any number and order, and are the same text again", () => {
    const ids = fc.uniqueArray(fc.bigInt(-50n, 50n).map(String), { maxLength: 12 });
    fc.assert(
      fc.property(ids, ids, (first, more) => {
        const before = textWith(...first.map((id) => entryOf(id)));
        const added = addEntries(
          before,
          more.map((id) => entryOf(id)),
        );
        assert.ok(added);
        const all = [...new Set([...first, ...more])].sort((a, b) => Number(BigInt(a) - BigInt(b)));
        const { board, problems } = readBoard(added.text);
        assert.deepEqual(problems, []);
        assert.deepEqual(
          board?.entries.map(({ ad }) => ad.id),
          all,
        );
        const back = removeEntries(added.text, added.entries)?.text ?? "";
        if (first.length > 0) assert.equal(back, before);
        else assert.deepEqual(parse(back), parse(before));
      }),
    );
  });

  it("merge in Git when two people add different ads", () => {
    const base = textWith(...["100", "200", "300"].map((id) => entryOf(id)));
    const sides = ["150", "250"].map((id) => addEntries(base, [entryOf(id)])?.text ?? "");
    const names = ["ours", "base", "theirs"].map((name) => folder(name));
    for (const [at, text] of [sides[0], base, sides[1]].entries()) writeFileSync(names[at] ?? "", text ?? "");
    const merged = execFileSync("git", ["merge-file", "-p", ...names], { encoding: "utf8" });
    const { board, problems } = readBoard(merged);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      board?.entries.map(({ ad }) => ad.id),
      ["100", "150", "200", "250", "300"],
    );
  });

  it("are never changed while they have a conflict or an error, which has its place", () => {
    const good = textWith(entryOf("1", { column: "Hook" }), entryOf("2"));
    const line = good.split("\n")[4] ?? "";
    const conflicted = good.replace(line, `<<<<<<< HEAD\n${line}\n=======\n${line}\n>>>>>>> theirs`);
    const broken: readonly (readonly [string, readonly unknown[]])[] = [
      [conflicted, [["conflict", "error", 5]]],
      [good.slice(0, -3), [["syntax", "error", 7]]],
      ["[]", [["notAnObject", "error", 1]]],
      ["", [["syntax", "error", 1]]],
      ["{}", [["missing", "error", 1]]],
      ['{ "entries": [], "entries": [1] }', [["duplicateName", "error", 1]]],
      [good.replace('"tiktok:2"', '"tiktok:x"'), [["wrongType", "error", 6]]],
      [good.replace('"tiktok:2"', '"mega:2"'), [["wrongType", "error", 6]]],
      [good.replaceAll('"page": 2', '"page": 0'), [...[5, 6].map((at) => ["wrongType", "error", at])]],
      [good.replace(/"page": 2, /, ""), [["missing", "error", 5]]],
      [good.replace(/, "sha256": "0+"/, ""), [["missing", "error", 5]]],
      ["[".repeat(100), [["tooDeep", "error", 1]]],
    ];
    for (const [text, problems] of broken) {
      assert.deepEqual(problemsOf(text), problems, text);
      assert.equal(addEntries(text, [entryOf("3")]), undefined);
      assert.equal(removeEntries(text, [entryOf("1")]), undefined);
    }
  });

  it("say what of them is too long, and that they are nested too deeply", () => {
    const said = (text: string) => readBoard(text).problems.map(({ code, message }) => [code, message]);
    const long = (more: object) => said(textWith(entryOf("1", more)));
    assert.deepEqual(long({ note: "x".repeat(100_001) }), [["tooLong", "This is too long. The limit is 100,000 characters."]]); // prettier-ignore
    assert.deepEqual(long({ tags: ["x".repeat(201)] }), [["tooLong", "This is too long. The limit is 200 characters."]]); // prettier-ignore
    assert.deepEqual(long({ snapshot: { text: "x".repeat(4001) } }), [["tooLong", "This is too long. The limit is 4,000 characters."]]); // prettier-ignore
    assert.deepEqual(long({ tags: Array.from({ length: 1001 }, String) }), [["tooLong", "This list is too long. The limit is 1,000 entries."]]); // prettier-ignore
    assert.deepEqual(said("[".repeat(100)), [["tooDeep", "This file is nested too deeply for a board."]]);
  });

  it("warn of an ad that is there twice, and of a column that the board lacks", () => {
    const text = textWith(entryOf("1", { column: "Hok" }));
    const line = entryLine(entryOf("1", { column: "Hook" }));
    assert.deepEqual(problemsOf(text), [["unknownColumn", "warning", 5]]);
    assert.match(readBoard(text).problems[0]?.message ?? "", /“Hok”.*“Hook”/);
    assert.deepEqual(problemsOf(text.replace("\n  ]", `,\n    ${line}\n  ]`)), [
      ["unknownColumn", "warning", 5],
      ["duplicateAd", "warning", 6],
    ]);
  });

  it("have a schema that accepts them, also for other editors", () => {
    const schema = JSON.parse(readFileSync("docs/schemas/adboard.schema.json", "utf8")) as Record<string, unknown>;
    assert.deepEqual(JSON.parse(boardSchema()), schema);
    const ajv = new Ajv({ strict: false, allErrors: true });
    const detail = entryOf("2", { source: { ...entryOf("2").source, search: undefined } as never });
    const more = platforms.map(({ token }, at) =>
      entryOf(String(at + 3), { source: { ...entryOf("3").source, platform: token } }),
    );
    const kept = [entryOf("20", { snapshot: true }), entryOf("21", { snapshot: { title: "A", text: "B" } })];
    const valid = ajv.validate(schema, parse(textWith(entryOf("1", { tags: ["a"] }), detail, ...more, ...kept)));
    assert.equal(valid, true, ajv.errorsText());
    assert.equal(ajv.validate(schema, { entries: [{ ad: "x" }] }), false);
  });
});
