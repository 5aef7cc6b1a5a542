import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Engines are no part of the project: each lies here, and is fetched where it is asked for and not there yet. */
const folder = resolve(".engines");
const limitMs = 600_000;

/** Whether every engine is tested (`npm run test:engines -- --all`), or only DuckDB and pandas, which install in seconds. */
export const everyEngine = process.env.AD_LIBRARY_TEST_ENGINES === "all";

/** Why a machine cannot have an engine. */
export class Unavailable extends Error {}

/** A package of npm in a folder of its own: the path of its main file. @throws {Unavailable} */
export async function npmEngine(name: string, version: string): Promise<string> {
  const place = join(folder, `${name.replace(/^\W+/, "").replace(/\W+/g, "-")}-${version}`);
  const ready = join(place, "installed");
  if (!existsSync(ready)) {
    await orUnavailable(`npm cannot install ${name}`, async () => {
      await rm(place, { recursive: true, force: true });
      await mkdir(place, { recursive: true });
      await writeFile(join(place, "package.json"), '{"private":true}');
      const npm = process.platform === "win32" ? "npm.cmd" : "npm";
      const args = ["install", "--no-audit", "--no-fund", "--no-save", "--fetch-retries=1", `${name}@${version}`];
      await run(npm, args, { cwd: place, timeout: limitMs, shell: process.platform === "win32" });
      await writeFile(ready, "");
    });
  }
  return require.resolve(name, { paths: [place] });
}

/** A virtual environment of Python with some packages: the path of its interpreter. @throws {Unavailable} */
export async function pythonEngine(name: string, packages: readonly string[]): Promise<string> {
  const place = join(folder, name);
  const python = join(place, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const ready = join(place, packages.join("+"));
  if (!existsSync(ready)) {
    await orUnavailable("there is no Python with venv", async () => {
      await rm(place, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await run(process.platform === "win32" ? "python" : "python3", ["-m", "venv", place], { timeout: limitMs });
    });
    await orUnavailable(`pip cannot install ${packages.join(", ")}`, async () => {
      await run(python, ["-m", "pip", "install", "--quiet", "--retries", "1", ...packages], { timeout: limitMs });
      await writeFile(ready, "");
    });
  }
  return python;
}

/** The home of a Java that Spark runs on: 17 or newer, up to a version. @throws {Unavailable} */
export async function javaHome(newest = Infinity): Promise<string> {
  const installed = await readdir("/usr/lib/jvm").catch(() => []);
  const homes = [process.env.JAVA_HOME, ...installed.map((name) => join("/usr/lib/jvm", name))];
  const fits = (major: number) => major >= 17 && major <= newest;
  for (const home of homes) if (home && fits(await majorOf(join(home, "bin/java")))) return home;
  if (fits(await majorOf("java"))) return "";
  throw new Unavailable(
    `there is no Java 17${newest > 17 ? ` ${newest < Infinity ? `to ${newest}` : "or newer"}` : ""}`,
  );
}

async function majorOf(java: string): Promise<number> {
  try {
    return Number(/version "(\d+)/.exec((await run(java, ["-version"])).stderr)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function orUnavailable(why: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n").find(Boolean) : String(error);
    throw new Unavailable(`${why}: ${reason?.slice(0, 200) ?? ""}`);
  }
}
