// Runs statements in DuckDB: `STATEMENTS` (a JSON file, by the folder of a dataset and their names) `MODULE`. Prints the
// rows of each.
import { runAll } from "./statements.mjs";

const { DuckDBInstance } = await import(process.argv[3] ?? "");
const connection = await (await DuckDBInstance.create()).connect();
await runAll("duckdb", {
  prepare: (sql) => connection.run(sql),
  rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
});
