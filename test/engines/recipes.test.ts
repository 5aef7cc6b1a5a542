import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readManifest } from "../../src/features/dataset/manifest";
import { startCountedLibrary } from "../support/countedLibrary";
import { skipBecause } from "../support/skipping";
import { buyPages } from "../unit/features/dataset/filledArchive";
import { openStack } from "../unit/features/stack";
import { everyEngine, pythonEngine, Unavailable } from "./install";

const run = promisify(execFile);
const arrow = "pyarrow==26.0.1";

describe("The examples in docs/dataset.md", () => {
  let folder: string;
  let guide: string;
  let sightings: { readonly rows: number; readonly files: number };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-recipes-"));
    guide = await readFile("docs/dataset.md", "utf8");
    const library = await startCountedLibrary();
    const stack = openStack(join(folder, "storage"), library.url, library.key);
    await buyPages(stack, "mega", 3);
    await stack.datasets.write({ folder: join(folder, "set") });
    const parts = (await readManifest(join(folder, "set")))!.files.filter(({ table }) => table === "sightings");
    sightings = { rows: parts.reduce((sum, { rows }) => sum + rows, 0), files: parts.length };
    await stack.close();
    await library.close();
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  /** An example's code, for a copy of the dataset. */
  async function example(heading: string, language: string): Promise<string> {
    const section = guide.split(/^(?=##)/m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
    const code = new RegExp(`\`\`\`${language}[^\\n]*\n([\\s\\S]*?)\`\`\``).exec(section)?.[1];
    assert.ok(code, `${heading} has no ${language}`);
    const copy = await mkdtemp(join(folder, "copy-"));
    await cp(join(folder, "set"), copy, { recursive: true });
    return code.replaceAll("DIR", copy);
  }

  async function installed(context: Mocha.Context, name: string, packages: readonly string[]): Promise<string> {
    try {
      return await pythonEngine(name, packages);
    } catch (error) {
      if (error instanceof Unavailable) skipBecause(context, error.message);
      throw error;
    }
  }

  /** The last line that a program of Python prints. */
  async function printed(python: string, code: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { stdout } = await run(python, ["-c", code], { cwd: folder, env: { ...process.env, ...env } });
    return stdout.trimEnd().split("\n").at(-1) ?? "";
  }

  const counted = (text: string) => [...text.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0);

  it("run in pandas", async function () {
    const python = await installed(this, "pandas", ["pandas==3.1.1", arrow, "duckdb==2.0.1"]);
    const code = `${await example("### pandas", "python")}\nprint(len(ads), len(newest))`;
    assert.match(await printed(python, code), new RegExp(`^${sightings.rows} \\d+$`));
  });

  if (!everyEngine) return;

  it("run in Polars", async function () {
    const python = await installed(this, "polars", ["polars==2.1.0", arrow, "duckdb==2.0.1"]);
    const code = `${await example("### Polars", "python")}\nprint(ads.select(pl.len()).collect().item())`;
    assert.equal(await printed(python, code), String(sightings.rows));
  });

  it("run in DataFusion", async function () {
    const python = await installed(this, "datafusion", ["datafusion==55.0.0", arrow]);
    const line = await printed(python, await example("### DataFusion", "python"));
    assert.ok(counted(line.split("count")[1] ?? "") > 18, line);
  });

  it("make a Delta table", async function () {
    const python = await installed(this, "delta", ["deltalake==1.6.6", arrow]);
    assert.equal(await printed(python, await example("### Delta Lake", "python")), String(sightings.files));
  });

  it("make an Iceberg table", async function () {
    const python = await installed(this, "iceberg", ["pyiceberg[pyarrow,sql-sqlite]==0.12.0", "duckdb==2.0.1"]);
    const line = await printed(python, await example("### Iceberg", "python"));
    assert.equal(line, String(sightings.rows));
  });

  it("copy a dataset to object storage and read it there", async function () {
    const packages = ["awscli==1.46.3", "moto[server]==5.2.5", "pandas==3.1.1", arrow];
    const python = await installed(this, "s3", packages);
    const account = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test", AWS_DEFAULT_REGION: "us-east-1" };
    const server = spawn(python, ["test/engines/s3.py"], {
      env: { ...process.env, ...account },
      stdio: ["pipe", "pipe", "ignore"],
    });
    try {
      const [url] = (await once(server.stdout, "data")) as [Buffer];
      const env = { ...process.env, ...account, AWS_ENDPOINT_URL: String(url).trim() };
      const path = `${dirname(python)}:${process.env.PATH ?? ""}`;
      const heading = "## Object storage and clusters";
      await run("sh", ["-ec", await example(heading, "sh")], { env: { ...env, PATH: path } });
      assert.equal(await printed(python, await example(heading, "python"), env as never), String(sightings.rows));
      const listed = await run(join(dirname(python), "aws"), ["s3", "ls", "--recursive", "s3://bucket/ads/"], { env });
      assert.match(listed.stdout, / ads\/manifest\.json$/m);
      assert.doesNotMatch(listed.stdout, / ads\/\./m);
    } finally {
      server.stdin.end();
      await once(server, "close");
    }
  });
});
