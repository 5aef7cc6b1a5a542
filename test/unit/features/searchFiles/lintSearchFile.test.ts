import assert from "node:assert/strict";
import fc from "fast-check";
import { kindOf } from "../../../../src/api/wire/filterKind";
import { editSearchFile, writeSearchFile } from "../../../../src/features/searchFiles/writeSearchFile";
import { withEdits } from "../../../../src/features/searchFiles/textEdits";
import type { ProblemCode } from "../../../../src/features/searchFiles/searchFile";
import type { Filter, FilterForm } from "../../../../src/protocol/filters";
import { platforms } from "../../../../src/protocol/platforms";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

const age = (iso: string) => iso;

/** A right value of a filter as JSON text; undefined where none can be made up. */
function rightValue(filter: Filter): fc.Arbitrary<string> | undefined {
  const { items, min = 0, max = 1000, subKeys } = filter;
  const keys = items.map(({ key }) => key);
  switch (kindOf(filter)) {
    case "items":
      if (keys.length === 0) return undefined;
      return fc
        .uniqueArray(fc.constantFrom(...keys), {
          minLength: 1,
          maxLength: filter.componentName.includes("Multi") ? 4 : 1,
        })
        .map((chosen) => `[${chosen.join(", ")}]`);
    case "range":
      return fc
        .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
        .map((ends) => `[${ends.sort((a, b) => a - b).join()}]`);
    case "dates":
      return fc.constant('["2026-01-31"]');
    case "flag":
      return fc.constant("[true]");
    case "texts":
      return fc
        .tuple(fc.constantFrom(...keys), fc.string({ minLength: 1, unit: "grapheme" }))
        .map(([type, text]) => `[{"${subKeys!.type}":${type},"${subKeys!.main}":${JSON.stringify(`${text}.`)}}]`);
    case "order":
      return fc.constantFrom(...keys).map((by) => `{ "${subKeys!.main}": ${by}, "${subKeys!.type}": "asc" }`);
    case undefined:
      return undefined;
  }
}

/** Ways to break a right body: the code that is then told, the member's name and its text. */
function wrongMember({ filters }: FilterForm): fc.Arbitrary<readonly [ProblemCode, string, string]> {
  const of = (kind: ReturnType<typeof kindOf>) =>
    filters.filter((filter) => kindOf(filter) === kind && !filter.itemsFrom);
  const ways: fc.Arbitrary<readonly [ProblemCode, string, string]>[] = [
    fc.stringMatching(/^zz[a-z]{3,9}$/).map((name) => ["unknownFilter", name, "[1]"] as const),
    fc.constantFrom("page", "last_hit").map((name) => ["reservedName", name, "1"] as const),
    fc.constant(["secret", "api_key", '"k"'] as const),
    ...of("items").map(({ key }) => fc.constant(["unknownItem", key, '["no such item"]'] as const)),
    ...of("items").map(({ key }) => fc.constant(["wrongType", key, "[{}]"] as const)),
    ...of("range").map(({ key, min = 0 }) => fc.constant(["rangeOrder", key, `[${min + 5},${min}]`] as const)),
    ...of("range").flatMap(({ key, max }) =>
      max === undefined ? [] : [fc.constant(["rangeBounds", key, `[${max},${max + 1}]`] as const)],
    ),
    ...of("range").map(({ key }) => fc.constant(["integerTooLarge", key, "[0,9007199254740993]"] as const)),
    ...of("dates").map(({ key }) => fc.constant(["badDate", key, '["2026-02-30"]'] as const)),
    ...of("order").map(({ key, subKeys }) =>
      fc.constant(["sortNotOffered", key, `{"${subKeys!.main}":"no such sort","${subKeys!.type}":"asc"}`] as const),
    ),
    ...of("texts").map(({ key, subKeys, items }) =>
      fc.constant(["emptyText", key, `[{"${subKeys!.type}":${items[0]!.key},"${subKeys!.main}":" "}]`] as const),
    ),
  ];
  return fc.oneof(...ways);
}

describe("500 generated search files", function () {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  before(async () => {
    library = await startCountedLibrary();
  });
  beforeEach(() => (stack = openStack(folder(), library.url, library.key)));
  afterEach(() => stack.close());
  after(() => library.close());

  it("are right, or have the one problem that they were given, where it is; no request is paid", async () => {
    const forms = await Promise.all(platforms.map(({ token }) => stack.forms.form(token)));
    const file = fc.constantFrom(...forms).chain((form) => {
      const members = form.filters.flatMap((filter) => {
        const value = rightValue(filter);
        return value && filter.itemsFrom === undefined ? [value.map((json) => [filter.key, json] as const)] : [];
      });
      const body = fc.subarray(members).chain((chosen) => fc.tuple(...chosen));
      return fc.record({
        form: fc.constant(form),
        body,
        wrong: fc.option(wrongMember(form)),
        at: fc.nat(30),
        eol: fc.constantFrom("\n", "\r\n"),
      });
    });
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(file, async ({ form, body, wrong, at, eol }) => {
        const right = body.filter(([name]) => name !== wrong?.[1]).map(([name, json]) => `"${name}": ${json}`);
        const bad = wrong && `${JSON.stringify(wrong[1])}: ${wrong[2]}`;
        const members = bad === null ? right : right.toSpliced(Math.min(at, right.length), 0, bad);
        const text = `{${eol}  // a note${eol}  "platform": "${form.platform}",${eol}  "body": {${eol}    ${members.join(`,${eol}    `)}${eol}  }${eol}}`;
        const { problems } = await stack.files.lint(text, { age });
        assert.deepEqual(
          problems.map(({ code }) => code),
          wrong ? [wrong[0]] : [],
          text,
        );
        const [problem] = problems;
        if (!problem || bad === null) return;
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
      { numRuns: 500 },
    );
    assert.ok(broken > 100);
    assert.equal(library.paid().length, 0);
  });

  it("go through a form and back without a byte changed", async () => {
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
      { numRuns: 100 },
    );
  });
});
