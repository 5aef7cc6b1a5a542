import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";

let compiled: Ajv2020 | undefined;

function schemas(root: string): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  for (const name of ["export-about", "export-json", "export-ndjson-line", "export-csv-row"]) {
    ajv.addSchema(JSON.parse(readFileSync(`${root}/docs/schemas/${name}.schema.json`, "utf8")) as object, name);
  }
  return ajv;
}

/** What is wrong with a value by one of the schemas of docs/schemas (below `root`); nothing where it fits. */
export function jsonIssues(schema: string, value: unknown, root = "."): readonly string[] {
  const validate = (compiled ??= schemas(root)).getSchema(schema)!;
  void validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
