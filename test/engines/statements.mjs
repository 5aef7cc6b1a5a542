import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {object} Engine
 * @property {(sql: string) => unknown} prepare
 * @property {(sql: string) => unknown} rows
 */

/**
 * Runs the statements of each dataset with the views that lie beside it, and prints all rows.
 * @param {string} name of the engine, as in `queries/views.*.sql`
 * @param {Engine} engine
 */
export async function runAll(name, { prepare, rows }) {
  /** @type {Record<string, Record<string, string>>} */
  const wanted = JSON.parse(await readFile(process.argv[2] ?? "", "utf8"));
  /** @type {Record<string, Record<string, unknown>>} */
  const found = {};
  for (const [folder, statements] of Object.entries(wanted)) {
    const views = await readFile(join(folder, "queries", `views.${name}.sql`), "utf8");
    // They are meant to be run from the dataset's folder.
    for (const sql of views.split(";\n")) if (sql.trim()) await prepare(sql.replace(/\('/, `('${folder}/`));
    /** @type {Record<string, unknown>} */
    const told = (found[folder] = {});
    for (const [statement, sql] of Object.entries(statements)) told[statement] = await rows(sql);
  }
  console.log(JSON.stringify(found));
}
