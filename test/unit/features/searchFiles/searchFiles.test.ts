import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Ajv from "ajv";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { parseExact } from "../../../../src/api/integers";
import { withEdits } from "../../../../src/features/searchFiles/fixes";
import { searchSchema } from "../../../../src/features/searchFiles/searchSchema";
import { editSearchFile, writeSearchFile } from "../../../../src/features/searchFiles/writeSearchFile";
import type { FilterForm } from "../../../../src/protocol/filters";
import { platforms } from "../../../../src/protocol/platforms";
import { shareLibrary, useLibrary } from "../../../support/fixtures";
import { generatedFile, rightValue } from "../../../support/generatedSearchFiles";
import { times } from "../../../support/long";
import { expectedProblems, searchFiles } from "../../../support/searchFiles";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { toldProblem } from "../../../support/toldProblem";
import { valuesOf } from "../../../support/valuesOf";
import { openStack, type Stack, useStack, useStacks } from "../stack";

const age = (iso: string) => `on ${iso.slice(0, 10)}`;

describe("linting search files", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const opened = useStacks();
  const open = (...more: Parameters<typeof openStack> extends [string, string, unknown, ...infer M] ? M : never) =>
    opened(folder(), library.url, library.key, ...more);
  const told = async ({ files }: Stack, text: string, offline = false) =>
    (await files.lint(text, { age, offline })).problems.map(toldProblem);
  const targets = () => library.requests.map(({ target }) => target);

  it("finds each problem, its place, and its fix in twelve files, for 0 credits", async () => {
    const stack = open();
    for (const [name, text] of Object.entries(searchFiles))
      assert.deepEqual(await told(stack, text), expectedProblems[name], name);
    const broken = Object.values(expectedProblems).filter((problems) => problems.length > 0);
    assert.deepEqual([Object.keys(searchFiles).length, broken.length], [12, 8]);
    assert.equal(library.paid().length, 0);
  });

  it("warns of a displaced filter, and sends, plans, and owns the search without it", async () => {
    const { files, search } = open();
    const text = '{ "platform": "facebook", "body": { "gender": [1], "is_bookmarked": [true] } }';
    const { problems, file } = await files.lint(text, { age });
    assert.deepEqual(
      problems.map(({ code, severity, range }) => [code, severity, range.column]),
      [["notSent", "warning", 37]],
    );
    const frozen = await search.freeze(await search.fromBody(file!.platform, file!.body));
    assert.deepEqual(valuesOf(frozen.query.choices, "filter"), ["is_bookmarked"]);
    const { lastHit } = await search.search(frozen, undefined, new AbortController().signal);
    const sent = JSON.parse(library.paid()[0]!.body) as Record<string, unknown>;
    assert.deepEqual([sent.gender, Array.isArray(sent.is_bookmarked)], [undefined, true]);
    assert.equal((await files.plan(file!)).bought?.lastHit, lastHit);
    const mended = withEdits(text, problems[0]!.fixes[0]!.edits);
    assert.equal(mended, '{ "platform": "facebook", "body": { "is_bookmarked": [true] } }');
    const again = await files.lint(mended, { age });
    assert.deepEqual([again.problems, (await files.plan(again.file!)).bought?.lastHit], [[], lastHit]);
  });

  it("requests each route once per session, and none offline", async () => {
    const stack = open();
    const text = searchFiles["items.adsearch.json"]!;
    await told(stack, text);
    const asked = targets();
    assert.deepEqual(asked, [
      "/v2/ads/facebook/filters",
      "/v2/ads/facebook/filters/interests?search=",
      "/v2/ads/facebook/filters/interests?search=Running",
      "/v2/ads/facebook/filters/interests?search=1",
    ]);
    await told(stack, text);
    await told(stack, searchFiles["sort.adsearch.json"]!, true);
    await told(stack, searchFiles["syntax.adsearch.json"]!, true);
    assert.deepEqual(targets(), asked);
  });

  it("uses the last known filters if the service is down, and says how old they are", async () => {
    const { forms } = open();
    await forms.form("native");
    await forms.settled();
    const folderOfForms = folder("forms");
    for (const name of await readdir(folderOfForms)) {
      const path = join(folderOfForms, name);
      const text = await readFile(path, "utf8");
      await writeFile(path, text.replace(/"receivedAt":"\d{4}-\d{2}-\d{2}/, '"receivedAt":"2026-01-02'));
    }
    await library.close();
    const problems = await told(open(), searchFiles["sort.adsearch.json"]!);
    assert.deepEqual(problems.slice(1), expectedProblems["sort.adsearch.json"]);
    assert.match(
      problems[0]!,
      /^2:15-2:23 info oldFilters: Checked against the filters fetched on 2026-01-02\. Can't reach 127\.0\.0\.1:\d+\./,
    );
    const never = await told(open(), searchFiles["filters.adsearch.json"]!);
    assert.match(
      never.join(),
      /^2:15-2:25 info noFilters: The filters couldn't be checked. Can't reach 127\.0\.0\.1:\d+\./,
    );
    const offline = await told(open(), searchFiles["filters.adsearch.json"]!, true);
    assert.match(
      offline.join(),
      /noFilters: The filters couldn't be checked. They were never fetched on this machine, and/,
    );
  });

  it("finds without any filters what is wrong whatever filters there are", async () => {
    const found = async (body: string) =>
      (await told(open(), `{ "platform": "native", "body": ${body} }`, true))
        .filter((row) => !row.includes("noFilters"))
        .map((row) => /(?:error|warning|info) (\w+)/.exec(row)![1]!);
    for (const [body, ...codes] of [
      ['{ "api_key": "x" }', "secret"],
      ['{ "x-api-key": "x", "apiKey": "x", "AD_LIBRARY_API_KEY": "x" }', "secret", "secret", "secret"],
      ['{ "search_field": [{ "type": "text", "text": "x", "api_key": "x" }] }', "secret"],
      ['{ "page": 2, "last_hit": "3" }', "reservedName", "reservedName"],
      ['{ "target_age": [40, 20] }', "rangeOrder"],
      ['{ "days_running": [30, 5] }', "rangeOrder"],
      ['{ "seen_between": ["2026-02-01", "2026-01-01"] }', "rangeOrder"],
      ['{ "advanced_order": { "orderby": "newest", "order": "down" } }', "wrongType"],
      ['{ "advanced_order": { "orderby": "age", "order": "desc" } }', "sortNotOffered"],
      ['{ "advanced_order": "newest" }', "wrongType"],
      ['{ "networks": [7, 3], "target_age": [20, 40], "advanced_order": { "orderby": "newest", "order": "asc" } }'],
    ] as const)
      assert.deepEqual(await found(body), codes, body);
    assert.equal(library.requests.length, 0);
  });

  it("makes a limited number of requests for any file", async () => {
    const keys = Array.from({ length: 3000 }, (_, at) => at);
    const problems = await told(
      open(),
      `{"platform":"facebook","body":{"interests":[${keys.join()}],"owner_categories":["x"]}}`,
    );
    assert.match(problems.at(-1) ?? problems.join("\n"), /There are more than 20 items to look up\./);
    assert.ok(library.requests.length < 30);
  });

  it("reads the sort under the connected version", async () => {
    const text = '{ "platform": "native", "body": { "advanced_order": { "orderby": "newest", "order": "desc" } } }';
    assert.deepEqual(await told(open({ apiVersion: "v1" }), text), []);
    const wrong = text.replace("newest", "engagement");
    assert.match((await told(open({ apiVersion: "v1" }), wrong)).join(), /^1:53-1:97 error sortNotOffered/);
  });

  it("treats hostile texts as text", async () => {
    const stack = open();
    const codes = async (text: string) => (await stack.files.lint(text, { age })).problems.map(({ code }) => code);
    assert.deepEqual(await codes(""), ["syntax"]);
    assert.deepEqual(await codes("[]"), ["notAnObject"]);
    assert.deepEqual(await codes("[".repeat(100_000)), ["tooDeep"]);
    assert.deepEqual(await codes(`{"a":"${"x".repeat(1 << 20)}"}`), ["tooLarge"]);
    assert.deepEqual(await codes('\uFEFF{"platform":"mega","body":{}}'), []);
    assert.deepEqual(await codes('{"platform":"mega","name":"caf\ufffd","body":{}}'), ["notText"]);
    assert.deepEqual(await codes(writeSearchFile({ platform: "mega", name: "caf\ufffd", body: {} })), []);
    const proto = '{"platform":"facebook","__proto__":{"body":1},"body":{"__proto__":[1],"constructor":[2]}}';
    assert.deepEqual(await codes(proto), ["unknownMember", "unknownFilter", "unknownFilter"]);
    assert.deepEqual(await codes('{ "platform": "native", "body": {}, "api_key": "k" }'), ["secret"]);
    const copied = '{ "headers": { "X-Api-Key": "k" }, "platform": "native", "body": { "apiKey": "k" } }';
    assert.deepEqual(await codes(copied), ["unknownMember", "secret", "secret"]);
    assert.equal(({} as { body?: unknown }).body, undefined);
    assert.deepEqual(await codes('{"platform":"__proto__","body":{}}'), ["unknownPlatform"]);
    assert.deepEqual(await codes('{"body":7}'), ["missing", "wrongType"]);
    assert.equal(library.paid().length, 0);
  });
});

describe("generated search files", function () {
  const age = (iso: string) => iso;

  const folder = temporaryFolder();
  const library = shareLibrary();
  const stack = useStack(() => openStack(folder(), library.url, library.key));

  it("are valid, or have exactly their planted problem in its place, with no paid request", async () => {
    const forms = await Promise.all(platforms.map(({ token }) => stack.forms.form(token)));
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(generatedFile(forms), async ({ text, bad, code, eol }) => {
        const { problems } = await stack.files.lint(text, { age });
        assert.deepEqual(valuesOf(problems, "code"), code === undefined ? [] : [code], text);
        const [problem] = problems;
        if (!problem || bad === undefined) return;
        broken += 1;
        const { offset, length, line } = problem.range;
        const start = text.indexOf(bad);
        assert.ok(offset >= start && offset + length <= start + bad.length, text);
        assert.equal(line, text.slice(0, offset).split(eol).length);
        for (const fix of problem.fixes) {
          const mended = await stack.files.lint(withEdits(text, fix.edits), { age });
          assert.ok(
            !mended.problems.some(({ code }) => code === problem.code || code === "syntax"),
            `${fix.title}\n${text}`,
          );
        }
      }),
      { numRuns: times(150, 500) },
    );
    assert.ok(broken > times(30, 100));
    assert.equal(library.paid().length, 0);
  });

  it("survive a round trip through the form byte for byte", async () => {
    const forms = await Promise.all(platforms.map(({ token }) => stack.forms.form(token)));
    const file = fc.constantFrom(...forms).chain((form) => {
      const members = form.filters.flatMap(
        (filter) => rightValue(filter)?.map((json) => [filter.key, json] as const) ?? [],
      );
      return fc.record({
        form: fc.constant(form),
        body: fc.shuffledSubarray(members).chain((chosen) => fc.tuple(...chosen)),
      });
    });
    await fc.assert(
      fc.asyncProperty(file, async ({ form, body }) => {
        const text = `{ "platform": "${form.platform}", /* the search */ "body": { ${body.map(([name, json]) => `"${name}": ${json}, // ${name}\n`).join("")} } }`;
        const { platform, body: read } = stack.files.read(text)!;
        const back = stack.search.bodyQuery(await stack.search.freeze(await stack.search.fromBody(platform, read)));
        assert.equal(editSearchFile(text, back), text);
        const written = writeSearchFile(back);
        assert.deepEqual(stack.files.read(written), back);
        assert.equal(writeSearchFile(stack.files.read(written)!), written);
      }),
      { numRuns: times(40, 100) },
    );
  });
});

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
      ...{ key: "traffic", component: "NumberSingleRange", componentName: "NumberSingleRange", defaults: [] },
      ...{ items: [], min: 5, max: 9 },
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

describe("a search file that is changed", () => {
  const body = (json: string) => parseExact(json) as Record<string, unknown>;
  const text = `{
  // Whom we watch.
  "platform": "facebook", // not the family
  "body": {
    "interests": [
      9007199254740993, // Running
      7 // Yoga
    ],
    "os": [1, 2], /* phones */
    "gender": [1]
  },
  "pages": 2
}
`;

  it("keeps its comments, blanks and digits around what changes", () => {
    const edited = editSearchFile(text, {
      body: body('{"interests":[9007199254740993,7,9007199254740995],"os":[2],"target_age":[18,34]}'),
    });
    assert.equal(
      edited,
      `{
  // Whom we watch.
  "platform": "facebook", // not the family
  "body": {
    "interests": [
      9007199254740993, // Running
      7, // Yoga
      9007199254740995
    ],
    "os": [2], /* phones */
    "target_age": [18, 34]
  },
  "pages": 2
}
`,
    );
  });

  it("gets another platform and name in place, and stays unchanged if broken", () => {
    const edited = editSearchFile(text, { name: "Phones", platform: "tiktok" })!;
    assert.match(edited, /"platform": "tiktok", \/\/ not the family/);
    assert.match(edited, /"name": "Phones"/);
    assert.equal(editSearchFile(edited, { name: "" })?.includes("name"), false);
    assert.equal(editSearchFile(text.slice(0, -3), { name: "x" }), undefined);
  });

  it("keeps the comments of a list that changes a little, and writes one that changes much at once", () => {
    const text = '{ "platform": "native", "body": { "countries": ["us" /* first */] } }';
    const edited = (count: number) => {
      const countries = Array.from({ length: count }, (_, at) => (at === 0 ? "us" : `c${at}`));
      const result = editSearchFile(text, { body: { countries } })!;
      const read = JSON.parse(result.replace("/* first */", "")) as { readonly body: unknown };
      assert.deepEqual(read.body, { countries });
      return result;
    };
    assert.match(edited(5), /\/\* first \*\//);
    assert.doesNotMatch(edited(2000), /\/\*/);
  });

  it("is written with one line per filter, wrapped if long", () => {
    const long = Array.from({ length: 30 }, (_, at) => `country ${at}`);
    const written = writeSearchFile({
      name: "A “name”",
      platform: "tiktok",
      body: {
        ...body('{"interests":[9007199254740993],"advanced_order":{"orderby":"newest","order":"desc"}}'),
        countries: long,
      },
      pages: 5,
      snapshot: "1769904000",
    });
    assert.equal(
      written,
      `{
  "name": "A “name”",
  "platform": "tiktok",
  "body": {
    "interests": [9007199254740993],
    "advanced_order": { "orderby": "newest", "order": "desc" },
    "countries": [
${long.map((one) => `      "${one}"`).join(",\n")}
    ]
  },
  "pages": 5,
  "snapshot": "1769904000"
}
`,
    );
  });
});
