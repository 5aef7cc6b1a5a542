import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { parseExact } from "../../../../src/api/integers";
import { ChildScript } from "../../../support/childScript";
import { useLibrary } from "../../../support/fixtures";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../stack";

interface Message {
  readonly step: string;
  readonly lost?: readonly string[];
  readonly credits?: number;
  readonly uncertain?: number;
}

describe("An export that is killed at any step", () => {
  const path = temporaryFolder();
  const library = useLibrary();
  const script = ChildScript.forSuite("test/unit/features/export/exportProcess.ts");

  /** What was paid for, in order: the number of a page, or the ID of an ad. */
  const paid = () =>
    library
      .paid()
      .map(({ method, target, body }) =>
        method === "POST" ? String((parseExact(body) as { page: bigint | number }).page) : target.split("/").at(-1)!,
      );

  for (const [format, pages, wanted, kills] of [
    ["json", 12, "", [4, 14, 9, 7, 20, 3]],
    ["csv", 12, "", [5, 11, 6, 17]],
    ["ndjson", 2, "details", [6, 40, 9, 23, 12]],
  ] as const) {
    const name = wanted ? `${format} with details` : format;
    it(`becomes one whole file, pays for nothing bought, and reports what the ledger has (${name})`, async () => {
      const args = [path(), format, library.url, library.key, String(pages), wanted];
      const lost: string[] = [];
      let whole: Message | undefined;
      const take = (messages: unknown[]) => {
        for (const message of messages as Message[]) {
          lost.push(...(message.lost ?? []));
          if (message.step === "whole") whole = message;
        }
      };
      const isWhole = () => existsSync(path(`out.${format}`));
      for (const after of kills.slice(0, times(2, 6))) {
        // A process that gave the file its name may be killed before it says so; the next one would export anew.
        if (isWhole()) break;
        take(await script.kill(after, ...args));
      }
      if (!isWhole()) take(await script.run(...args));

      const requests = paid();
      const again = requests.filter((one, index) => requests.indexOf(one) !== index);
      for (const one of again) assert.ok(lost.includes(one), `${one} was paid for again without a word`);
      const stack = openStack(path("storage"), library.url, library.key);
      // A kill right after the file got its name leaves its plan, or one half written; the next window removes both.
      assert.deepEqual(await stack.exports.unfinished(), []);
      await stack.exports.clean();
      assert.deepEqual(readdirSync(path("storage", "exports")), []);
      assert.deepEqual(
        readdirSync(path()).filter((file) => file !== "storage"),
        [`out.${format}`],
      );
      const { spent, maybe } = (await stack.wallet.report()).service.total;
      await stack.close();
      assert.ok(spent <= requests.length * 100 && spent + maybe >= requests.length * 100);
      if (whole) assert.deepEqual([whole.credits, whole.uncertain], [spent, maybe]);
      const text = readFileSync(path(`out.${format}`), "utf8");
      const ads = pages * 18;
      if (format === "csv") assert.equal(text.trimEnd().split("\r\n").length, ads + 1);
      else assert.match(text, new RegExp(`"ads":${ads},.*"credits":${spent},"credits_uncertain":${maybe},`));
    });
  }

  it("leaves nothing behind if it was free: the next start removes it", async () => {
    await script.run(path(), "json", library.url, library.key, "12");
    const before = library.paid().length;
    copyFileSync(path("out.json"), path("kept.json"));
    await once(script.start(path(), "json", library.url, library.key, "12", "free"), "close");
    assert.equal(readdirSync(path()).filter((file) => file.endsWith(".part")).length, 1);
    const stack = openStack(path("storage"), library.url, library.key);
    assert.deepEqual(await stack.exports.unfinished(), []);
    await stack.exports.clean();
    await stack.close();
    assert.deepEqual(readdirSync(path()).sort(), ["kept.json", "out.json", "storage"]);
    assert.deepEqual(readdirSync(path("storage", "exports")), []);
    assert.deepEqual(readFileSync(path("out.json")), readFileSync(path("kept.json")));
    assert.equal(library.paid().length, before);
  });
});
