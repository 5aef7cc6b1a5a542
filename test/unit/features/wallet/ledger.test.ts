import assert from "node:assert/strict";
import { appendFile, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { fileOf, LedgerFile, ledgerFiles } from "../../../../src/features/wallet/ledgerFile";
import {
  chained,
  chainStart,
  type LedgerLine,
  LineChain,
  outcomes,
  readLine,
} from "../../../../src/features/wallet/ledgerLine";
import { LedgerReading } from "../../../../src/features/wallet/ledgerReading";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger, openWallet, paid, search } from "./acts";

/** Lines as a window writes them. */
function chainOf(lines: readonly LedgerLine[]): string[] {
  let link = chainStart;
  return lines.map((line) => {
    const next = chained(line, link);
    link = next.link;
    return next.text;
  });
}

describe("the ledger's files", () => {
  const folder = temporaryFolder();
  const now = () => new Date();
  const nameOf = (time: Date) => `${time.toISOString().slice(0, 7)}.ndjson`;
  const file = () => Promise.resolve(folder(nameOf(now())));
  const spend = (identity: string) => openWallet(folder()).spend({ ...search, identity }, undefined, paid());

  it("tolerates a torn last line, and reads it once completed", async () => {
    await spend("1");
    const text = await readFile(await file(), "utf8");
    const cut = text.lastIndexOf("received");
    await truncate(await file(), cut);
    const ledger = openLedger(folder(), now);
    assert.deepEqual(await ledger.today(), { spent: 0, maybe: 100, sample: 0 });
    await appendFile(await file(), text.slice(cut));
    assert.deepEqual(await ledger.today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("skips corrupt lines, counts them, and reads what follows", async () => {
    const sentTwice = '{"line":"sent","act":"a","attempt":1}';
    const hostile = ["not JSON", "null", "[]", '{"line":"__proto__"}', sentTwice, '{"line":"received","act":7}', "\0"];
    const name = nameOf(now());
    await writeFile(folder(name), `${hostile.join("\n")}\n`);
    await openWallet(folder(), { confirm: () => Promise.resolve(true) }).spend(search, undefined, paid());
    const everything = await openLedger(folder(), now).everything();
    assert.equal(everything.corrupt, hostile.length);
    assert.deepEqual(everything.damaged, [{ file: name, missing: 0 }]);
    assert.deepEqual(await openLedger(folder(), now).today(), { spent: 100, maybe: 0, sample: 0 });
  });

  it("always counts the same as a full reading", async () => {
    await spend("1");
    const whole = await readFile(await file());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 6 }), async (cuts) => {
        const path = folder("growing");
        const tail = new LedgerFile(path);
        const lines: (LedgerLine | undefined)[] = [];
        for (const end of [...cuts.sort((a, b) => a - b), whole.length]) {
          await writeFile(path, whole.subarray(0, end));
          assert.equal(await tail.read((line) => lines.push(line)), "read");
        }
        assert.deepEqual([...new Set(lines.map((line) => line?.line))], ["sent", "received"]);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps counting a replaced or deleted file's lines, and reports them missing", async () => {
    const ledger = openLedger(folder(), now);
    await spend("1");
    await spend("2");
    assert.equal((await ledger.today()).spent, 200);
    await truncate(await file(), 0);
    assert.equal((await ledger.today()).spent, 200);
    const { damage } = await ledger.state();
    assert.equal(damage?.marks.length, 1);
    await ledger.acceptDamage(damage);
    assert.equal((await ledger.state()).damage, undefined);
    await spend("3");
    assert.equal((await ledger.today()).spent, 300);
    await rm(await file());
    assert.equal((await ledger.today()).spent, 300);
    assert.notEqual((await ledger.state()).damage, undefined);
  });

  it("reads files larger than its chunks, with characters across chunk borders", async () => {
    const label = "é漢🛍".repeat(20);
    const wallet = openWallet(folder());
    await wallet.spend({ ...search, label }, undefined, paid());
    const [text = "", end = ""] = (await readFile(await file(), "utf8")).split("\n");
    const lines = [text, end].map((line) => readLine(line)!);
    const lineOf = (line: LedgerLine, act: string) => ("act" in line ? { ...line, act } : assert.fail());
    const many = chainOf(Array.from({ length: 4000 }, (_, index) => lineOf(lines[index % 2]!, String(index >> 1))));
    await writeFile(await file(), many.join(""));
    const everything = await openLedger(folder(), now).everything();
    assert.deepEqual([everything.corrupt, everything.damaged], [0, []]);
    const labels = new Set(Array.from(everything.all(), ({ sent }) => sent.label));
    assert.deepEqual([...labels], [label]);
    assert.equal((await openLedger(folder(), now).today()).spent, 200_000);
  });

  it("has one whole file per month, whoever writes", async () => {
    let time = new Date(Date.UTC(2026, 0, 31, 12));
    const wallets = [1, 2, 3].map(() => openWallet(folder(), { now: () => time }));
    const all = (month: string) =>
      Promise.all(wallets.map((wallet, at) => wallet.spend({ ...search, identity: month + at }, undefined, paid())));
    await all("January");
    time = new Date(Date.UTC(2026, 1, 1, 12));
    await all("February");
    assert.deepEqual(
      (await readdir(folder())).filter((name) => name.endsWith(".ndjson")),
      ["2026-01.ndjson", "2026-02.ndjson"],
    );
    const { damaged, corrupt } = await openLedger(folder(), now).everything();
    assert.deepEqual([damaged, corrupt], [[], 0]);
  });

  it("knows what was paid for and answered, and when, in any month and window", async () => {
    const old = new Date(Date.UTC(2025, 10, 24, 12));
    const then = openWallet(folder(), { now: () => old });
    const act = (identity: string) => ({ ...search, identity });
    for (const outcome of outcomes) await then.spend(act(outcome), undefined, paid(outcome));
    const wallet = openWallet(folder());
    for (const outcome of outcomes)
      assert.deepEqual(
        await wallet.paidFor(act(outcome)),
        outcome === "received" ? { paidAt: old.toISOString() } : undefined,
      );
    assert.equal(await wallet.paidFor({ ...act("received"), origin: "https://other.example" }), undefined);
    assert.equal(await wallet.paidFor(act("new")), undefined);
    await spend("new");
    assert.notEqual(await wallet.paidFor(act("new")), undefined);
    await spend("received");
    assert.ok((await wallet.paidFor(act("received")))!.paidAt > old.toISOString());
  });
});

const now = () => new Date("2025-03-03T12:00:00.000Z");

describe("the ledger's file of a month", () => {
  const folder = temporaryFolder();
  const place = () => folder("deep", "er");
  const file = () => join(place(), fileOf("2025-03"));
  const spend = (identity: string) =>
    openWallet(place(), { now }).spend({ ...search, identity }, undefined, paid("received"));
  async function found(): Promise<readonly [requests: number, corrupt: number, damaged: number]> {
    const everything = await openLedger(place()).everything();
    return [[...everything.all()].length, everything.corrupt, everything.damaged.length];
  }

  it("is made with its folder by the first line", async () => {
    await spend("1");
    assert.deepEqual(ledgerFiles(place()), ["2025-03.ndjson"]);
    assert.deepEqual(await found(), [1, 0, 0]);
    // Windows has no such permissions.
    if (process.platform !== "win32") assert.equal((await stat(file())).mode & 0o777, 0o600);
  });

  it("is read anew for what was paid for if it became shorter", async () => {
    for (const identity of ["1", "2", "3"]) await spend(identity);
    const wallet = openWallet(place(), { now });
    const act = { ...search, identity: "4" };
    assert.equal(await wallet.paidFor(act), undefined);
    await writeFile(file(), "");
    await spend("4");
    assert.deepEqual(await wallet.paidFor(act), { paidAt: now().toISOString() });
  });

  it("is recreated if it or its folder is gone", async () => {
    const wallet = openWallet(place(), { now, confirm: () => Promise.resolve(true) });
    for (const what of [file(), place()]) {
      await wallet.spend({ ...search, identity: `before ${what}` }, undefined, paid());
      await rm(what, { recursive: true });
      await wallet.spend({ ...search, identity: `after ${what}` }, undefined, paid());
      assert.deepEqual(await found(), [1, 0, 0]);
    }
  });

  it("continues after a torn line, which stays separate", async () => {
    await spend("1");
    await appendFile(file(), '{"line":"sent","act":"cut sh');
    await spend("2");
    assert.deepEqual(await found(), [2, 1, 0]);
  });

  it("continues after a line whose line ending is missing", async () => {
    await spend("1");
    await writeFile(file(), (await readFile(file(), "utf8")).trimEnd());
    assert.deepEqual(await openLedger(place(), now).today(), { spent: 100, maybe: 0, sample: 0 });
    await spend("2");
    assert.deepEqual(await found(), [2, 0, 0]);
  });

  it("accepts no line if its folder has become a file", async () => {
    await spend("1");
    await rm(place(), { recursive: true });
    await writeFile(place(), "");
    await assert.rejects(spend("2"), { code: "storage" });
  });
});

const sent = (act: string): LedgerLine => ({
  ...{ line: "sent", act, at: "2026-05-01T10:00:00.000Z", what: "search", credits: 100, origin: "https://ads.example" },
  ...{ sample: false, platform: "native", label: 'a ,"check":"0123456789abcdef"} with all', attempt: 1 },
  ...{ request: "0".repeat(32), page: 1 },
});

function read(lines: readonly string[]): LineChain {
  const chain = new LineChain();
  for (const line of lines) chain.take(line);
  return chain;
}

describe("the lines of a ledger file", () => {
  const lines = chainOf(Array.from({ length: 8 }, (_, at) => sent(String(at)))).map((line) => line.slice(0, -1));

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

const minute = 60_000;
const midnight = new Date(2026, 5, 2).getTime();
const noon = () => new Date(2026, 5, 2, 12);
const at = (ms: number) => new Date(midnight + ms).toISOString();

/** A file with these requests. */
const textOf = (...acts: readonly (readonly [act: string, at: string])[]) =>
  chainOf(acts.map(([act, time]) => ({ ...sent(act), at: time, label: act }))).join("");

describe("a reading of the ledger", () => {
  const folder = temporaryFolder();
  /** Of a month and of the next one, as where a clock was ahead. */
  const pathOf = (number: number) => folder(fileOf(`2026-0${6 + number}`));
  const open = () => new LedgerReading(folder(), noon, 10 * minute);
  const marksOf = (reading: LedgerReading) => reading.damage.marks;

  it("has the attempts since ten minutes before midnight", async () => {
    const times = [-10 * minute - 1, -10 * minute, 0];
    await writeFile(pathOf(0), textOf(...times.map((ms) => [String(ms), at(ms)] as const)));
    const acts = (await open().read()).map((attempt) => attempt.sent.act);
    assert.deepEqual(acts, ["-600000", "0"]);
  });

  it("reports only lost attempts of that time", async () => {
    const reading = open();
    await writeFile(pathOf(0), textOf(["too old", at(-10 * minute - 1)]));
    await reading.read();
    await rm(pathOf(0));
    await reading.read();
    assert.deepEqual(marksOf(reading), []);
    await writeFile(pathOf(0), textOf(["old enough", at(-10 * minute)]));
    await reading.read();
    await rm(pathOf(0));
    await reading.read();
    assert.equal(marksOf(reading).length, 1);
    assert.match(marksOf(reading)[0] ?? "", /^[0-9a-f]{16}$/);
  });

  it("identifies the same loss in any order", async () => {
    const [one, two] = [open(), open()];
    await writeFile(pathOf(1), textOf(["b", at(1)]));
    await two.read();
    await writeFile(pathOf(0), textOf(["a", at(0)]));
    for (const reading of [one, two]) await reading.read();
    for (const number of [0, 1]) await rm(pathOf(number));
    for (const reading of [one, two]) await reading.read();
    assert.equal(marksOf(one).length, 1);
    assert.deepEqual(marksOf(two), marksOf(one));
  });

  it("treats a listed but missing file as gone", async () => {
    const reading = open();
    const target = folder("target");
    await writeFile(target, textOf(["a", at(0)]));
    await symlink(target, pathOf(0));
    assert.equal((await reading.read()).length, 1);
    assert.deepEqual(marksOf(reading), []);
    await rm(target);
    assert.equal((await reading.read()).length, 1);
    assert.equal(marksOf(reading).length, 1);
    await writeFile(target, textOf(["a", at(0)]));
    await reading.read();
    assert.deepEqual(marksOf(reading), []);
  });

  it("lists files from a month on, and those of all months", async () => {
    const names = ["2026-04", "2026-05", "2026-06"].map((month) => `${month}.ndjson`);
    for (const name of [...names, "2026-07.txt", "2026-07.1.ndjson", "notes"]) await writeFile(folder(name), "");
    assert.deepEqual(ledgerFiles(folder(), "2026-05"), names.slice(1));
    assert.deepEqual(ledgerFiles(folder()), names);
    assert.deepEqual(ledgerFiles(folder("nowhere")), []);
  });
});
