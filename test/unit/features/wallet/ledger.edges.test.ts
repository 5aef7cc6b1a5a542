import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { Attempts, chargeOf } from "../../../../src/features/wallet/attempts";
import { creditsReport } from "../../../../src/features/wallet/creditsReport";
import { type FlightEnds, Flights } from "../../../../src/features/wallet/flights";
import { Ledger } from "../../../../src/features/wallet/ledger";
import { LedgerFile } from "../../../../src/features/wallet/ledgerFile";
import { chained, chainStart } from "../../../../src/features/wallet/ledgerLine";
import { readLine, type AttemptOutcome, type SentLine } from "../../../../src/features/wallet/ledgerLine";
import { WalletError } from "../../../../src/features/failures/featureError";
import { skipBecause } from "../../../support/skipping";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openLedger, useWallets, paid, search } from "./acts";

const now = () => new Date();
const intent = {
  ...({ what: "search", credits: 100, origin: "https://ads.example", sample: false, platform: "native" } as const),
  ...{ label: "shoes", request: "0".repeat(32), page: 1 },
};
const sent: SentLine = { ...intent, line: "sent", act: "a", at: now().toISOString(), attempt: 1 };
const limits = (dailyBudget: number) => ({ dailyBudget, assistantAllowance: 0 });

describe("at the ledger's edges", () => {
  const folder = temporaryFolder();
  const openWallet = useWallets();
  const linesOf = async (place: string) => {
    const texts = await Promise.all(
      (await readdir(place))
        .filter((name) => name.endsWith(".ndjson"))
        .map((name) => readFile(join(place, name), "utf8")),
    );
    return texts.flatMap((text) => text.split("\n").filter(Boolean).map(readLine));
  };

  it("unsynced lines are reported", async () => {
    const problems: unknown[] = [];
    const ledger = new Ledger(folder(), now, (error) => problems.push(error));
    const refused = new Error("EIO");
    const sync = mock.method(LedgerFile.prototype, "sync", () => Promise.reject(refused));
    await ledger.send(ledger.begin(intent), 1, limits(0));
    await ledger.close();
    sync.mock.restore();
    assert.deepEqual(problems, [refused]);
  });

  it("the credits of the last ten minutes are those since a person was asked, without acts that are counted elsewhere", async () => {
    const minute = 60_000;
    let time = new Date(2026, 5, 1, 12).getTime();
    const ledger = openLedger(folder(), () => new Date(time));
    const spend = async (more: object) => {
      const entry = ledger.begin({ ...intent, ...more });
      await ledger.send(entry, 1, limits(0));
      return entry.act;
    };
    await spend({ credits: 1 });
    assert.equal((await ledger.state()).recent, 1);
    time += 10 * minute;
    assert.equal((await ledger.state()).recent, 1);
    time += 1;
    assert.deepEqual(await ledger.state(), { recent: 0, open: 0 });
    await spend({ credits: 10 });
    time += 1;
    const agreed = new Date(time).toISOString();
    await spend({ credits: 100, agreed });
    const unasked = await spend({ credits: 1000 });
    time += 1;
    // A later page of the same plan: nobody was asked again.
    await spend({ credits: 100, agreed });
    await spend({ credits: 10_000, sample: true });
    assert.deepEqual(await ledger.state(), { recent: 1000, open: 0 });
    assert.equal((await ledger.state((act) => act === unasked)).recent, 0);
  });

  it("a day begins at midnight", async () => {
    let time = new Date(2026, 5, 1, 23, 59, 59, 999).getTime();
    const ledger = openLedger(folder(), () => new Date(time));
    for (const attempt of [1, 2]) {
      await ledger.send(ledger.begin(intent), attempt, limits(0));
      time += 1;
    }
    time += 12 * 60 * 60_000;
    assert.deepEqual(await ledger.today(), { spent: 0, maybe: 0, sample: 0 });
    assert.equal((await ledger.ofToday()).length, 1);
  });

  it("spending at other libraries and of exports is counted separately", async () => {
    const wallet = openWallet(folder());
    const [here, there] = [search.origin, "https://other.example"];
    const of = (id: string) => ({ id, booked: () => Promise.resolve(), ended: () => Promise.resolve() });
    await wallet.spend({ ...search, export: of("one") }, undefined, paid());
    await wallet.spend({ ...search, export: of("one"), identity: "2", of: { ad: "7" } }, undefined, paid("unknown"));
    await wallet.spend({ ...search, export: of("two"), origin: there }, undefined, paid("rejected"));
    await wallet.spend({ ...search, origin: "sample:", sample: true }, undefined, paid());
    await wallet.spend({ ...search, export: of("one"), identity: "3" }, undefined, paid("notSent"));
    assert.deepEqual(await wallet.today(here), { spent: 100, maybe: 100, sample: 100, others: 100 });
    assert.deepEqual(await wallet.today(there), { spent: 0, maybe: 100, sample: 100, others: 200 });
    assert.deepEqual(await wallet.today(), { spent: 100, maybe: 200, sample: 100 });
    const request = { platform: "native", credits: 100 };
    assert.deepEqual(await wallet.ofExport("one"), {
      ...{ spent: 100, maybe: 100 },
      requests: [
        { ...request, page: 1, charge: "spent" },
        { ...request, ad: "7", charge: "maybe" },
      ],
    });
    const { requests, ...two } = await wallet.ofExport("two");
    assert.deepEqual(two, { spent: 0, maybe: 100 });
    const refused = requests[0]?.refused;
    assert.deepEqual(requests, [{ ...request, page: 1, charge: "maybe", refused }]);
    assert.match(refused!, /^[0-9a-f-]{36}$/);
    assert.deepEqual(await wallet.ofExport("none"), { spent: 0, maybe: 0, requests: [] });
  });

  it("an unreadable folder doesn't count as empty", async () => {
    await writeFile(folder("file"), "");
    const place = folder("file", "ledger");
    await assert.rejects(openLedger(place, now).today(), { code: "ENOTDIR" });
    await assert.rejects(
      new LedgerFile(join(place, "x")).read(() => undefined),
      { code: "ENOTDIR" },
    );
    let ran = false;
    const run = () => Promise.resolve(void (ran = true));
    for (const budget of [0, 1000]) {
      const refusal = await openWallet(place, { budget })
        .spend(search, undefined, run)
        .catch((error: unknown) => error);
      assert.ok(refusal instanceof WalletError);
      assert.deepEqual([refusal.code, (refusal.cause as { code?: string }).code], ["storage", "ENOTDIR"]);
    }
    assert.equal(ran, false);
  });

  it("files of other names are none of the ledger's", async () => {
    const line = chained(sent, chainStart).text;
    const month = sent.at.slice(0, 7);
    for (const name of [`x${month}.ndjson`, `${month}.ndjson.bak`, `${month}.0.ndjson`, `${month}.json`, "notes"])
      await writeFile(folder(name), line);
    assert.deepEqual([...(await openLedger(folder(), now).everything()).all()], []);
    await writeFile(folder(`${month}.ndjson`), `\n${line}`);
    const everything = await openLedger(folder(), now).everything();
    assert.deepEqual([everything.corrupt, [...everything.all()]], [0, [{ sent }]]);
    // Of a folder that was merged into this one.
    await writeFile(folder(`${month}.0123abcd.ndjson`), chained({ ...sent, act: "b" }, chainStart).text);
    assert.equal((await openLedger(folder(), now).today()).maybe, 200);
  });

  it("an attempt whose line can't be written isn't sent, and its window says so", async () => {
    const place = folder("ledger");
    let changes = 0;
    const wallet = openWallet(place);
    wallet.onChanged(() => (changes += 1));
    let left = false;
    const call = wallet.spend(search, undefined, async (permit) => {
      await rm(place, { recursive: true });
      await writeFile(place, "");
      await permit.beforeAttempt(1);
      left = true;
    });
    await assert.rejects(call, (error) => error instanceof WalletError && error.code === "storage");
    assert.equal(left, false);
    assert.ok(changes > 0);
  });

  it("an attempt whose line finds the disk full isn't sent", async function () {
    if (process.platform !== "linux") skipBecause(this, "Only Linux has a device that is always full");
    await symlink("/dev/full", folder(`${now().toISOString().slice(0, 7)}.ndjson`));
    let left = false;
    const call = openWallet(folder()).spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      left = true;
    });
    await assert.rejects(call, (error) => error instanceof WalletError && error.code === "storage");
    assert.equal(left, false);
  });

  it("an attempt canceled while being recorded isn't sent, and costs nothing", async () => {
    const wallet = openWallet(folder());
    const control = new AbortController();
    let refused: unknown;
    const call = wallet.spend(search, control.signal, async (permit) => {
      const booked = permit.beforeAttempt(1);
      control.abort();
      await booked.catch((error: unknown) => (refused = error));
    });
    await call;
    assert.ok(refused instanceof Error && refused.name === "AbortError");
    await wallet.dispose();
    assert.deepEqual(await openWallet(folder()).today(), { spent: 0, maybe: 0, sample: 0 });
  });

  it("missing outcomes are recorded as unknown", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, async (permit) => {
      await permit.beforeAttempt(1);
      await permit.beforeAttempt(2);
    });
    assert.equal((await wallet.report()).corruptLines, 0);
    assert.equal((await linesOf(folder())).filter((line) => line?.line === "unknown").length, 2);
  });

  it("the first outcome of an attempt counts, and none without its attempt", () => {
    const attempts = new Attempts(() => true);
    const end = { act: "a", at: sent.at, attempt: 1 } as const;
    attempts.take({ ...end, line: "notSent" });
    for (const line of ["received", "notSent"] as const) {
      attempts.take({ ...end, attempt: 2, line });
      attempts.take(sent);
      attempts.take({ ...end, line });
    }
    assert.deepEqual([...attempts.all()].map(chargeOf), ["spent"]);
    assert.equal(attempts.corrupt, 0);
    for (let times = 0; times < 2; times += 1) attempts.take(undefined);
    assert.equal(attempts.corrupt, 2);
  });

  it("an attempt has one outcome line", async () => {
    for (const outcome of ["received", "notSent", "rejected"] as const) {
      await openWallet(folder(outcome)).spend(search, undefined, paid(outcome));
      const lines = (await linesOf(folder(outcome))).map((line) => line?.line);
      assert.deepEqual(lines, ["sent", outcome]);
    }
  });

  it("lines without a platform are invalid", () => {
    for (const platform of ["nowhere", 5, null, undefined])
      assert.equal(readLine(JSON.stringify({ ...sent, platform })), undefined);
    assert.deepEqual(readLine(JSON.stringify(sent)), sent);
  });

  it("a window notices what another one spends", async () => {
    const [here, there] = [openWallet(folder()), openWallet(folder())];
    await mkdir(folder(), { recursive: true });
    const heard = new Promise<void>((resolve) => here.onChanged(() => resolve()));
    await there.spend(search, undefined, paid());
    await heard;
  });
});

describe("what was spent", () => {
  it("is sorted by day and price, and counted by outcome", () => {
    const attempts = new Attempts(() => true);
    const take = (day: number, label: string, outcomes: readonly (AttemptOutcome | undefined)[]) =>
      outcomes.forEach((line, at) => {
        const time = new Date(2026, 0, day, 12).toISOString();
        const end = { act: `${day} ${label}`, at: time, attempt: at + 1 };
        attempts.take({ ...sent, ...end, label, platform: label === "dear" ? "display" : "native" });
        if (line) attempts.take({ ...end, line });
      });
    take(1, "cheap", ["received", "notSent"]);
    take(1, "dear", ["received", "rejected", undefined]);
    take(3, "cheap", ["received"]);
    take(3, "dear", ["unknown", "unknown"]);
    take(2, "cheap", ["notSent"]);
    take(4, "cheap", ["received"]);
    const { rows, service, sample } = creditsReport(attempts, new Date(2026, 0, 3, 13));
    assert.deepEqual(
      rows.map(({ day, label, spent, maybe }) => [day.slice(-2), label, spent, maybe]),
      [
        ["04", "cheap", 100, 0],
        ["03", "dear", 0, 200],
        ["03", "cheap", 100, 0],
        ["02", "cheap", 0, 0],
        ["01", "dear", 100, 200],
        ["01", "cheap", 100, 0],
      ],
    );
    const total = { requests: 10, received: 4, rejected: 1, notSent: 2, unknown: 3, spent: 400, maybe: 400 };
    assert.deepEqual([service.total, service.today.maybe, sample.total.requests], [total, 200, 0]);
    assert.ok(rows.every((row) => !("none" in row)));
    const names = (groups: readonly { readonly name: string }[]) => groups.map(({ name }) => name.slice(-7));
    assert.deepEqual(names(service.days), ["6-01-04", "6-01-03", "6-01-02", "6-01-01"]);
    assert.deepEqual(names(service.platforms), ["display", "native"]);
    assert.deepEqual(names(service.labels), ["dear", "cheap"]);
  });
});

describe("a refusal of the wallet", () => {
  it("costs nothing, and names the limit", () => {
    const cause = new Error("cause");
    const refusal = { limit: "day", credits: 100, left: 50, of: 1000 } as const;
    const error = new WalletError("overBudget", refusal, cause);
    assert.deepEqual([error.name, error.code], ["FeatureError", "overBudget"]);
    assert.deepEqual([error.refusal, error.cause], [refusal, cause]);
    assert.deepEqual(error.more, { charge: "none", refusal });
    assert.deepEqual(new WalletError("declined").more, { charge: "none" });
    assert.equal("cause" in new WalletError("declined"), false);
  });
});

describe("a flight", () => {
  const folder = temporaryFolder();
  const openWallet = useWallets();

  it("leaves no listener on its callers' signals, and rejects with an error", async () => {
    const flights = new Flights();
    const control = new AbortController();
    await flights.join("a", control.signal, () => Promise.resolve("answer"));
    await new Promise(setImmediate);
    assert.equal(getEventListeners(control.signal, "abort").length, 0);
    const last = new AbortController();
    const sent = new Error("It was sent already.");
    const call = ({ canceled }: FlightEnds) =>
      new Promise<never>((_, reject) => canceled.addEventListener("abort", () => reject(sent)));
    const [left, held] = [control, last].map(({ signal }) => flights.join("b", signal, call));
    control.abort("no error");
    await assert.rejects(left!, { name: "AbortError", message: "The action was canceled." });
    last.abort();
    await assert.rejects(held!, sent);
  });

  it("that ends doesn't end a newer one", async () => {
    const flights = new Flights();
    const control = new AbortController();
    let starts = 0;
    const land: (() => void)[] = [];
    const start = () => ((starts += 1), new Promise<void>((resolve) => land.push(resolve)));
    const left = flights.join("a", control.signal, start);
    control.abort();
    const second = flights.join("a", undefined, start);
    while (land.length < 2) await new Promise(setImmediate);
    land[0]!();
    await left;
    await new Promise(setImmediate);
    const third = flights.join("a", undefined, start);
    await new Promise(setImmediate);
    land[1]!();
    await Promise.all([second, third]);
    assert.equal(starts, 2);
  });

  it("ends with its window, which says so", async () => {
    const wallet = openWallet(folder());
    const started = Promise.withResolvers<void>();
    const held = wallet.spend(search, undefined, (_, signal) => {
      started.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    });
    const ended = assert.rejects(held, {
      name: "AbortError",
      message: "The window is closing, so nothing more is sent.",
    });
    await started.promise;
    await wallet.dispose();
    await ended;
  });
});
