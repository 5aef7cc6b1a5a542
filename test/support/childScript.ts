import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { threadOfTests } from "../../bundles.mjs";

/** A TypeScript file that tests run in processes of its own: as other windows, or to be killed. */
export class ChildScript {
  private folder = "";

  private constructor(private readonly env: Readonly<Record<string, string>>) {}

  /** Bundles a script. `entry` is its path from the project's root; `env` is added to its processes' environment. */
  static async of(entry: string, env: Readonly<Record<string, string>> = {}): Promise<ChildScript> {
    const script = new ChildScript(env);
    await script.bundle(entry);
    return script;
  }

  /** The same for the enclosing suite: it is bundled before the first test, and removed after the last one. */
  static forSuite(entry: string, env: Readonly<Record<string, string>> = {}): ChildScript {
    const script = new ChildScript(env);
    before(() => script.bundle(entry));
    after(() => script.dispose());
    return script;
  }

  private async bundle(entry: string): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), "child-script-"));
    await esbuild.build({
      entryPoints: [resolve(entry)],
      outfile: this.file,
      bundle: true,
      platform: "node",
      format: "cjs",
      mainFields: ["module", "main"],
      target: "node20",
      logLevel: "warning",
      plugins: [threadOfTests],
    });
  }

  private get file(): string {
    return join(this.folder, "script.cjs");
  }

  start(...args: string[]): ChildProcess {
    const env = { ...process.env, ...this.env };
    return fork(this.file, args, { stdio: ["ignore", "ignore", "inherit", "ipc"], env });
  }

  /** Runs the script to its end and resolves to the messages that it sent. Rejects if it fails. */
  async run(...args: string[]): Promise<unknown[]> {
    const child = this.start(...args);
    const messages: unknown[] = [];
    child.on("message", (message) => messages.push(message));
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`The script ended with ${code}.`);
    return messages;
  }

  /** Runs the script and kills it once it has sent this many messages. Resolves to all messages that arrived. */
  async kill(afterMessages: number, ...args: string[]): Promise<unknown[]> {
    const child = this.start(...args);
    const messages: unknown[] = [];
    child.on("message", (message) => {
      messages.push(message);
      if (messages.length === afterMessages) child.kill("SIGKILL");
    });
    await once(child, "close");
    return messages;
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
