import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { parse } from "jsonc-parser";
import type { FilterForm } from "../../../../src/protocol/filters";
import { platforms } from "../../../../src/protocol/platforms";
import { searchSchema } from "../../../../src/features/searchFiles/searchSchema";
import { expectedProblems, searchFiles } from "../../../support/searchFiles";

const form: FilterForm = {
  platform: "native",
  repairs: 0,
  filters: [
    {
      key: "publishers",
      component: "StringMulti",
      componentName: "StringMulti",
      defaults: [],
      items: [{ key: "9007199254740993", label: "Long" }, { key: "7", label: "Short" }, { key: '"7"' }],
    },
    {
      key: "traffic",
      component: "NumberSingleRange",
      componentName: "NumberSingleRange",
      defaults: [],
      items: [],
      min: 5,
      max: 9,
    },
  ],
};

describe("the schema of search files", () => {
  it("for other editors accepts valid files and rejects wrong shapes", () => {
    const schema = JSON.parse(readFileSync("docs/schemas/adsearch.schema.json", "utf8")) as {
      properties: { platform: { enum: string[] } };
    };
    assert.deepEqual(
      schema.properties.platform.enum,
      platforms.map(({ token }) => token),
    );
    const fits = new Ajv({ allowUnionTypes: true }).compile(schema);
    for (const [name, problems] of Object.entries(expectedProblems)) {
      const value: unknown = parse(searchFiles[name]!.replace("NATIVE", "native"));
      if (problems.length === 0) assert.ok(fits(value), `${name}: ${JSON.stringify(fits.errors)}`);
    }
    for (const name of ["platform", "filters", "types"])
      assert.ok(!fits(parse(searchFiles[`${name}.adsearch.json`]!)), name);
  });

  it("for other editors have the address by which a catalog finds them", () => {
    const catalog = JSON.parse(readFileSync("docs/schemas/schemastore.json", "utf8")) as Record<
      "url" | "fileMatch",
      string
    >[];
    assert.deepEqual(catalog.map(({ fileMatch }) => String(fileMatch)).sort(), ["*.adboard.json", "*.adsearch.json"]);
    for (const { url } of catalog) {
      const file = /\/main\/(docs\/schemas\/[\w.]+)$/.exec(url)?.[1] ?? assert.fail(url);
      assert.equal((JSON.parse(readFileSync(file, "utf8")) as { $id: string }).$id, url);
    }
  });

  it("from the live filters offers items with labels and all digits, and reports no problems itself", () => {
    const text = searchSchema([form]);
    const { allOf } = JSON.parse(text) as {
      allOf: { then: { properties: { body: { properties: Record<string, unknown> } } } }[];
    };
    const { publishers, traffic } = allOf[0]!.then.properties.body.properties;
    assert.deepEqual(publishers, {
      description: "publishers",
      items: {
        anyOf: [{ enum: ["7"] }, {}],
        if: { enum: [7, "7"], enumDescriptions: ["Short", ""] },
        defaultSnippets: [
          { label: "9007199254740993 Long", bodyText: "9007199254740993" },
          { label: "7 Short", bodyText: "7" },
        ],
      },
      defaultSnippets: [{ label: "[]", bodyText: "[]" }],
    });
    assert.deepEqual(traffic, {
      description: "traffic. from 5 to 9",
      defaultSnippets: [{ label: "[5, 9]", bodyText: "[5, 9]" }],
    });
    const fits = new Ajv({ strict: false }).compile(JSON.parse(text) as object);
    for (const broken of Object.values(searchFiles)) assert.ok(fits(parse(broken)));
  });
});
