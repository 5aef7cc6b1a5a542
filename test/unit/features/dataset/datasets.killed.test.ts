import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "../../../../src/features/dataset/manifest";
import { ChildScript } from "../../../support/childScript";
import { shareLibrary } from "../../../support/fixtures";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, useStack } from "../stack";
import { buyPages, creativesIn, rowTextsIn } from "./filledArchive";

describe("a dataset with several writers", () => {
  const folder = temporaryFolder();
  const library = shareLibrary();
  const writer = ChildScript.forSuite("test/unit/features/dataset/writing.ts");
  const holder = ChildScript.forSuite("test/unit/features/disk/lockHolder.ts");
  const stack = useStack(() => openStack(folder("storage"), library.url, library.key));

  const set = () => folder("set");
  const args = () => [folder(), set(), library.url];
  const verify = () => stack.datasets.verify({ folder: set() });

  it("stays unchanged wherever a writer is killed, and the next writer cleans up", async () => {
    const { frozen, first } = await buyPages(stack, "native", 1);
    await writer.run(...args());
    const text = () => readFile(join(set(), "manifest.json"), "utf8");
    let [before, late] = [await text(), 0];
    const pages = times(12, 22);
    for (let page = 2; page <= pages; page++)
      await stack.search.search(frozen, { page, lastHit: first.lastHit! }, new AbortController().signal);
    for (const messages of [1, 2, 3].slice(0, times(2, 3))) {
      await writer.kill(messages, ...args());
      const { problems } = await verify();
      assert.deepEqual(problems, []);
      // The last messages come just before the parts get their names: the kill may be late.
      const now = await text();
      if (now !== before) late += 1;
      before = now;
    }
    assert.ok(late <= 1, `${late} kills were late`);
    await writer.run(...args());
    const { problems, stray, rows } = await verify();
    assert.deepEqual([problems, stray], [[], []]);
    const { files, searches } = (await readManifest(set()))!;
    const sightings = files.filter(({ table }) => table === "sightings").reduce((sum, part) => sum + part.rows, 0);
    assert.deepEqual([sightings, searches.map(({ pages }) => pages)], [pages * 18, [[[1, pages]]]]);
    assert.ok(rows > sightings);
    assert.equal(existsSync(join(set(), ".writing")), false);
    assert.deepEqual(
      (await readdir(set())).filter((name) => name.endsWith(".tmp")),
      [],
    );
  });

  it("loses nothing wherever a write is killed while finishing", async () => {
    const { frozen, first } = await buyPages(stack, "native", 1);
    for (const which of ["first", "later"]) {
      const begun = folder(`${which}-begun`);
      if (which === "later") {
        await writer.run(folder(), begun, library.url);
        await stack.search.search(frozen, { page: 2, lastHit: first.lastHit! }, new AbortController().signal);
      }
      const copy = async (name: string) => {
        if (which === "later") await cp(begun, folder(name), { recursive: true });
        return folder(name);
      };
      const total = (await writer.run("write", folder(), await copy(`${which}-whole`), library.url, "0")).at(-1);
      const grouped = await creativesIn(folder(`${which}-whole`));
      assert.equal(grouped.flatMap(({ ads }) => ads).length, which === "first" ? 18 : 36);
      let interrupted = 0;
      const step = Math.max(1, Math.floor(Number(total) / times(2, Number(total))));
      for (let last = Number(total); last > 0; last -= step) {
        const place = await copy(`${which}-${last}`);
        assert.deepEqual(await writer.kill(Infinity, "write", folder(), place, library.url, String(last)), []);
        if (existsSync(join(place, ".writing/parts.json"))) interrupted += 1;
        await writer.run(folder(), place, library.url);
        const { problems, stray } = await stack.datasets.verify({ folder: place });
        assert.deepEqual([problems, stray, existsSync(join(place, ".writing"))], [[], [], false]);
        const { files } = (await readManifest(place))!;
        const sightings = files.filter(({ table }) => table === "sightings").reduce((sum, { rows }) => sum + rows, 0);
        assert.equal(sightings, which === "first" ? 18 : 36);
        assert.deepEqual(await creativesIn(place), grouped);
      }
      assert.ok(interrupted > times(0, 1), `${interrupted} of ${String(total)}`);
    }
  });

  it("is either unmerged or merged wherever compacting is killed", async () => {
    const { frozen, first } = await buyPages(stack, "native", 5);
    await writer.run(...args());
    await stack.search.search(frozen, { page: 6, lastHit: first.lastHit! }, new AbortController().signal);
    await writer.run(...args());
    const textOf = (dataset: string) => readFile(join(dataset, "manifest.json"), "utf8");
    const before = [await textOf(set()), await rowTextsIn(set())] as const;
    const copy = async (name: string) => {
      const dataset = folder(name);
      await cp(set(), dataset, { recursive: true });
      return dataset;
    };
    const [total] = (await writer.run("compact", await copy("whole"), "0")) as [number];
    const step = Math.max(1, Math.floor(total / times(2, total)));
    let [former, merged] = [0, 0];
    for (let last = total; last > 0; last -= last > total - times(1, 4) ? 1 : step) {
      const dataset = await copy(`killed-${last}`);
      assert.deepEqual(await writer.kill(Infinity, "compact", dataset, String(last)), [], "it was not killed");
      assert.deepEqual((await stack.datasets.verify({ folder: dataset })).problems, []);
      if ((await textOf(dataset)) === before[0]) former += 1;
      else merged += 1;
      assert.deepEqual(await rowTextsIn(dataset), before[1]);
      await writer.run("compact", dataset, "0");
      const { problems, stray } = await stack.datasets.verify({ folder: dataset });
      assert.deepEqual([problems, stray], [[], []]);
      assert.deepEqual(await rowTextsIn(dataset), before[1]);
      assert.ok((await readManifest(dataset))!.files.length < (await readManifest(set()))!.files.length);
      assert.equal(existsSync(join(dataset, ".writing")), false);
    }
    assert.ok(former > times(0, 3) && merged > times(0, 3), `${former} ${merged}`);
  });

  it("is written by one at a time: the second one says so, waits, and adds nothing twice", async () => {
    await buyPages(stack, "native", 2);
    await mkdir(set());
    const first = holder.start("lock", join(set(), ".lock.db"));
    assert.deepEqual(await once(first, "message"), ["held", undefined]);
    const stop = new AbortController();
    const stopped = stack.datasets.write({ folder: set(), signal: stop.signal, onWait: () => stop.abort() });
    await assert.rejects(stopped, { name: "AbortError" });
    let waits = 0;
    const second = stack.datasets.write({
      folder: set(),
      onWait: () => {
        waits += 1;
        first.kill("SIGKILL");
      },
    });
    assert.deepEqual([(await second).pages, waits], [2, 1]);
    const all = await Promise.all([writer.run(...args()), writer.run(...args()), writer.run(...args())]);
    assert.deepEqual(
      all.map((messages) => (messages.at(-1) as { pages: number }).pages),
      [0, 0, 0],
    );
    assert.deepEqual((await verify()).problems, []);
  });
});
