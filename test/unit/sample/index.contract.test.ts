import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cardChecks, detailChecks } from "./contract/ads";
import { filterChecks, searchChecks } from "./contract/searches";
import { routeChecks, serviceChecks } from "./contract/service";
import { versionOneChecks } from "./contract/versionOne";
import { Visitor, type Checks } from "./visitor";

const checks: Checks = {
  ...serviceChecks,
  ...routeChecks,
  ...cardChecks,
  ...detailChecks,
  ...filterChecks,
  ...searchChecks,
  ...versionOneChecks,
};

/** Rows of the table in the sample library's README: name, line of the contract, file that serves it. */
const rows = readFileSync("src/sample/README.md", "utf8")
  .split("\n")
  .map((line) => /^\| ([a-z][a-z0-9-]+) +\| (.+?) +\| (.+?) +\|$/.exec(line))
  .flatMap((found) => (found ? [{ name: found[1] ?? "", line: found[2] ?? "", served: found[3] ?? "" }] : []));

describe("The sample library, line by line of the contract", () => {
  let visitor: Visitor;
  before(async () => {
    visitor = await Visitor.start();
  });
  after(() => visitor.library.close());

  it("has a check for each row of its table, and a row for each check", () => {
    assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(checks).sort());
  });

  for (const { name, line, served } of rows) {
    it(`${name}: ${line.replaceAll("`", "")}`, async () => {
      for (const [, file] of served.matchAll(/`([^`]+)`/g)) readFileSync(`src/sample/${file}`);
      await checks[name]?.(visitor);
    });
  }
});
