import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { rowsOf, valuesOf } from "../../../support/valuesOf";
import { labelText } from "../../../../src/features/text/readableText";
import { useWallets, paid, search } from "./acts";

describe("the credits report", () => {
  const folder = temporaryFolder();
  const openWallet = useWallets();

  it("groups by day, platform, and search, newest and most expensive first", async () => {
    let now = new Date(2026, 4, 1, 12);
    const wallet = openWallet(folder(), { now: () => now });
    await wallet.spend({ ...search, label: "shoes" }, undefined, paid());
    now = new Date(2026, 4, 2, 12);
    await wallet.spend({ ...search, label: "hats", platform: "display" }, undefined, paid());
    await wallet.spend({ ...search, label: "hats", platform: "display", identity: "2" }, undefined, paid("rejected"));
    await wallet.spend({ ...search, label: "ad 7", what: "adDetail" }, undefined, paid());
    const { rows, service, sample } = await wallet.report();
    assert.deepEqual(rowsOf(rows, "day", "platform", "what", "label", "requests", "spent", "maybe"), [
      ["2026-05-02", "display", "search", "hats", 2, 100, 100],
      ["2026-05-02", "native", "adDetail", "ad 7", 1, 100, 0],
      ["2026-05-01", "native", "search", "shoes", 1, 100, 0],
    ]);
    assert.deepEqual(
      [service.total.spent, service.total.maybe, service.today.spent, sample.total.requests],
      [300, 100, 200, 0],
    );
    assert.deepEqual(valuesOf(service.days, "name"), ["2026-05-02", "2026-05-01"]);
    assert.deepEqual(valuesOf(service.platforms, "name", "requests"), ["display", 2, "native", 2]);
    assert.deepEqual(valuesOf(service.labels, "name", "what"), [
      "hats",
      "search",
      "ad 7",
      "adDetail",
      "shoes",
      "search",
    ]);
  });

  it("names what assistants spent, most expensive first, by client, door, and tool", async () => {
    let now = new Date(2026, 4, 1, 12);
    const wallet = openWallet(folder(), { assistantAllowance: 1000, now: () => now });
    const by = { door: "mcp", client: "A client", tool: "buy_plan", round: "" } as const;
    const chat = { ...by, door: "vscode", client: "The chat" } as const;
    for (const identity of ["1", "2"]) await wallet.spend({ ...search, by: chat, identity }, undefined, paid());
    now = new Date(2026, 4, 2, 12);
    await wallet.spend({ ...search, by }, undefined, paid());
    await wallet.spend({ ...search, identity: "a person's" }, undefined, paid());
    const { rows, service, sample } = await wallet.report();
    assert.deepEqual(valuesOf(service.assistants, "name", "spent"), [
      "The chat (VS Code): buy_plan",
      200,
      "A client (MCP): buy_plan",
      100,
    ]);
    assert.deepEqual(sample.assistants, []);
    assert.deepEqual(
      new Set(rows.map(({ assistant }) => assistant)),
      new Set(["", ...service.assistants.map(({ name }) => name)]),
    );
  });

  it("adds up each library on its own, the sample library apart", async () => {
    let now = new Date(2026, 4, 1, 12);
    const wallet = openWallet(folder(), { now: () => now });
    await wallet.spend(search, undefined, paid());
    now = new Date(2026, 4, 2, 12);
    const other = { ...search, origin: "https://other.example" };
    for (const identity of ["2", "3"]) await wallet.spend({ ...other, identity }, undefined, paid());
    await wallet.spend({ ...search, origin: "sample:", sample: true }, undefined, paid());
    const { service, sample } = await wallet.report();
    const told = ({ libraries }: typeof service) =>
      libraries.map(({ name, spent, today }) => [name, spent, today.spent]);
    assert.deepEqual(told(service), [
      ["https://other.example", 200, 200],
      ["https://ads.example", 100, 0],
    ]);
    assert.deepEqual(told(sample), [["sample:", 100, 100]]);
  });

  it("writes CSV without formulas in which every text survives", async () => {
    const texts = [
      ...["=1+1", "+1", "-1", "+1+1", "-1+1", "@SUM(A1)", "  =cmd|' /C calc'!A0", "＝1", "a,b", 'say "hi"'],
      ...["semi;colon", "'quoted", "plain", "|x"],
    ];
    const wallet = openWallet(folder());
    for (const label of texts) await wallet.spend({ ...search, identity: label, label }, undefined, paid());
    const rows: string[][] = parse((await wallet.report()).csv("comma"), { bom: true });
    const [head, ...body] = rows;
    const label = head!.indexOf("label");
    // A number alone runs nothing.
    for (const cell of body.flat().filter((each) => !/^[+-]1$/.test(each)))
      assert.doesNotMatch(cell, /^[\s]*[=+\-@＝＋－＠|]/);
    assert.deepEqual(new Set(body.map((cells) => cells[label]!.replace(/^'/, ""))), new Set(texts.map(labelText)));
    assert.ok(body.every((cells) => cells[head!.indexOf("spent")] === "100"));
  });

  it("keeps labels to one readable line, clipped between characters", () => {
    assert.equal(labelText(" a\u0000\u001b[31m\r\n\u202eb\u2028c "), "a [31m b c");
    assert.equal(labelText("👨‍👩‍👧".repeat(500)), `${"👨‍👩‍👧".repeat(199)}…`);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
        assert.doesNotMatch(labelText(text), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        assert.doesNotThrow(() => encodeURIComponent(labelText(text)));
      }),
    );
  });
});
