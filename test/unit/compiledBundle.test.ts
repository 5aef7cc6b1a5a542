import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CompiledBundle } from "../../src/compiledBundle";
import { temporaryFolder } from "../support/temporaryFolder";

describe("CompiledBundle", () => {
  const folder = temporaryFolder();
  const bundleFile = () => join(folder(), "bundle.js");
  const codeFile = () => join(folder(), "bundle.compiled");

  const loaded = () => new CompiledBundle(bundleFile()).load();

  /** Writes a bundle, loads it, and keeps what was compiled. */
  async function kept(source: string): Promise<Buffer> {
    await writeFile(bundleFile(), source);
    const bundle = new CompiledBundle(bundleFile());
    bundle.load();
    await bundle.keep();
    return readFile(codeFile());
  }

  it("runs a bundle as Node.js does, without and with kept code", async () => {
    await writeFile(join(folder(), "neighbor.js"), "module.exports = 'neighbor';");
    const source = `
      const { sep } = require("node:path");
      exports.own = [__filename, __dirname, require("./neighbor.js"), require.resolve("./neighbor.js"), sep];
      module.exports = { ...exports, sum: (() => 1 + 2)() }; // not the end of the file`;
    await kept(source);
    const own = [bundleFile(), folder(), "neighbor", join(folder(), "neighbor.js"), join("/")];
    assert.deepEqual(loaded(), { own, sum: 3 });
    assert.deepEqual((await readdir(folder())).sort(), ["bundle.compiled", "bundle.js", "neighbor.js"]);
  });

  it("runs a bundle's parts with the code that is kept of them", async () => {
    await kept("module.exports = 'first one';");
    const code = await readFile(codeFile());
    await writeFile(join(folder(), "outer.js"), "module.exports = ['outer', require('./bundle.js')];");
    const part = new CompiledBundle(bundleFile());
    const outer = new CompiledBundle(join(folder(), "outer.js"), new Map([["./bundle.js", part]]));
    assert.deepEqual(outer.load(), ["outer", "first one"]);
    await Promise.all([outer.keep(), part.keep()]);
    assert.deepEqual(await readFile(codeFile()), code);
    await writeFile(bundleFile(), "module.exports = 'other one';");
    assert.deepEqual(outer.load(), ["outer", "first one"]);
  });

  it("runs what was kept, and only for the same source and engine", async () => {
    const first = await kept("module.exports = 'first one';");
    // V8 itself takes the code of any source of the same length.
    await writeFile(bundleFile(), "module.exports = 'other one';");
    assert.equal(loaded(), "other one");
    const code = first.subarray(32);
    const forge = async (source: string, engine: string) => {
      await writeFile(bundleFile(), source);
      const digest = createHash("sha256").update(engine).update(source).update(code).digest();
      await writeFile(codeFile(), Buffer.concat([digest, code]));
    };
    await forge("module.exports = 'third one';", JSON.stringify([process.arch, process.versions]));
    assert.equal(loaded(), "first one");
    await forge("module.exports = 'fifth one';", JSON.stringify(["another", process.versions]));
    assert.equal(loaded(), "fifth one");
  });

  it("is not harmed by damaged code, and replaces it", async () => {
    const whole = await kept("module.exports = 'whole';");
    const flipped = (at: number) => whole.map((byte, index) => (index === at ? byte ^ 0xff : byte));
    const damages = [0, 31, 32, 40, whole.length >> 1, whole.length - 1].map(flipped);
    const cuts = [0, 1, 32, 33, whole.length - 1].map((length) => whole.subarray(0, length));
    for (const damaged of [...damages, ...cuts, Buffer.concat([whole, whole]), Buffer.alloc(5_000)]) {
      await writeFile(codeFile(), damaged);
      const bundle = new CompiledBundle(bundleFile());
      assert.equal(bundle.load(), "whole");
      await bundle.keep();
      assert.ok(!(await readFile(codeFile())).equals(damaged));
      assert.equal(loaded(), "whole");
    }
  });

  it("writes nothing if the code is kept already", async () => {
    await kept("module.exports = 1;");
    const before = await stat(codeFile());
    const bundle = new CompiledBundle(bundleFile());
    bundle.load();
    await bundle.keep();
    const after = await stat(codeFile());
    assert.deepEqual([after.ino, after.mtimeMs], [before.ino, before.mtimeMs]);
  });

  it("keeps nothing of a bundle that was replaced or removed", async () => {
    await writeFile(bundleFile(), "module.exports = 1;");
    const [replaced, removed] = [new CompiledBundle(bundleFile()), new CompiledBundle(bundleFile())];
    assert.deepEqual([replaced.load(), removed.load()], [1, 1]);
    await writeFile(bundleFile(), "module.exports = 2;");
    await replaced.keep();
    assert.deepEqual(await readdir(folder()), ["bundle.js"]);
    await rm(folder(), { recursive: true });
    await assert.rejects(removed.keep());
    await assert.rejects(stat(folder()));
  });

  it("runs a bundle once, however often it is loaded", async () => {
    await writeFile(bundleFile(), "module.exports = {};");
    const bundle = new CompiledBundle(bundleFile());
    assert.equal(bundle.load(), bundle.load());
  });

  it("loads a bundle whose code can't be kept", async () => {
    await mkdir(join(codeFile(), "taken"), { recursive: true });
    await writeFile(bundleFile(), "module.exports = 1;");
    const bundle = new CompiledBundle(bundleFile());
    assert.equal(bundle.load(), 1);
    await assert.rejects(bundle.keep());
    assert.deepEqual((await readdir(folder())).sort(), ["bundle.compiled", "bundle.js"]);
  });
});
