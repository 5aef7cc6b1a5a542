import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
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

/** The command line, built as it ships and run in processes of its own. */
export class CommandLine {
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

  /** What an MCP client needs to start it as a server. */
  server(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]) {
    const { PATH = "", HOME = "" } = process.env;
    return {
      command: process.execPath,
      args: [join(this.folder, "cli.js"), "mcp", ...args],
      env: { PATH, HOME, AD_LIBRARY_DATA: join(cwd, "data"), ...env },
      cwd,
    };
  }

  /** Starts it in a folder. Its environment is `env`, the path, and a data folder below that folder. */
  start(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): ChildProcess {
    const { PATH = "", HOME = "" } = process.env;
    return spawn(process.execPath, [join(this.folder, "cli.js"), ...args], {
      cwd,
      env: { PATH, HOME, AD_LIBRARY_DATA: join(cwd, "data"), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Runs it to its end and resolves to its output and exit code. */
  run(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
    return ended(this.start(cwd, env, ...args));
  }

  async dispose(): Promise<void> {
    if (this.ownBundles) await rm(dirname(this.folder), { recursive: true, force: true });
  }
}

/**
 * Gives the enclosing suite the command line, and each of its tests a folder to run it in.
 * @param library the library that it is connected to
 */
export function useCommandLine(library: () => CountedLibrary) {
  const folder = temporaryFolder();
  let line: CommandLine;
  before(async () => (line = await CommandLine.build()));
  after(() => line.dispose());
  const env = () => ({ AD_LIBRARY_URL: library().url, AD_LIBRARY_API_KEY: library().key });
  return {
    folder,
    line: () => line,
    at: (...path: string[]) => join(folder(), ...path),
    env,
    run: (...args: string[]) => line.run(folder(), env(), ...args),
    paid: () => library().paid().length,
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
