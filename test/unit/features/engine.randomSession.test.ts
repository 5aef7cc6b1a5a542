import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { ChildScript } from "../../support/childScript";
import { CommandLine, ended } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import type { Exchange, Seen } from "../../support/misbehaving";
import { body, failed, resetInBody, shortBody } from "../../support/misbehavingReplies";
import { filesWith } from "../../support/filesWith";
import { times, variants } from "../../support/long";
import { mountMemory } from "../../support/mounts";
import { skipBecause } from "../../support/skipping";
import { deleteAtOnce, temporaryFolder } from "../../support/temporaryFolder";
import { attemptsOf, Books, sumsOf, type Booked } from "./sessionBooks";
import type { Said, WindowWish } from "./sessionWindow";
import { openStack } from "./stack";

const first = Number(process.env.AD_LIBRARY_TEST_SEED ?? 1);
/** Seeds that found something; many in the long form. */
const seeds = variants(
  [1, 2, 6],
  Array.from({ length: 50 }, (_, seed) => first + seed),
);
/** Some echo the key, as it is or encoded. */
const faultsFor = (key: string) => [
  ...[failed(1009, `server error for ${key}`), failed(1003, `no, ${Buffer.from(key).toString("base64")}`)],
  ...[body(`<html>Sign in with ${key}</html>`), resetInBody, shortBody],
];
/** Credits that may be spent without a question, in any window. */
const unaskedCredits = 1000;
const retries = ["never", "whenNotSent", "always"] as const;

type Random = (below: number) => number;
const isPaid = ({ method, target }: Seen) => method === "POST" || /\/\d+$/.test(target);
/** What a request asks for, in the words in which a window tells of it, and the ledger. */
const wordsOf = ({ method, target, body: sent }: Seen) =>
  method === "POST" ? /session-[\w-]+/.exec(sent)![0] : `Native ${target.split("/").at(-1)!}`;
/** The window in whose words a search was. */
const windowOf = (text: string) => /^session-(.+)-\d+$/.exec(text)?.[1] ?? "";
const count = <T>(some: readonly T[], is: (one: T) => boolean) => some.filter(is).length;

function randomOf(seed: number): Random {
  let state = seed * 7919;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What was done to the ledger's files: what a reader must notice, and which attempts lost a line. */
interface LedgerDamage {
  /** Credits of lines that are gone, where a line follows. */
  missing: number;
  noticed: boolean;
  readonly files: Set<string>;
}

describe(`a random session of windows, terminals, and assistants (${seeds.length} seeds)`, () => {
  const folder = temporaryFolder();
  const own = (...names: string[]) => folder("own", ...names);
  const script = ChildScript.forSuite("test/unit/features/sessionWindow.ts");
  const library = useLibrary();
  let books: Books;
  let ledgerDamage: LedgerDamage;
  let killed: Set<string>;
  let terminal: CommandLine;
  before(async () => (terminal = await CommandLine.build()));
  after(() => terminal.dispose());
  beforeEach(() => {
    books = new Books(own());
    ledgerDamage = { missing: 0, noticed: false, files: new Set() };
    killed = new Set();
    unasked = undefined;
  });

  /** One window to its end, or killed after so many messages. Gives what it said. */
  async function window(wish: WindowWish, killAfter?: number): Promise<readonly Said[]> {
    const child = script.start(JSON.stringify(wish));
    const said: Said[] = [];
    child.on("message", (message) => {
      said.push(message as Said);
      if (said.length === killAfter) child.kill("SIGKILL");
    });
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    assert.ok(code === 0 || signal === "SIGKILL", `a window ended with ${code}`);
    if (signal) killed.add(wish.name);
    return said;
  }

  /** A terminal that exports a search file of its own, or is killed before. Gives what it said. */
  async function inTerminal(name: string, killAfterMs?: number): Promise<readonly Said[]> {
    const [text, format] = [`session-${name}-0`, "ndjson"];
    const body = { search_field: [{ type: "without_owner_name", text }] };
    const [file, out] = [`${name}.adsearch.json`, `${text}.${format}`].map((each) => folder("files", each));
    writeFileSync(file!, JSON.stringify({ platform: "native", body, pages: 3 }));
    const env = { AD_LIBRARY_DATA: own(), AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key };
    const args = ["run", file!, "--out", out!, "--max-credits", "300", "--timeout", "600", "--json"];
    const child = terminal.start(folder(), env, ...args);
    if (killAfterMs !== undefined) void delay(killAfterMs).then(() => child.kill("SIGKILL"));
    const { code, stdout, stderr } = await ended(child);
    if (code === null) killed.add(name);
    assert.ok(!`${stdout}${stderr}`.includes(library.key), stderr);
    const unbooked = stderr.split("Couldn't write to the ledger").slice(1);
    const logged = unbooked.map((problem) => ({ text: "", told: "unbooked" as const, window: name, problem }));
    if (stdout === "" || code === null) return logged;
    return [
      ...logged,
      { text, told: "export", window: name, ...(JSON.parse(stdout) as Pick<Said, "credits" | "uncertain" | "file">) },
    ];
  }

  /** Tears the end of a file that is written anew or read as far as it goes. */
  function tear(random: Random): void {
    const names = readdirSync(own(), { recursive: true, encoding: "utf8" });
    const torn = names.filter((name) => /^(?:forms|exports)\b.*\.json$/.test(name));
    const name = torn[random(Math.max(1, torn.length))];
    if (name === undefined) return;
    const bytes = readFileSync(own(name));
    writeFileSync(own(name), bytes.subarray(0, bytes.length - random(Math.max(1, bytes.length >> 2))));
  }

  /** Takes a line out of a ledger file, spoils one, or tears its end. */
  function damageLedger(random: Random): void {
    const files = books.ledgerFiles().filter((file) => !ledgerDamage.files.has(file));
    const file = files[random(Math.max(1, files.length))];
    if (file === undefined) return;
    const text = readFileSync(file, "utf8");
    const lines = text.split("\n").filter(Boolean);
    // A window can be killed between creating its file and writing the first line.
    if (lines.length === 0) return;
    ledgerDamage.files.add(file);
    const [at, how] = [random(lines.length), random(3)];
    if (how === 0) return truncateSync(file, random(Buffer.byteLength(text)));
    const gone = lines[at]!;
    const followed = at < lines.length - 1;
    if (followed)
      ledgerDamage.missing += attemptsOf([JSON.parse(gone) as never]).reduce((sum, { credits }) => sum + credits, 0);
    ledgerDamage.noticed ||= followed || how === 2;
    // The beginning of a last line could be that of a line that was cut short, which counts as not written.
    const spoiled = gone.slice(0, followed ? random(gone.length) : 0).padEnd(gone.length, "x");
    writeFileSync(
      file,
      lines
        .toSpliced(at, 1, ...(how === 1 ? [] : [spoiled]))
        .map((line) => `${line}\n`)
        .join(""),
    );
  }

  /** Damages, deletes, or restores some answers, or deletes all of them, or the index. */
  function damageArchive(random: Random): void {
    const files = books.answerFiles();
    const how = random(8);
    // A backup is copied back over what was bought since.
    if (existsSync(backup())) {
      cpSync(backup(), own("archive"), { recursive: true, force: false });
      return rmSync(backup(), { recursive: true });
    }
    if (how === 0) return existsSync(own("archive")) ? deleteAtOnce(own("archive")) : undefined;
    if (how === 1) return rmSync(own("archive", "index.db"), { force: true });
    if (how < 4 && existsSync(own("archive"))) {
      // Copied, because the folder may be on a disk of its own.
      cpSync(own("archive"), backup(), { recursive: true });
      return deleteAtOnce(own("archive"));
    }
    for (let count = 1 + random(4); count > 0 && files.length > 0; count--) {
      const [file = ""] = files.splice(random(files.length), 1);
      if (random(2) === 0) rmSync(file);
      else {
        const bytes = readFileSync(file);
        const from = random(bytes.length);
        for (let byte = from; byte < Math.min(bytes.length, from + 64); byte++) bytes[byte] = random(256);
        writeFileSync(file, bytes);
      }
    }
  }

  /** What the product says of its own files, and what these files say to somebody else. */
  async function audit(): Promise<void> {
    const stack = openStack(own(), library.url, library.key);
    // Reads every answer there is.
    await stack.datasets.write({ folder: folder(`dataset-${library.requests.length}-${Math.random()}`) });
    const { service, corruptLines, damaged } = await stack.wallet.report();
    await stack.close();
    const { lines, corrupt } = books.ledger();
    const { spent, maybe } = service.total;
    assert.deepEqual({ spent, maybe, corruptLines }, { ...sumsOf(attemptsOf(lines)), corruptLines: corrupt });
    assert.equal(
      damaged.reduce((sum, { missing }) => sum + missing, 0),
      ledgerDamage.missing,
    );
    assert.equal(damaged.length > 0, ledgerDamage.noticed);
    const ever = books.stored.size;
    readable = books.archive();
    assert.equal(books.stored.size, ever, "the archive has answers that nobody stored");
  }
  const backup = () => folder("backup");
  let readable: ReadonlySet<string>;

  async function session(seed: number, full?: () => () => void): Promise<readonly Said[]> {
    const random = randomOf(seed);
    const said: Said[] = [];
    const wish = {
      folder: folder(),
      url: library.url,
      key: library.key,
      paidRetry: retries[seed % 3]!,
      unasked: unaskedCredits,
    };
    mkdirSync(folder("files"), { recursive: true });
    for (const round of [1, 2, 3].slice(0, full || seed === 6 ? 3 : times(2, 3))) {
      library.behave((exchange: Exchange) => {
        const faults = faultsFor(library.key);
        const faulty = isPaid(exchange.seen) && random(4) === 0;
        return (faulty ? faults[random(faults.length)]! : library.usual)(exchange);
      });
      const empty = round === 2 ? full?.() : undefined;
      const windows = [1, 2].map((number) => {
        const killAfter = random(2) === 0 ? 1 + random(6) : undefined;
        const name = `${seed}-${round}-${number}`;
        return window({ ...wish, name, seed: seed * 100 + round * 10 + number, acts: 8 }, killAfter);
      });
      const killAfterMs = random(3) === 0 ? 200 + random(800) : undefined;
      const now = (await Promise.all([...windows, inTerminal(`${seed}-${round}-t`, killAfterMs)])).flat();
      empty?.();
      questions(now);
      said.push(...now);
      await spoil(random);
    }
    library.behave();
    const end = await window({ ...wish, name: `${seed}-end`, seed, acts: 0, resume: true });
    questions(end);
    return [...said, ...end];
  }

  /** Damages some files between two rounds; somebody then looks at everything. */
  async function spoil(random: Random): Promise<void> {
    books.ledger();
    books.archive();
    const kinds = [tear, damageLedger, damageArchive];
    for (const damage of kinds) if (random(2) === 0) damage(random);
    await audit();
    unasked = { ledger: ledgerDamage.missing, lost: lostWords() };
  }
  let unasked: { readonly ledger: number; readonly lost: ReadonlySet<string> } | undefined;

  /** The searches and ads of answers that are booked as received, were stored, and can't be read any more. */
  function lostWords(): ReadonlySet<string> {
    const booked = books.attempts.filter(({ outcome }) => outcome === "received").map(({ label }) => label);
    const [left, gone] = [new Set<string>(), new Set<string>()];
    for (const [file, { text, page }] of books.stored)
      (readable.has(file) ? left : gone).add(page === undefined ? text : `${text} ${page}`);
    const isBooked = (words: string) =>
      booked.some((label) => `Native ${words}` === label || words.startsWith(`${label} `));
    return new Set([...gone].filter((words) => !left.has(words) && isBooked(words)));
  }

  /** What was damaged was said before anything more was spent, and nothing else. */
  function questions(said: readonly Said[]): void {
    const asked = said.filter(({ told }) => told === "asked");
    for (const { reasons: { damagedLedger, again } = {} } of asked) {
      if (damagedLedger) assert.equal(damagedLedger.missing, unasked?.ledger);
      if (again && again.state !== "unread")
        assert.ok(unasked!.lost.size > 0, "nothing is lost, yet somebody was asked");
    }
    for (const { told, text, page } of said) {
      if (told !== "paid" || page !== undefined || !unasked?.lost.has(text) || ledgerDamage.files.size > 0) continue;
      const isAsked = asked.some((one) => one.reasons?.again && one.text.includes(text));
      assert.ok(isAsked, `ad ${text} was bought again without a question`);
    }
  }

  /** The five sums: the service's, the ledger's, the exports', the archive's, and what was said. */
  async function compare(said: readonly Said[]): Promise<void> {
    books.ledger();
    books.archive();
    await audit();
    const { attempts } = books;
    const arrived = library.paid();
    const received = attempts.some(({ outcome }) => outcome === "received");
    assert.ok(arrived.length > 10 && received, `hardly anything was bought: ${arrived.length} requests`);
    const texts = new Set([...attempts.map(({ label }) => label), ...arrived.map(wordsOf)]);
    for (const text of texts) {
      const of = attempts.filter(({ label, outcome }) => label === text && outcome !== "notSent");
      const isAborted =
        killed.has(windowOf(text)) ||
        (windowOf(text) === "" && killed.size > 0) ||
        said.some((one) => text.endsWith(one.text) && /cancel/i.test(one.problem ?? ""));
      // What was aborted may not have reached the service.
      const open = count(of, ({ outcome }) => outcome === undefined || (isAborted && outcome === "unknown"));
      const requests = count(arrived, (seen) => wordsOf(seen) === text);
      assert.ok(
        requests <= of.length && requests >= of.length - open,
        `${text}: the ledger says ${of.length}, ${open} of them in doubt; the service ${requests}`,
      );
    }
    openOf(said, attempts);
    toldOf(said, attempts);
    exportsOf(said, attempts);
    toolsOf(said, attempts);
    storedOf(attempts);
    if (ledgerDamage.files.size === 0) limitOf(attempts);
    assert.deepEqual(await filesWith(library.key, folder()), []);
    assert.ok(!JSON.stringify(said).includes(library.key));
    const before = library.paid().length;
    const stack = openStack(own(), library.url, library.key);
    assert.deepEqual(await stack.exports.unfinished(), []);
    await stack.close();
    assert.equal(library.paid().length, before);
  }

  /** An attempt has no outcome only if its window was killed, or logged that the disk refused the outcome. */
  function openOf(said: readonly Said[], attempts: readonly Booked[]): void {
    const open = attempts.filter((attempt) => attempt.outcome === undefined && !isExport(attempt));
    for (const window of new Set(open.map(({ label }) => windowOf(label)))) {
      if (window === "" || killed.has(window)) continue;
      const labels = open.flatMap(({ label }) => (windowOf(label) === window ? label : []));
      const told = unbookedOf(said, window);
      assert.ok(labels.length <= told, `${labels.join(", ")}: no outcome is booked; ${told} were logged`);
    }
  }

  const unbookedOf = (said: readonly Said[], window?: string) =>
    count(said, (one) => one.told === "unbooked" && (window === undefined || one.window === window));
  const isExport = (attempt: Booked) => attempt.export !== undefined;

  /** What was said of searches and details is what the ledger has of them. */
  function toldOf(said: readonly Said[], attempts: readonly Booked[]): void {
    const plain = attempts.filter((attempt) => !isExport(attempt) && !attempt.by);
    const told = (how: Said["told"], text: string) =>
      new Set(
        said.filter((one) => one.told === how && one.text === text).map(({ page, window }) => `${window} ${page}`),
      );
    for (const text of new Set(plain.map(({ label }) => label))) {
      const of = plain.filter(({ label }) => label === text);
      const received = count(of, ({ outcome }) => outcome === "received");
      const paid = told("paid", text.replace("Native ", "")).size;
      const open = Math.min(
        count(of, ({ outcome }) => outcome === undefined),
        unbookedOf(said),
      );
      const known = killed.size === 0 || (windowOf(text) !== "" && !killed.has(windowOf(text)));
      assert.ok(
        paid <= received + open && (!known || paid >= received),
        `${text}: ${paid} were told as paid, ${received} are booked as received, ${open} open`,
      );
    }
    for (const { text, page, window } of said.filter((one) => one.told === "none")) {
      if (said.some((one) => one.text === text && one.page === page && one.window === window && one.told !== "none"))
        continue;
      if (windowOf(text) === "" || page !== 1) continue;
      const charged = attempts.filter(({ label, outcome }) => label === text && outcome !== "notSent");
      assert.deepEqual(charged, [], `${text}: nothing was charged, it said`);
    }
  }

  /** What an export says last is what the ledger has of it; so does its file. */
  function exportsOf(said: readonly Said[], attempts: readonly Booked[]): void {
    for (const id of new Set(attempts.flatMap((attempt) => attempt.export ?? []))) {
      const of = attempts.filter((attempt) => attempt.export === id);
      const text = of.find(({ what }) => what === "search")?.label;
      const last = said.findLast((one) => one.told === "export" && one.text === text);
      if (!last) continue;
      const sums = sumsOf(of);
      const figures = { spent: last.credits, maybe: last.uncertain };
      // Of an outcome that the disk refused, the export knows more than the ledger.
      const unbooked = unbookedOf(said, last.window) > 0;
      const most = unbooked ? sums.spent + sums.maybe : sums.spent;
      if (ledgerDamage.files.size > 0)
        assert.ok(last.credits! <= most, `${text} tells of ${last.credits}, ${most} were spent`);
      else if (unbooked) assert.equal(last.credits! + last.uncertain!, most, `${text} tells of other credits`);
      else assert.deepEqual(figures, sums, `${text} tells of other credits`);
      if (last.file === undefined || last.file.endsWith(".csv")) continue;
      const wanted = `"credits":${last.credits},"credits_uncertain":${last.uncertain},`;
      assert.ok(
        readFileSync(last.file, "utf8").replaceAll(/\s/g, "").includes(wanted),
        `${last.file} does not say ${wanted}`,
      );
    }
  }

  /** What an assistant was told of its purchase is what the ledger has of it. */
  function toolsOf(said: readonly Said[], attempts: readonly Booked[]): void {
    for (const { text, window, credits, uncertain } of said.filter(({ told }) => told === "tool")) {
      const sums = sumsOf(attempts.filter(({ label }) => label === text));
      if (ledgerDamage.files.size > 0) continue;
      // Of an outcome that the disk refused, the tool knows more than the ledger.
      if (unbookedOf(said, window) > 0)
        assert.equal(credits! + uncertain!, sums.spent + sums.maybe, `${text} was told of other credits`);
      else assert.deepEqual({ spent: credits, maybe: uncertain }, sums, `${text} was told of other credits`);
    }
  }

  /**
   * No more was spent without a question than `confirmAbove` allows, over all windows and plans. Terminals have a limit
   * of their own, and what was tried again costs more than was agreed; so may acts that begin at the same moment.
   */
  function limitOf(attempts: readonly Booked[]): void {
    let unasked: Booked[] = [];
    for (const booked of attempts) {
      const { agreed, outcome, attempt } = booked;
      if (agreed !== undefined) unasked = unasked.filter(({ at }) => at >= agreed);
      else if (outcome !== "notSent" && attempt === 1) unasked.push(booked);
      const unagreed = unasked.reduce((sum, { credits }) => sum + credits, 0);
      assert.ok(unagreed <= unaskedCredits + 500, `${unagreed} credits were spent without a question`);
    }
  }

  /** What is booked as received is stored, and little more: what was stored, but not booked, as its window died. */
  function storedOf(attempts: readonly Booked[]): void {
    const kept = [...books.stored.values()];
    const wordsOfKept = ({ text, page }: { readonly text: string; readonly page?: number }) =>
      page === undefined ? `Native ${text}` : text;
    for (const text of new Set([...attempts.map(({ label }) => label), ...kept.map(wordsOfKept)])) {
      const of = attempts.filter(({ label }) => label === text);
      const received = count(of, ({ outcome }) => outcome === "received");
      const open = count(of, ({ outcome }) => outcome === undefined);
      const stored = count(kept, (one) => wordsOfKept(one) === text);
      assert.ok(
        received <= stored && stored <= received + open,
        `${text}: ${received} are booked as received, ${open} open; ${stored} were stored`,
      );
    }
  }

  for (const seed of seeds)
    it(`ends with five sums that agree: seed ${seed}, paidRetry ${retries[seed % 3]}`, async () => {
      await compare(await session(seed));
    });

  it("ends with five sums that agree after its disk was full", async function () {
    mkdirSync(own());
    const disk = await mountMemory(own(), "size=24m");
    if (!disk) skipBecause(this, "nothing can be mounted here");
    try {
      await compare(await session(3, fill));
    } finally {
      await disk.unmount();
    }
  });

  /** Fills the disk; the answer frees it. */
  function fill(): () => void {
    for (let size = 1 << 20; size >= 4096; size >>= 1)
      for (;;)
        try {
          writeFileSync(own("filler"), Buffer.alloc(size), { flag: "a" });
        } catch {
          break;
        }
    return () => rmSync(own("filler"));
  }
});
