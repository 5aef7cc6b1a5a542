import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { expectedProblems, searchFiles } from "../../../support/searchFiles";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { toldProblem } from "../../../support/toldProblem";
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

  it("finds in twelve files what is wrong with eight of them, where it is, and what mends it, for nothing", async () => {
    const stack = open();
    for (const [name, text] of Object.entries(searchFiles))
      assert.deepEqual(await told(stack, text), expectedProblems[name], name);
    const broken = Object.values(expectedProblems).filter((problems) => problems.length > 0);
    assert.deepEqual([Object.keys(searchFiles).length, broken.length], [12, 8]);
    assert.equal(library.paid().length, 0);
  });

  it("asks each route once in a session, and nobody where it is to stay offline", async () => {
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

  it("goes by the filters that it knows when the service is gone, and says how old they are", async () => {
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
    assert.equal(
      problems[0],
      "2:15-2:23 info oldFilters: Checked against the filters fetched on 2026-01-02, because the library did not respond.",
    );
    const never = await told(open(), searchFiles["filters.adsearch.json"]!);
    assert.match(
      never.join(),
      /^2:15-2:25 info noFilters: The filters couldn't be checked. Can't reach 127\.0\.0\.1:\d+\./,
    );
    const offline = await told(open(), searchFiles["filters.adsearch.json"]!, true);
    assert.match(offline.join(), /noFilters: The filters couldn't be checked. This platform's filters were never/);
  });

  it("asks a limited number of questions, whatever a file of somebody else holds", async () => {
    const keys = Array.from({ length: 3000 }, (_, at) => at);
    const problems = await told(
      open(),
      `{"platform":"facebook","body":{"interests":[${keys.join()}],"owner_categories":["x"]}}`,
    );
    assert.match(problems.at(-1) ?? problems.join("\n"), /There are more than 20 items to look up\./);
    assert.ok(library.requests.length < 30);
  });

  it("reads the sort under the version that is connected", async () => {
    const text = '{ "platform": "native", "body": { "advanced_order": { "orderby": "newest", "order": "desc" } } }';
    assert.deepEqual(await told(open({ apiVersion: "v1" }), text), []);
    const wrong = text.replace("newest", "engagement");
    assert.match((await told(open({ apiVersion: "v1" }), wrong)).join(), /^1:53-1:97 error sortNotOffered/);
  });

  it("takes hostile texts for what they are", async () => {
    const stack = open();
    const codes = async (text: string) => (await stack.files.lint(text, { age })).problems.map(({ code }) => code);
    assert.deepEqual(await codes(""), ["syntax"]);
    assert.deepEqual(await codes("[]"), ["notAnObject"]);
    assert.deepEqual(await codes("[".repeat(100_000)), ["tooDeep"]);
    assert.deepEqual(await codes(`{"a":"${"x".repeat(1 << 20)}"}`), ["tooLarge"]);
    assert.deepEqual(await codes('\uFEFF{"platform":"mega","body":{}}'), []);
    const proto = '{"platform":"facebook","__proto__":{"body":1},"body":{"__proto__":[1],"constructor":[2]}}';
    assert.deepEqual(await codes(proto), ["unknownMember", "unknownFilter", "unknownFilter"]);
    assert.deepEqual(await codes('{ "platform": "native", "body": {}, "api_key": "k" }'), ["secret"]);
    assert.equal(({} as { body?: unknown }).body, undefined);
    assert.deepEqual(await codes('{"platform":"__proto__","body":{}}'), ["unknownPlatform"]);
    assert.deepEqual(await codes('{"body":7}'), ["missing", "wrongType"]);
    assert.equal(library.paid().length, 0);
  });
});
