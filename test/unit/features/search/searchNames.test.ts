import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { readBoard } from "../../../../src/features/boards";
import { readExportedRun } from "../../../../src/features/runs";
import { addressBody } from "../../../../src/features/search";
import { RecentSearches } from "../../../../src/features/searches";
import { writeExact } from "../../../../src/protocol/exactJson";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { startCountedLibrary } from "../../../support/countedLibrary";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aboutLine } from "../../../../src/features/export/formats";
import { about } from "../export/someAnswers";
import { openStack } from "../stack";

const item = fc.oneof(fc.string(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), fc.integer(), fc.boolean());
const list = fc.oneof(
  fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: writeExact }),
  fc.array(fc.record({ type: fc.string(), text: fc.string() }), { minLength: 1, maxLength: 3 }),
);
const bodies = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), list), { selector: ([key]) => key, maxLength: 5 });

describe("A search", () => {
  const folder = temporaryFolder();

  it("has one name at every door, however its body is written and whichever page it asks for", async () => {
    let round = 0;
    const property = fc.asyncProperty(bodies, async (members) => {
      const known = members.filter(([key]) => !["page", "last_hit", "api_key", "orderby"].includes(key));
      const one = Object.fromEntries(known);
      const written = known.map(([key, all]) => {
        const isSet = all.every((each) => typeof each !== "object" && !/^\d{4}-/.test(String(each)));
        return [key, all.length === 1 ? all[0] : isSet ? [...all, ...all].toReversed() : all] as const;
      });
      const other = Object.fromEntries([["page", 3], ["last_hit", 2n ** 60n], ...written.toReversed()]);
      round += 1;
      const names = async (body: object) => {
        const text = writeExact(body);
        const file = join(folder(), `${round}.ndjson`);
        const totals = { pages: 1, ads: 0, details: 0, credits: 0, uncertain: 0, stopped: "end" } as const;
        writeFileSync(file, `{"about":${aboutLine({ ...about, body: text }, { ...totals, firstPage: 1 })}}\n`);
        const source = `{"library":"https://a.example","version":"v2","platform":"tiktok","body":${text},"last_hit":"9","page":1,"received":"2026-01-01T00:00:00.000Z"}`;
        const board = readBoard(
          `{"entries":[{"ad":"tiktok:1","source":${source},"sha256":"${"0".repeat(64)}"}]}`,
        ).board;
        return [
          addressBody(body),
          (await readExportedRun(file, defaultSegments)).address.body,
          board?.entries[0]?.source.search?.body,
        ];
      };
      const all = [...(await names(one)), ...(await names(other))];
      assert.deepEqual([...new Set(all)], [addressBody(one)]);
      const recent = new RecentSearches({
        folder: join(folder(), String(round)),
        now: () => new Date(),
        onProblem: () => assert.fail(),
      });
      for (const body of [one, other]) await recent.add({ platform: "tiktok", body: { ...body } }, "a");
      assert.equal((await recent.list()).length, 1);
      recent.dispose();
    });
    await fc.assert(property, { numRuns: times(30, 500) });
  });

  it("is addressed by what it sends, without asking the service", async () => {
    const library = await startCountedLibrary();
    const stack = openStack(folder(), library.url, library.key);
    try {
      const words = { type: "text", text: "tea" };
      const sent = [
        [{ is_bookmarked: [false] }, "{}"],
        [{ search_field: [words, words] }, addressBody({ search_field: [words] })],
        [{ is_bookmarked: [true], search_field: [words] }, addressBody({ is_bookmarked: [true] })],
        [{ gone: [1] }, addressBody({ gone: [1] })],
      ] as const;
      for (const [body] of sent) {
        const { body: own } = await stack.search.address({ platform: "native", body });
        assert.equal(own, addressBody(body), "its own body, as no form was seen");
      }
      assert.equal(library.requests.length, 0);
      await stack.forms.form("native");
      const asked = library.requests.length;
      for (const [body, what] of sent) {
        const address = await stack.search.address({ platform: "native", body });
        assert.equal(address.body, what);
        assert.deepEqual(address, (await stack.search.ofBody({ platform: "native", body })).address);
      }
      assert.equal(library.requests.length, asked);
    } finally {
      await stack.close();
      await library.close();
    }
  });
});
