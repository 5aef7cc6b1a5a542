import { queries } from "./queries";
import { tableNames } from "./tables";

const all = (line: (table: string) => string) => `${tableNames.map((table) => line(table)).join("\n")}\n`;

/** The statements that create the tables in an engine, run from the dataset's folder. */
const views = {
  duckdb: all(
    (table) =>
      `create or replace view ${table} as select * from read_parquet('${table}/**/*.parquet', hive_partitioning = true, hive_types_autocast = false, union_by_name = true);`,
  ),
  clickhouse: `set use_hive_partitioning = 1;
set schema_inference_mode = 'union';
${all((table) => `create or replace view ${table} as select * from file('${table}/**/*.parquet', Parquet);`)}`,
  spark: `set spark.sql.sources.partitionColumnTypeInference.enabled=false;
set spark.sql.session.timeZone=UTC;
${all((table) => `create or replace temporary view ${table} using parquet options (path '${table}', mergeSchema 'true');`)}`,
};

const readme = `# A dataset of ads

Parquet files that any engine reads as they are: one folder a table, below it one a platform and month. \`schema/v1.json\` has every column with its type and meaning, \`manifest.json\` every file with its rows, bytes, SHA-256 and times, and every search with its pages. What was not provided is null.

A later run adds files and changes none. \`ad-library dataset verify DIR\` compares all of them with the manifest, \`ad-library dataset compact DIR\` merges the small files of the months that are over.

The same queries run on each engine (\`queries/\`). Run these from this folder.

## DuckDB

\`\`\`sh
duckdb -init queries/views.duckdb.sql -c ".read queries/new-per-week.sql"
\`\`\`

## ClickHouse, without a server

\`\`\`sh
cat queries/views.clickhouse.sql queries/new-per-week.sql | clickhouse local --multiquery
\`\`\`

## Spark

\`\`\`sh
spark-sql -i queries/views.spark.sql -f queries/new-per-week.sql
\`\`\`

On a cluster the paths are those of its storage, such as \`path 's3a://bucket/ads/sightings'\`.

## pandas

\`\`\`python
import pandas as pd
ads = pd.read_parquet("sightings", dtype_backend="pyarrow")  # its integers stay exact beside nulls
newest = ads.sort_values("received_at").groupby(["origin", "ad_key"]).tail(1)
print(newest.groupby("platform", observed=True).size())
\`\`\`

## Polars

\`\`\`python
import polars as pl
ads = pl.scan_parquet("sightings/**/*.parquet", hive_partitioning=True, try_parse_hive_dates=False)
print(ads.group_by("platform").agg(pl.col("ad_key").n_unique()).collect())
\`\`\`
`;

/** The files next to a dataset's tables, by path. */
export const datasetTexts: Readonly<Record<string, string>> = {
  "README.md": readme,
  ...Object.fromEntries(Object.entries(views).map(([engine, sql]) => [`queries/views.${engine}.sql`, sql])),
  ...Object.fromEntries(Object.entries(queries).map(([name, sql]) => [`queries/${name}.sql`, `${sql.trimEnd()};\n`])),
};
