import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { searchFolder } from "../../../src/features/archive/address";
import { localTarget } from "../../../src/features/export/targets";
import { checkStopWords } from "../../../src/features/runs/runWords";
import { startCountedLibrary, type CountedLibrary } from "../../support/countedLibrary";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack, type Stack } from "./stack";

const never = new AbortController().signal;

describe("answers and whose they are", () => {
  const folder = temporaryFolder();
  const at = (...names: string[]) => join(folder(), ...names);
  let library: CountedLibrary;
  const open: Stack[] = [];
  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(async () => {
    for (const stack of open.splice(0)) await stack.close();
    await library.close();
  });
  const window = (
    name: string,
    ...[more, confirm]: [Parameters<typeof openStack>[3]?, Parameters<typeof openStack>[4]?]
  ) => {
    mkdirSync(at(name), { recursive: true });
    const stack = openStack(at(name), library.url, library.key, more, confirm);
    open.push(stack);
    return stack;
  };
  const frozenIn = async (stack: Stack) => stack.search.freeze(await stack.search.fromBody("native", {}));

  it("says from whom in details, runs, and exports, unless one bought them", async () => {
    const theirs = window("theirs");
    const bought = await theirs.search.search(await frozenIn(theirs), undefined, never);
    const { platform, id } = bought.ads.find((each) => each.platform !== undefined && each.id !== undefined)!;
    const ad = { platform: platform!, id: id! };
    await theirs.details.detail(ad, false, never);
    const paid = library.paid().length;
    const [imported, linked] = [window("imported"), window("linked", { archiveLinked: [at("theirs", "archive")] })];
    const { name } = await imported.archive.sharing.take(at("theirs"));
    for (const [stack, from] of [
      [theirs, undefined],
      [imported, name],
      [linked, "archive"],
    ] as const) {
      const frozen = await frozenIn(stack);
      assert.equal((await stack.details.detail(ad, false, never)).from, from);
      const [run] = await stack.runs.list(frozen.address);
      assert.equal(run?.from, from);
      const file = at(`${from ?? "own"}.json`);
      const wish = { format: "json", target: localTarget(file), place: file, withDetails: true } as const;
      await stack.exports.run(frozen, { ...wish, lastHit: run!.lastHit, to: 1 }, () => undefined, never);
      const { about } = z
        .object({ about: z.object({ from: z.array(z.string()).optional() }) })
        .parse(JSON.parse(readFileSync(file, "utf8")));
      assert.deepEqual(about.from, from === undefined ? undefined : [from]);
    }
    assert.equal(library.paid().length, paid);
  });

  it("are not called bought by a check that could not store them", async () => {
    const stack = window("mine", {}, () => Promise.resolve(true));
    const frozen = await frozenIn(stack);
    const inTheWay = at("mine", "archive", searchFolder(frozen.address));
    mkdirSync(dirname(inTheWay), { recursive: true });
    writeFileSync(inTheWay, "a file in the way");
    const gate = await stack.wallet.plan(200, "a check");
    const result = await stack.runs.check(frozen, { gate: gate!, knownPages: 2 }, () => undefined, never);
    assert.deepEqual([result.notKept, result.credits, result.pages], [100, 100, 1]);
    assert.match(checkStopWords(result, 2), /Answers worth 100 credits couldn't be stored in the archive\.$/);
  });

  it("are counted for the connected library only", async () => {
    const stack = window("mine");
    const { ads } = await stack.search.search(await frozenIn(stack), undefined, never);
    const sample = { origin: "sample:", version: "v2", platform: "native", body: "{}" } as const;
    const text = '{"status":"ok","meta":{"code":1000},"data":{"ads":[{"id":1,"platform":"native"}],"last_hit":5}}';
    await stack.archive.storePage(sample, "5", 1, { text, receivedAt: "2026-01-02T03:04:05.678Z" });
    const { size } = await stack.boughtAds.about();
    assert.deepEqual([size.pages, size.ads], [1, ads.length]);
    assert.equal((await stack.archive.size()).pages, 2);
  });
});
