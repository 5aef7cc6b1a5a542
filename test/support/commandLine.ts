import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { Console } from "node:console";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import * as esbuild from "esbuild";
import { commandLineBundles } from "../../bundles.mjs";
import type { CountedLibrary } from "./countedLibrary";
import { temporaryFolder } from "./temporaryFolder";

/** How a process of the command line ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is to end. What isn't named is not looked at. */
interface Ending {
  readonly code?: number;
  /** The number of paid requests so far. */
  readonly paid?: number;
  readonly out?: string | RegExp;
  readonly err?: string | RegExp;
}

/** What `src/cli/main.ts` loads for every command but `mcp`. */
interface Program {
  runProgram(argv: readonly string[], version: string): Promise<number>;
}

/** The command line, built as it ships: run in processes of its own, or played in this one. */
export class CommandLine {
  /** Resolves when the previous command has been played: a process has only one current folder and one stdout. */
  private turn: Promise<unknown> = Promise.resolve();
  /** Aborted when the test that plays is over. */
  private test = new AbortController();
  /** Gives the process back its own streams, environment, and folder. */
  private restore = (): void => undefined;

  private constructor(
    /** The folder of its bundles. */
    readonly folder: string,
    private readonly ownBundles: boolean,
  ) {}

  /** Builds the bundles, unless they have just been built. */
  static async build(): Promise<CommandLine> {
    // `npm test` has just built them.
    if (process.env.AD_LIBRARY_TEST_BUILT) return new CommandLine(resolve("dist"), false);
    const folder = join(await mkdtemp(join(tmpdir(), "ad-library-cli-")), "dist");
    await symlink(resolve("l10n"), join(dirname(folder), "l10n"), "junction");
    await Promise.all(
      commandLineBundles.map((options) =>
        esbuild.build({ ...options, outfile: join(folder, basename(options.outfile ?? "")) }),
      ),
    );
    return new CommandLine(folder, true);
  }

  /** The command that starts it in a shell. */
  get shellCommand(): string {
    return `"${process.execPath}" "${join(this.folder, "cli.js")}"`;
  }

  /** Where Node.js keeps compiled code, so that only the first process compiles the bundles. Unused while coverage is measured. */
  get compiled(): Readonly<Record<string, string>> {
    if (process.env.NODE_V8_COVERAGE) return {};
    return { NODE_COMPILE_CACHE: join(dirname(this.folder), "out", "compile-cache") };
  }

  private env(cwd: string, more: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { PATH = "", HOME = "" } = process.env;
    return { PATH, HOME, ...this.compiled, AD_LIBRARY_DATA: join(cwd, "data"), ...more };
  }

  /** What an MCP client needs to start it as a server. */
  server(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]) {
    const command = process.execPath;
    return { command, args: [join(this.folder, "cli.js"), "mcp", ...args], env: this.env(cwd, env), cwd };
  }

  /** Starts it in a folder. Its environment is `env`, the path, and a data folder below that folder. */
  start(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): ChildProcess {
    return spawn(process.execPath, [join(this.folder, "cli.js"), ...args], {
      cwd,
      env: this.env(cwd, env),
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Runs it to its end and resolves to its output and exit code. */
  run(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
    return ended(this.start(cwd, env, ...args));
  }

  /**
   * Runs a command within this process, with the bundle that ships. Use `run` for what needs a process of its own:
   * signals, pipes, stdin, proxies, the home folder, the language, `mcp`, how a process ends, and commands that run at the
   * same time.
   */
  play(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
    const names = Object.keys(env).filter((name) => /proxy$|^AD_LIBRARY_LANG$/i.test(name));
    const isServer = args[0] === "mcp" && !args.includes("--help");
    assert.ok(!isServer && names.length === 0, `${args[0]} needs run: ${names.join()}`);
    const { signal } = this.test;
    const played = this.turn.then(() => {
      signal.throwIfAborted();
      return this.playNow(cwd, this.env(cwd, env), args);
    });
    this.turn = played.catch(() => undefined);
    return played;
  }

  private async playNow(cwd: string, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Ended> {
    const program = createRequire(resolve("package.json"))(join(this.folder, "program.js")) as Program;
    const texts = { stdout: "", stderr: "" };
    const [stdout, stderr] = [kept((text) => (texts.stdout += text)), kept((text) => (texts.stderr += text))];
    this.restore = exchange({ stdin: Readable.from([]), stdout, stderr, env }, cwd, new Console(stdout, stderr));
    try {
      const code = await program.runProgram([process.execPath, "ad-library", ...args], "played");
      return { code, ...texts };
    } finally {
      this.restore();
    }
  }

  /** Leaves what hasn't ended, or not begun, when its test is over: it can't spoil the tests that follow. */
  abandon(): void {
    this.test.abort();
    this.test = new AbortController();
    this.restore();
    this.turn = Promise.resolve();
  }

  async dispose(): Promise<void> {
    if (this.ownBundles) await rm(dirname(this.folder), { recursive: true, force: true });
  }
}

/** A stream that passes its text on. */
function kept(take: (text: string) => void): Writable {
  const decoder = new StringDecoder("utf8");
  const write = (chunk: Buffer, _encoding: string, done: () => void) => (take(decoder.write(chunk)), done());
  return new Writable({ write });
}

/** Gives this process other streams, another environment, and another current folder. Returns what undoes this. */
function exchange(own: Readonly<Record<string, unknown>>, cwd: string, written: Console): () => void {
  const [folder, console] = [process.cwd(), globalThis.console];
  const before = Object.keys(own).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const);
  for (const [name, value] of Object.entries(own)) Object.defineProperty(process, name, { value, configurable: true });
  globalThis.console = written;
  process.chdir(cwd);
  let undone = false;
  return () => {
    if (undone) return;
    undone = true;
    process.chdir(folder);
    globalThis.console = console;
    for (const [name, descriptor] of before) Object.defineProperty(process, name, descriptor);
  };
}

/**
 * Gives the enclosing suite the command line, and each of its tests a folder to run it in.
 * @param library the library that it is connected to
 */
export function useCommandLine(library: CountedLibrary) {
  let line: CommandLine;
  // Before the folder goes, in which the command may still be.
  afterEach(() => line.abandon());
  const folder = temporaryFolder();
  before(async () => (line = await CommandLine.build()));
  after(() => line.dispose());
  const env = () => ({ AD_LIBRARY_URL: library.url, AD_LIBRARY_API_KEY: library.key });
  const play = (...args: string[]) => line.play(folder(), env(), ...args);
  const paid = () => library.paid().length;
  return {
    folder,
    line: () => line,
    at: (...path: string[]) => join(folder(), ...path),
    env,
    run: (...args: string[]) => line.run(folder(), env(), ...args),
    play,
    paid,
    /** Plays a command and checks how it ends. Its words are a list if one of them has a space. */
    ends: async (words: string | readonly string[], { code, paid: requests, out, err }: Ending) => {
      const ended = await play(...(typeof words === "string" ? words.split(" ") : words));
      const told = `${String(words)}\n${ended.stdout}${ended.stderr}`;
      assert.deepEqual([ended.code, paid()], [code ?? ended.code, requests ?? paid()], told);
      for (const [text, wanted = text] of [[ended.stdout, out] as const, [ended.stderr, err] as const])
        if (typeof wanted === "string") assert.equal(text, wanted, told);
        else assert.match(text, wanted);
      return ended;
    },
  };
}

/** Resolves when a process has ended, to its output and exit code. */
export function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
