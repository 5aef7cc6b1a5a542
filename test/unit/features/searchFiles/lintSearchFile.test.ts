import assert from "node:assert/strict";
import fc from "fast-check";
import { editSearchFile, writeSearchFile } from "../../../../src/features/searchFiles/writeSearchFile";
import { withEdits } from "../../../../src/features/searchFiles/fixes";
import { platforms } from "../../../../src/protocol/platforms";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { generatedFile, rightValue } from "../../../support/generatedSearchFiles";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

const age = (iso: string) => iso;

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

  it("are valid, or have exactly their planted problem in its place, with no paid request", async () => {
    const forms = await Promise.all(platforms.map(({ token }) => stack.forms.form(token)));
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(generatedFile(forms), async ({ text, bad, code, eol }) => {
        const { problems } = await stack.files.lint(text, { age });
        assert.deepEqual(
          problems.map(({ code }) => code),
          code === undefined ? [] : [code],
          text,
        );
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
      { numRuns: 500 },
    );
    assert.ok(broken > 100);
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
      { numRuns: 100 },
    );
  });
});
