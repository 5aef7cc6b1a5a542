// The same in ClickHouse, as chdb has it.
import { runAll } from "./statements.mjs";

const { Session } = (await import(process.argv[3] ?? "")).default;
const session = new Session();
session.query("set output_format_json_quote_64bit_integers = 1, date_time_output_format = 'iso'");
await runAll("clickhouse", {
  prepare: (sql) => session.query(sql),
  rows: (sql) => {
    const lines = String(session.query(sql, "JSONCompactEachRow")).split("\n");
    return lines.filter(Boolean).map((line) => JSON.parse(line));
  },
});
session.close();
