// Checks the outputs of the action, in the environment variable OUTPUTS as JSON, as a workflow that uses them would.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const { result, "summary-file": file, ...numbers } = JSON.parse(process.env["OUTPUTS"] ?? "{}");
assert.match(result, /^(new|none)$/);
assert.match(readFileSync(file, "utf8"), /^# \d+ of \d+ search(es)? checked, \d+ of \d+ credits\n/);
assert.ok(Object.keys(numbers).length > 0);
for (const [name, number] of Object.entries(numbers)) assert.match(number, /^\d+$/, name);
console.log({ result, file, ...numbers });
