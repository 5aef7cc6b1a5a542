// One process of the benchmark `dataset`: `FOLDER SIGHTINGS` makes up a dataset of that many sightings and prints how
// long the queries take in DuckDB, and in Spark with one and with two executors. An engine that this machine cannot
// have prints nothing.
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { queries, datasetTexts } from "../../src/features/dataset/texts";
import { javaHome, npmEngine, pythonEngine, Unavailable } from "../engines/install";
import { timed } from "./benchPages";

const [folder = "", countText = "100000"] = process.argv.slice(2);
const count = Number(countText);

const partitions =
  "case i % 3 when 0 then 'tiktok' when 1 then 'facebook' else 'native' end as platform, '2026-0' || (1 + i % 4) as month";
const time =
  "make_timestamp(2026, 1 + cast(i % 4 as bigint), 1 + cast(i % 28 as bigint), 0, 0, 0) as received_at, 20454 + i % 120 as received_day";
/** The made-up tables in SQL. Each ad is seen four times; a hundred advertisers have most ads. */
const made: Readonly<Record<string, string>> = {
  sightings: `select 'a' || (i // 18) as answer, i % 18 as position, 'search' as seen_in, ${time}, 'https://ads.example' as origin,
    'x:' || (i % greatest(${count} // 4, 1)) as ad_key, cast(i % 50000 as varchar) as owner_id, 'Owner ' || (i % 50000) as owner_name,
    'Title ' || md5(cast(i as varchar)) as title, 'shop' || (i % 20000) || '.example' as domain, i % 400 as days_running,
    '{"id":' || i || '}' as raw`,
  stats: `select ${time}, 'x:' || (i % greatest(${count} // 4, 1)) as ad_key, (['Likes', 'Shares', 'Comments'])[1 + i % 3] as name, (i * 7919) % 1000000 as value`,
  details: `select ${time}, 'https://ads.example' as origin, 'x:' || (i * 5) as ad_key, i % 400 as days_running`,
  url_chain: `select ${time}, 'x:' || (i * 5) as ad_key, 'way' || (i % 500) || '.example' as domain`,
  pages: `select ${time}, 'a' || i as answer, '{"page":1}' as body, cast(i // 20 as varchar) as last_hit, i % 20 <> 19 as has_next_page`,
  attachments: `select ${time}, 'x' as ad_key`,
  breakdowns: `select ${time}, 'x' as ad_key`,
  creative_group: `select ${time}, 'https://ads.example' as origin, 'x:' || i as ad_key, 'tiktok' as ad_platform,
    'x:' || (i // 4) as creative, 'text' as reasons, 'Title' as title, 'Owner ' || (i % 50000) as advertiser,
    make_timestamp(2025, 1, 1 + cast(i % 28 as bigint), 0, 0, 0) as first_seen_at,
    make_timestamp(2026, 1, 1 + cast(i % 28 as bigint), 0, 0, 0) as last_seen_at`,
  changes: `select ${time}, 'https://ads.example' as origin, 'v2' as api_version, 'tiktok' as search_platform,
    '{"page":' || (i // 50) || '}' as body, make_timestamp(2026, 1, 1, 0, 0, 0) as compared_with,
    list_extract(['launched', 'firstSeen', 'changed', 'absent', 'notCovered'], 1 + cast(i % 5 as bigint)) as state`,
};
const sizes: Readonly<Record<string, number>> = {
  sightings: count,
  stats: count * 3,
  details: count / 20,
  url_chain: count / 10,
  pages: count / 18,
  creative_group: count / 4,
  changes: count / 10,
};

interface Connection {
  run(sql: string): Promise<unknown>;
}

async function duckdb(): Promise<Connection> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- fetched only on request
  const engine = require(await npmEngine("@duckdb/node-api", "1.5.6-r.1")) as {
    DuckDBInstance: { create(): Promise<{ connect(): Promise<Connection> }> };
  };
  return (await engine.DuckDBInstance.create()).connect();
}

async function makeUp(connection: Connection): Promise<void> {
  await mkdir(join(folder, "queries"), { recursive: true });
  for (const [path, text] of Object.entries(datasetTexts)) await writeFile(join(folder, path), text);
  for (const [table, sql] of Object.entries(made)) {
    const rows = `${sql}, ${partitions} from range(${Math.max(1, Math.floor(sizes[table] ?? 1))}) numbers(i)`;
    await connection.run(
      `copy (${rows}) to '${join(folder, table)}' (format parquet, compression zstd, partition_by (platform, month))`,
    );
  }
}

async function inDuckDB(connection: Connection): Promise<Record<string, number>> {
  for (const view of datasetTexts["queries/views.duckdb.sql"]?.split(";\n") ?? [])
    if (view.trim()) await connection.run(view.replace("('", `('${folder}/`));
  const ms = await timed(async () => {
    for (const sql of Object.values(queries)) await connection.run(`create or replace temp table found as ${sql}`);
  });
  return { [`DuckDB, ${count} sightings, ms`]: ms };
}

async function inSpark(executors: number): Promise<Record<string, number>> {
  const java = await javaHome();
  const python = await pythonEngine("spark", ["pyspark==4.3.0"]);
  const env = { ...process.env, SPARK_LOCAL_IP: "127.0.0.1", PYSPARK_PYTHON: python, ...(java && { JAVA_HOME: java }) };
  const statements = join(folder, "statements.json");
  await writeFile(statements, JSON.stringify(queries));
  const args = [resolve("test/bench/spark_times.py"), statements, folder, String(executors)];
  const { stdout } = await promisify(execFile)(python, args, { env, maxBuffer: 1e8 });
  const executor = executors === 1 ? "executor" : "executors";
  return { [`Spark, ${executors} ${executor}, ${count} sightings, ms`]: Number(stdout.trim().split("\n").at(-1)) };
}

async function main(): Promise<void> {
  let figures: Record<string, number> = {};
  try {
    const connection = await duckdb();
    await makeUp(connection);
    figures = await inDuckDB(connection);
    for (const executors of [1, 2]) figures = { ...figures, ...(await inSpark(executors)) };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    console.error(error.message);
  }
  console.log(JSON.stringify(figures));
}

void main();
