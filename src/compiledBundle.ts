import { createHash } from "node:crypto";
import { constants, readFileSync } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import { removeAbandoned, writeWhole } from "./features/disk";

const digestBytes = 32;

/** Identifies the engine that can use the code. */
const engine = JSON.stringify([process.arch, process.versions]);

/** V8 checks only its version, its flags, and the source's length: not whether code is intact or belongs to a source. */
function digestOf(source: Uint8Array, code: Uint8Array): Buffer {
  return createHash("sha256").update(engine).update(source).update(code).digest();
}

/** The code in a file, if that is there, intact, and of this source and engine. */
function codeIn(file: string, source: Uint8Array): Buffer | undefined {
  try {
    const kept = readFileSync(file);
    const code = kept.subarray(digestBytes);
    return digestOf(source, code).equals(kept.subarray(0, digestBytes)) ? code : undefined;
  } catch {
    return undefined;
  }
}

const isFunction = (value: unknown): value is (...given: unknown[]) => void => typeof value === "function";

/**
 * A bundle that is loaded together with what V8 compiled of it in an earlier window, which saves the first panel of a
 * window about 30 ms. Node.js can do that itself (`module.enableCompileCache`), but only for all extensions at once.
 * The code is kept beside the bundle: whoever can replace it there can replace the bundle, too.
 */
export class CompiledBundle {
  private fresh: { readonly script: Script; readonly source: Buffer } | undefined;
  private loaded: { readonly exports: unknown } | undefined;

  /**
   * @param file path of the bundle, CommonJS
   * @param parts the bundles that it requires and whose compiled code is kept, too
   */
  constructor(
    private readonly file: string,
    private readonly parts: ReadonlyMap<string, CompiledBundle> = new Map(),
  ) {}

  private get codeFile(): string {
    return this.file.replace(/\.js$/, ".compiled");
  }

  /** Runs the bundle, once, and returns its exports. Like `require`, it reads synchronously. */
  load(): unknown {
    this.loaded ??= { exports: this.run() };
    return this.loaded.exports;
  }

  private run(): unknown {
    const { file } = this;
    const source = readFileSync(file);
    const code = codeIn(this.codeFile, source);
    const head = "(function (exports, require, module, __filename, __dirname) {";
    const options = { filename: file, columnOffset: -head.length, ...(code && { cachedData: code }) };
    const script = new Script(`${head}${source.toString()}\n})`, options);
    if (!code || script.cachedDataRejected) this.fresh = { script, source };
    const bundle: { exports: unknown } = { exports: {} };
    const run: unknown = script.runInThisContext();
    const fromFile = createRequire(file);
    const required = (name: string): unknown => this.parts.get(name)?.load() ?? fromFile(name);
    if (isFunction(run)) run(bundle.exports, Object.assign(required, fromFile), bundle, file, dirname(file));
    return bundle.exports;
  }

  /** Keeps what V8 has compiled for the next window, unless it is already kept or the bundle was replaced or removed. */
  async keep(): Promise<void> {
    const { file, fresh } = this;
    this.fresh = undefined;
    if (!fresh || !(await readFile(file)).equals(fresh.source)) return;
    await access(dirname(file), constants.W_OK);
    await removeAbandoned(dirname(file));
    const code = fresh.script.createCachedData();
    await writeWhole(this.codeFile, Buffer.concat([digestOf(fresh.source, code), code]), 0o644);
  }
}
