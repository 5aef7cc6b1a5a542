import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { Addition } from "../../../../src/features/dataset/addition";
import { AnswerWriter } from "../../../../src/features/dataset/answerWriter";
import { Datasets } from "../../../../src/features/dataset/datasets";
import { newManifest, readManifest, writeManifest } from "../../../../src/features/dataset/manifest";
import * as parquet from "../../../../src/features/dataset/parquet";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";
import { addForeignPart, buyDetails, buyPages, oldLink } from "./filledArchive";

/** What is under way at a time, and how much there ever was. */
class Count {
  now = 0;
  ever = 0;

  begin(): void {
    this.now += 1;
    this.ever += 1;
  }

  end(): void {
    this.now -= 1;
  }
}

/** Something that happens once. What waits for it begins a few turns later: by then, whoever heard of it has acted. */
class Moment {
  happens!: () => void;
  private readonly happened = new Promise<void>((resolve) => (this.happens = resolve));

  async past(): Promise<void> {
    await this.happened;
    for (let turns = 0; turns < 20; turns += 1) await turn();
  }
}

describe("a dataset whose writer fails or is stopped", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  const undo: (() => unknown)[] = [];
  before(async () => (library = await startCountedLibrary()));
  after(() => library.close());
  beforeEach(() => (stack = openStack(join(folder(), "storage"), library.url, library.key)));
  afterEach(async () => {
    for (const each of undo.splice(0)) each();
    await stack.close();
  });

  const set = (...path: string[]) => join(folder(), "set", ...path);
  const reading = () => ({ origin: stack.clients.libraryName(), segments: stack.clients.segments });

  /** Counts the uses of a function of `fs` on some files; each begins when what `before` returns has ended. */
  function uses<T>(
    name: "open" | "appendFile",
    files: RegExp,
    before: (path: string) => unknown,
    after: (used: T, path: string) => void = () => undefined,
  ): Count {
    const count = new Count();
    const module = process.getBuiltinModule("node:fs/promises");
    const real = module[name] as (...args: unknown[]) => Promise<T>;
    undo.push(() => Reflect.set(module, name, real));
    Reflect.set(module, name, async (path: string, ...args: unknown[]) => {
      if (!files.test(path)) return real(path, ...args);
      count.begin();
      await before(path);
      const used = await real(path, ...args).finally(() => count.end());
      after(used, path);
      return used;
    });
    return count;
  }

  /** Counts the threads started from now on. */
  function threads(): Count {
    const count = new Count();
    const note = (worker: Worker) => {
      count.begin();
      worker.once("exit", () => count.end());
    };
    process.on("worker", note);
    undo.push(() => process.off("worker", note));
    return count;
  }

  async function firstPage() {
    const { origin } = reading();
    const [id] = await stack.archive.answerIds("pages", origin, "native", 0, "");
    return (await stack.archive.answer("pages", origin, id!))!;
  }

  /** Two small parts of `url_chain`, and between them one so large that it is written while the last one is read. */
  async function threeParts(): Promise<readonly [large: string, last: string]> {
    const { first } = await buyPages(stack, "native", 1);
    await buyDetails(stack, first, 1);
    await stack.datasets.write({ folder: set() });
    await addForeignPart(set(), [], { ...oldLink, url: "x".repeat(6_000_000) });
    await buyDetails(stack, first, 2);
    await stack.datasets.write({ folder: set() });
    const links = (await readManifest(set()))!.files.filter(({ table, rows }) => table === "url_chain" && rows > 0);
    assert.equal(links.length, 3);
    return [set(links[1]!.path), set(links[2]!.path)];
  }

  for (const how of ["is aborted", "finds a damaged file"])
    it(`is left alone by a merging that ${how} in the middle of a write`, async () => {
      const [large, last] = await threeParts();
      const whole = readFileSync(last);
      const stop = new AbortController();
      const lastIsRead = new Moment();
      // The first time that a part is opened, only its footer is read.
      const opened = new Map<string, number>();
      const isMerged = (part: string) => opened.get(part) === 2;
      const appends = uses("appendFile", /\.tmp$/, () => isMerged(large) && lastIsRead.past());
      const breakOff = (path: string) => {
        opened.set(path, (opened.get(path) ?? 0) + 1);
        if (path !== last || !isMerged(last)) return;
        if (how === "is aborted") stop.abort();
        else writeFileSync(last, "no Parquet at all, but long enough");
      };
      uses<FileHandle>("open", /\.parquet$/, breakOff, (handle, path) => {
        const close = handle.close.bind(handle);
        const closed = () => path === last && isMerged(last) && lastIsRead.happens();
        handle.close = () => close().finally(closed);
      });
      const late = new Datasets({ ...stack, now: () => new Date(Date.now() + 40 * 86_400_000) });
      const merging = late.compact({ folder: set(), signal: stop.signal });
      await assert.rejects(merging, how === "is aborted" ? { name: "AbortError" } : { code: "damagedDataset" });
      assert.deepEqual([appends.now, existsSync(set(".writing/1.tmp"))], [0, true]);
      writeFileSync(last, whole);
      await buyPages(stack, "mega", 1);
      assert.equal((await stack.datasets.write({ folder: set() })).pages, 1);
      const { problems, stray } = await stack.datasets.verify({ folder: set() });
      assert.deepEqual([problems, stray, existsSync(set(".writing"))], [[], [], false]);
    });

  it("has no thread left when an answer cannot be looked up while it is compared with the one before", async () => {
    await buyPages(stack, "native", 2);
    await buyPages(stack, "mega", 1);
    await stack.datasets.write({ folder: set(), platforms: ["mega"] });
    // More is wanted than before: each answer is compared with those that it has.
    const described = (await readManifest(set()))!;
    await writeManifest(set(), { ...described, reach: { native: { since: "2999-01-01T00:00:00.000Z" } } });
    const { archive } = stack;
    const real = archive.answer.bind(archive);
    let lookUps = 0;
    const [opening, failing] = [new Moment(), new Moment()];
    const opens = uses("open", /\bpages\b.+\.parquet$/, () => {
      opening.happens();
      return failing.past();
    });
    Reflect.set(archive, "answer", async (...args: Parameters<typeof real>) => {
      lookUps += 1;
      if (lookUps !== 2) return real(...args);
      await opening.past();
      failing.happens();
      throw new Error("not now");
    });
    const started = threads();
    await assert.rejects(stack.datasets.write({ folder: set(), platforms: ["native"] }), /not now/);
    assert.deepEqual([opens.now, started.now], [0, 0]);
    assert.equal((await stack.datasets.write({ folder: set(), platforms: ["native"] })).pages, 2);
    const { problems, stray } = await stack.datasets.verify({ folder: set() });
    assert.deepEqual([problems, stray], [[], []]);
  });

  it("starts no thread once adding was stopped", async () => {
    await buyPages(stack, "native", 1);
    const started = threads();
    const { origin } = reading();
    const addition = new Addition(
      {
        ...{ archive: stack.archive, folder: set(), tool: "test", platforms: ["native"], since: "", parquet },
        ...{ reading: { ...reading(), signal: undefined }, now: () => new Date(), onProgress: () => undefined },
      },
      newManifest(origin, "test"),
    );
    const adding = addition.add(...(await firstPage()), true);
    await addition.stop();
    await assert.rejects(adding, /stopped/);
    assert.equal(started.ever, 0);
  });

  it("gets nothing from a thread that is started after the abort", async () => {
    await buyPages(stack, "native", 1);
    const answer = await firstPage();
    const started = threads();
    const start = { folder: set(), tool: "test", taken: [], reading: reading(), groupBytes: undefined };
    const writer = new AnswerWriter(start, AbortSignal.abort());
    try {
      await assert.rejects(writer.add(...answer), { name: "AbortError" });
      assert.deepEqual([started.now, started.ever], [0, 1]);
    } finally {
      await writer.end();
    }
  });
});
