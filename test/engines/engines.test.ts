import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { queries } from "../../src/features/dataset/texts";
import { readManifest } from "../../src/features/dataset/manifest";
import { type Table, tableNames } from "../../src/features/dataset/tables";
import { type CountedLibrary, startCountedLibrary } from "../support/countedLibrary";
import { skipBecause } from "../support/skipping";
import { addForeignPart, buyAwkwardPage, buyDetails, buyPages } from "../unit/features/dataset/filledArchive";
import { openStack, type Stack } from "../unit/features/stack";
import { storeGzipped, writerWithoutZstd } from "../unit/features/dataset/withoutZstd";
import { everyEngine, javaHome, npmEngine, pythonEngine, Unavailable } from "./install";
import { Reference } from "./reference";

type Rows = readonly (readonly unknown[])[];
/** By the dataset's folder and the statement's name. */
type Answers = Readonly<Record<string, Readonly<Record<string, Rows>>>>;

/** What an engine is asked besides the queries that lie beside a dataset. */
const counts = Object.fromEntries(tableNames.map((table) => [`count of ${table}`, `select count(*) from ${table}`]));
const facts = {
  ...counts,
  identifiers: `select position, ad_id, ad_id_int64, owner_id, owner_id_int64, monthly_traffic, platform, title, bookmarked
    from sightings where last_hit = '1700000000' order by position`,
  sums: "select count(value), sum(value) from stats",
  times: "select min(received_at), max(received_at) from sightings",
  months: "select distinct month from sightings order by month",
  parts: "select count(*), count(url), count(times_seen), count(column_of_tomorrow) from url_chain",
};
/** Of a dataset without the awkward page. */
const anyOf = { ...counts, ads: "select ad_id, title from sightings", sums: facts.sums, times: facts.times };
const asLastSeen = "ad_key, platform, month, owner_name, title, domain, received_at, seen_in";
/** The exact text of ads is compared elsewhere: the reference has none. */
const withoutRaw = Object.entries(queries).map(([name, sql]): readonly [string, string] => [
  name,
  name === "ads-as-last-seen" ? `select ${asLastSeen} from (${sql}) newest_ads` : sql,
]);

type Ask = (statements: string) => Promise<Answers>;

const inNode =
  (file: string, name: string, version: string): Ask =>
  async (statements) =>
    asked(process.execPath, [file, statements, pathToFileURL(await npmEngine(name, version)).href]);

const reader =
  (name: string, ...packages: string[]): Ask =>
  async (statements) => {
    const python = await pythonEngine(name, packages);
    return asked(python, ["test/engines/readers.py", name, statements, join(statements, "..", name)]);
  };

const spark =
  (version: string, newestJava = Infinity): Ask =>
  async (statements) => {
    const java = await javaHome(newestJava);
    const python = await pythonEngine(`spark-${version}`, [`pyspark==${version}`]);
    const env = { SPARK_LOCAL_IP: "127.0.0.1", PYSPARK_PYTHON: python, ...(java && { JAVA_HOME: java }) };
    return asked(python, ["test/engines/spark.py", statements, join(statements, "..", `warehouse-${version}`)], env);
  };

const [arrow, sql] = ["pyarrow==26.0.1", "duckdb==2.0.1"];
/** Each engine as a way to ask it; what it needs is fetched first. */
const quick: Readonly<Record<string, Ask>> = {
  DuckDB: inNode("test/engines/duckdb.mjs", "@duckdb/node-api", "1.5.6-r.1"),
  pandas: reader("pandas", "pandas==3.1.1", arrow, sql),
};
const others: Readonly<Record<string, Ask>> = {
  ClickHouse: inNode("test/engines/clickhouse.mjs", "chdb", "3.4.0"),
  Polars: reader("polars", "polars==2.1.0", arrow, sql),
  DataFusion: reader("datafusion", "datafusion==55.0.0", arrow),
  "delta-rs": reader("delta", "deltalake==1.6.6", arrow),
  pyiceberg: reader("iceberg", "pyiceberg[pyarrow,sql-sqlite]==0.12.0", sql),
  // These two read nullable delta encodings wrongly.
  "Spark 3.5.1": spark("3.5.1", 17),
  "Spark 4.0.0": spark("4.0.0", 21),
  "Spark 4.3.0": spark("4.3.0"),
};
const engines = everyEngine ? { ...quick, ...others } : quick;

async function asked(program: string, args: string[], more: Readonly<Record<string, string>> = {}): Promise<Answers> {
  const env = { ...process.env, TZ: "UTC", ...more };
  const { stdout } = await promisify(execFile)(program, args, { env, maxBuffer: 1e8, timeout: 800_000 });
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Answers;
}

/** The same text for the same value, whichever engine said it. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toPrecision(12);
  // An ad without id is known by its answer, which only the dataset names.
  if (typeof value === "string" && value.startsWith("?")) return "?";
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d(?:[ T].*)?$/.test(value)) return value;
  return new Date(value.length === 10 ? value : `${value.replace(" ", "T").replace(/Z$/, "")}Z`).toISOString();
}
const sorted = (rows: Rows | undefined) => rows?.map((row) => JSON.stringify(row.map(plain))).sort();

const seen = [
  ["1", "9223372036854775807", "9223372036854775807", "123456789012345678901", null, "9223372036854775807"],
  ["2", "-9223372036854775808", "-9223372036854775808", "-1", "-1", null],
  ["3", "123456789012345678901234567890", null, null, null, null],
  ["4", null, null, null, null, null],
];
const platforms = [
  ["tiktok", "19 digits", null],
  ["tiktok", "", null],
  ["unknown", null, null],
  ["tiktok", "no id", null],
];
const identifiers = seen.map((row, index) => [...row, ...(platforms[index] ?? [])]);

/** Buys pages and details in three runs of the dataset, and tells the reference of each. */
async function fill(stack: Stack, library: CountedLibrary, dataset: string, reference: Reference): Promise<void> {
  for (const platform of ["native", "mega"] as const) {
    const { frozen, first } = await buyPages(stack, platform, 3);
    await reference.addPages(stack, frozen, first.lastHit!);
    if (platform === "native") await buyDetails(stack, first, 3);
    for (const { id } of platform === "native" ? first.ads.slice(0, 3) : []) {
      const ad = { platform, id: id! };
      const { detail, fetchedAt } = (await stack.details.bought(ad))!;
      reference.addDetail(ad, detail, fetchedAt);
    }
    await stack.datasets.write({ folder: dataset });
  }
  await library.nextMoment(4);
  const { frozen, first } = await buyPages(stack, "native", 3);
  await reference.addPages(stack, frozen, first.lastHit!);
  await reference.addPages(stack, await buyAwkwardPage(stack, library), "1700000000");
  await stack.datasets.write({ folder: dataset });
  await reference.addGroups(stack);
  await reference.addChanges(stack, frozen);
}

/** The facts as the archive has them; rows of what it keeps in answers only, as the manifest counts them. */
async function factsOf(index: string, dataset: string): Promise<Readonly<Record<string, Rows>>> {
  const db = new DatabaseSync(index, { readOnly: true });
  const row = (sql: string): Rows => {
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    return statement.all().map(Object.values);
  };
  const { files } = (await readManifest(dataset))!;
  const rowsOf = (name: Table) => files.filter(({ table }) => table === name).reduce((sum, part) => sum + part.rows, 0);
  const whole = "where typeof(value) = 'integer'";
  return {
    ...Object.fromEntries(tableNames.map((table) => [`count of ${table}`, [[rowsOf(table)]]])),
    "count of sightings": row("select count(*) from sighting"),
    // One number of the awkward page is a text that is none.
    "count of stats": row("select count(*) + 1 from stat"),
    "count of pages": row("select count(*) from file where kind = 'pages'"),
    "count of details": row("select count(*) from file where kind = 'details'"),
    identifiers,
    sums: row(`select count(*), sum(value) from stat ${whole}`),
    times: row("select min(received_at), max(received_at) from sighting join file on file.id = file"),
    months: row("select distinct substr(received_at, 1, 7) from sighting join file on file.id = file order by 1"),
  };
}

describe("A dataset in", function () {
  this.timeout(1_800_000);
  const reference = new Reference();
  const writer = writerWithoutZstd();
  let folder: string;
  let expected: Readonly<Record<string, Rows>>;
  let statements: string;
  let links: number;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ad-library-engines-"));
    const place = (name: string) => join(folder, name);
    const [dataset, empty, native, gzip] = [place("set"), place("empty"), place("native"), place("gzip")];
    const storage = join(folder, "storage");
    const library = await startCountedLibrary({ moments: true });
    const stack = openStack(storage, library.url, library.key);
    try {
      await stack.datasets.write({ folder: empty });
      await fill(stack, library, dataset, reference);
      await stack.datasets.write({ folder: native, platforms: ["native"] });
      await stack.archive.tidied();
      expected = await factsOf(join(storage, "archive", "index.db"), dataset);
    } finally {
      await stack.close();
      await library.close();
    }
    storeGzipped(storage);
    await writer.run(folder, gzip, library.url);
    links = Number(expected["count of url_chain"]?.[0]?.[0]);
    await addForeignPart(dataset);
    await addForeignPart(dataset, ["column_of_tomorrow"]);
    statements = join(folder, "statements.json");
    const all = {
      ...{ [dataset]: { ...facts, ...Object.fromEntries<string>(withoutRaw) }, [empty]: counts },
      ...{ [native]: anyOf, [gzip]: anyOf },
    };
    await writeFile(statements, JSON.stringify(all));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  for (const [name, ask] of Object.entries(engines))
    describe(name, () => {
      let answers: Answers | Unavailable;
      before(async () => {
        answers = await ask(statements).catch((error: unknown) => {
          if (error instanceof Unavailable) return error;
          throw error;
        });
      });
      const told = (context: Mocha.Context, set = "set") => {
        if (answers instanceof Unavailable) skipBecause(context, answers.message);
        return answers[join(folder, set)] ?? {};
      };

      it("has the archive's counts, identifiers, sums, nulls and times", function () {
        const found = told(this);
        for (const fact of ["identifiers", "sums", "times", "months", ...Object.keys(counts)]) {
          if (fact === "count of url_chain") assert.equal(Number(found[fact]?.[0]?.[0]), links + 2);
          else assert.deepEqual(sorted(found[fact]), sorted(expected[fact]), fact);
        }
      });

      it("reads parts of older and newer versions beside its own, and tables without a row", function () {
        const empty = told(this, "empty");
        for (const table of tableNames) assert.deepEqual(sorted(empty[`count of ${table}`]), ['["0"]'], table);
        assert.deepEqual(sorted(told(this).parts), sorted([[links + 2, links + 2, links, 1]]));
      });

      it("reads gzip parts, too", function () {
        const [usual, other] = [told(this, "native"), told(this, "gzip")];
        assert.ok(other.ads!.length > 0);
        for (const fact of Object.keys(anyOf)) assert.deepEqual(sorted(other[fact]), sorted(usual[fact]), fact);
      });

      it("answers each query as the archive does", function () {
        const found = told(this);
        for (const [query, sql] of withoutRaw) {
          const rows = reference.rows(String(sql));
          assert.ok(rows.length > 0, query);
          assert.deepEqual(sorted(found[query]), sorted(rows), query);
        }
      });

      if (name.startsWith("Spark"))
        it("runs on two executors in separate processes", function () {
          told(this);
          assert.deepEqual(answers instanceof Unavailable ? undefined : answers.executors, 2);
        });
    });
});
