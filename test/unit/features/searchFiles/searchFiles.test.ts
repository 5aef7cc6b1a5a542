import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { expectedProblems, searchFiles } from "../../../support/searchFiles";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { toldProblem } from "../../../support/toldProblem";
import { withEdits } from "../../../../src/features/searchFiles/fixes";
import { writeSearchFile } from "../../../../src/features/searchFiles/writeSearchFile";
import { openStack, type Stack } from "../stack";

const age = (iso: string) => `on ${iso.slice(0, 10)}`;

describe("linting search files", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  const opened: Stack[] = [];
  const open = (...more: Parameters<typeof openStack> extends [string, string, unknown, ...infer M] ? M : never) => {
    const stack = openStack(folder(), library.url, library.key, ...more);
    opened.push(stack);
    return stack;
  };
  const told = async ({ files }: Stack, text: string, offline = false) =>
    (await files.lint(text, { age, offline })).problems.map(toldProblem);
  const targets = () => library.requests.map(({ target }) => target);

  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(async () => {
    for (const stack of opened.splice(0)) await stack.close();
    await library.close();
  });

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
    assert.deepEqual(
      frozen.query.choices.map(({ filter }) => filter),
      ["is_bookmarked"],
    );
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
    const folderOfForms = join(folder(), "forms");
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
    assert.equal(({} as { body?: unknown }).body, undefined);
    assert.deepEqual(await codes('{"platform":"__proto__","body":{}}'), ["unknownPlatform"]);
    assert.deepEqual(await codes('{"body":7}'), ["missing", "wrongType"]);
    assert.equal(library.paid().length, 0);
  });
});
