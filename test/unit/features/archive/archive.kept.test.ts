import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { SearchAddress } from "../../../../src/features/archive/address";
import { mayPay, type Ownership } from "../../../../src/features/archive/ownership";
import type { CapNotice } from "../../../../src/features/failures/storageWords";
import type { SpendingAct } from "../../../../src/features/wallet/gate";
import type { SpendingReasons } from "../../../../src/features/wallet/spendingCheck";
import { ChildScript } from "../../../support/childScript";
import { times } from "../../../support/long";
import { okText } from "../../../support/misbehavingReplies";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { writtenAddress, writtenText } from "./written";

const origin = "https://ads.example";

const addressOf = (name: string): SearchAddress => ({ origin, version: "v2", platform: "mega", body: `"${name}"` });

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** About 100 kB, however it is compressed. */
const text = () => okText({ ads: [], x: randomBytes(75_000).toString("base64") });

describe("the archive's size cap", () => {
  const folder = temporaryFolder();
  let cap: number;
  let told: CapNotice[];
  const open = () => openArchive(folder("archive"), { maxSizeMb: () => cap, onCap: (notice) => told.push(notice) });
  let archive: ReturnType<typeof open>;
  beforeEach(() => {
    [cap, told] = [100, []];
    archive = open();
  });
  afterEach(() => archive.close());

  const page = (name: string, second: number, lastHit = "5", number = 1) =>
    archive.storePage(addressOf(name), lastHit, number, { text: text(), receivedAt: at(second) });
  const detail = (id: string, second: number) =>
    archive.storeDetail(origin, "v2", { platform: "tiktok", id }, { text: text(), receivedAt: at(second) });
  /** What is left: searches with the numbers of their pages, and details with how many fetches of each there are. */
  async function left() {
    const all = await archive.answers(origin);
    return all.map((one) => (one.kind === "pages" ? `${one.body}${one.page}` : one.adId)).sort();
  }

  it("warns at 90%, and reports removed answers, once each", async () => {
    for (const [second, name] of ["a", "b", "c", "d"].entries()) await page(name, second);
    await archive.tidied();
    assert.deepEqual(told, []);
    const { bytes } = await archive.size();
    const nearly = bytes / 1024 / 1024 / 0.95;
    cap = nearly;
    await archive.tidied();
    await archive.tidied();
    assert.deepEqual(told, [{ removed: 0, maxSizeMb: nearly }]);
    cap = 0.01;
    await archive.tidied();
    await archive.tidied();
    assert.deepEqual(await left(), ['"d"1'], "what was stored last stays");
    assert.deepEqual(told.slice(1), [{ removed: 3, maxSizeMb: 0.01 }]);
    assert.deepEqual(await archive.size().then(({ pages, removed, ads }) => ({ pages, removed, ads })), {
      pages: 1,
      removed: 3,
      ads: 0,
    });
    assert.deepEqual(await archive.snapshots(addressOf("a")), []);
    assert.equal(
      readdirSync(folder("archive", "answers"), { recursive: true }).filter((name) =>
        String(name).endsWith("search.json"),
      ).length,
      1,
    );
  });

  it("removes unpinned snapshots from their end, then older and other details, and pinned snapshots last", async () => {
    await page("pinned", 0);
    await page("long", 1);
    await page("long", 2, "5", 2);
    await page("newer", 3);
    for (const [id, second] of [
      ["1", 4],
      ["1", 5],
      ["2", 6],
    ] as const)
      await detail(id, second);
    await page("last", 7);
    await detail("3", 8);
    await archive.pins.pin(addressOf("pinned"), "5", "exported");
    await archive.tidied();
    const each = (await archive.size()).bytes / 9 / 1024 / 1024;
    const steps: string[][] = [];
    for (let answers = 8; answers >= 2; answers -= 1) {
      cap = (answers + 0.1) * each;
      await archive.tidied();
      steps.push(await left());
    }
    const all = ['"last"1', '"long"1', '"long"2', '"newer"1', '"pinned"1', "1", "1", "2", "3"];
    const gone = ['"long"2', '"long"1', '"newer"1', "1", "1", "2", '"pinned"1'];
    for (const [index, step] of steps.entries()) {
      const expected = [...all];
      for (const one of gone.slice(0, index + 1)) expected.splice(expected.indexOf(one), 1);
      assert.deepEqual(step, expected);
    }
    assert.deepEqual(await archive.pins.reasons(), [], "no pin outlives its snapshot");
  });

  it("never removes the last stored detail, even if an earlier one has a later time", async () => {
    for (let second = 0; second < 8; second += 1) await detail(String(second + 10), second);
    await detail("1", 9999);
    await archive.tidied();
    await detail("1", 20);
    cap = 0.2;
    await archive.tidied();
    const kept = await archive.answers(origin);
    assert.ok(kept.some(({ receivedAt }) => receivedAt === at(20)));
  });

  it("counts answers that can't be read yet, and removes the oldest of all", async () => {
    const unread = (second: number) =>
      archive.storePage(addressOf("unread"), undefined, 1, { text: `?${text()}`, receivedAt: at(second) }, "unread/");
    const waiting = () =>
      readdirSync(folder("archive", "unread"), { recursive: true, encoding: "utf8" })
        .flatMap((name) => /0001\.\d{8}T\d{4}(\d\d)/.exec(name)?.[1] ?? [])
        .sort();
    for (const second of [0, 2, 3]) await unread(second);
    await page("read", 1);
    await page("last", 4);
    await archive.tidied();
    // Of five answers, the index has two.
    cap = (3.5 * (await archive.size()).bytes) / 2 / 1024 / 1024;
    await archive.tidied();
    assert.deepEqual([waiting(), await left(), told.length], [["02", "03"], ['"last"1'], 1]);
    cap = 0.01;
    await archive.tidied();
    assert.deepEqual([waiting(), await left()], [["03"], ['"last"1']], "what was stored last stays");
  });

  it("keeps pins across windows, and limits them to the newest results", async () => {
    for (const [second, lastHit] of ["7", "8", "9"].entries()) await page("a", second, lastHit);
    await archive.pins.keepNewest(addressOf("a"), "file:/x/a.json", 2);
    await archive.pins.keepNewest(addressOf("a"), "saved:1", 1);
    await archive.close();
    archive = open();
    assert.deepEqual(await archive.pins.reasons(addressOf("a")), [
      { reason: "file:/x/a.json", newest: at(2) },
      { reason: "saved:1", newest: at(2) },
    ]);
    assert.deepEqual(await archive.pins.reasons(addressOf("b")), []);
    await archive.pins.rename("file:/x", "file:/y");
    await archive.pins.drop("saved:1");
    assert.deepEqual(await archive.pins.reasons(), [{ reason: "file:/y/a.json", newest: at(2) }]);
    // Another query of the same owner releases the former one's.
    await page("b", 5);
    await archive.pins.keepNewest(addressOf("b"), "file:/y/a.json", 2);
    assert.deepEqual(await archive.pins.reasons(addressOf("a")), []);
    cap = 0.16;
    await archive.tidied();
    assert.deepEqual(await left(), ['"a"1', '"b"1']);
  });
});

const act = (words: string): SpendingAct => ({
  ...{ what: "search", identity: words, credits: 100, origin: "https://ads.example", sample: false },
  ...{ platform: "native", label: "", words, of: { page: 1 } },
});

const paidAt = "2026-11-24T10:00:00.000Z";

describe("The check before the wallet's gate", () => {
  const asked: { readonly words: string; readonly again: SpendingReasons["again"]; answer(yes: boolean): void }[] = [];
  let paid: boolean;
  const check = mayPay({
    archive: { canTake: () => Promise.resolve() },
    paidFor: () => Promise.resolve(paid ? { paidAt } : undefined),
    confirm: (_credits, words, _sample, { again }) => new Promise((answer) => asked.push({ words, again, answer })),
  });
  beforeEach(() => {
    asked.length = 0;
    paid = false;
  });
  type Plan = NonNullable<Parameters<typeof check>[2]>;
  const answer = (bought: () => Promise<Ownership>) => ({ below: "answers", bought });
  const of = (state: Ownership, plan?: Plan) =>
    check(
      act("page"),
      answer(() => Promise.resolve(state)),
      plan,
    );

  it("asks nothing for an answer that another process stores and books while the archive is asked", async () => {
    paid = true;
    const states: Ownership[] = ["absent", "bought"];
    assert.equal(
      await check(
        act("page"),
        answer(() => Promise.resolve(states.shift()!)),
        undefined,
      ),
      "byAnother",
    );
    assert.equal(asked.length, 0);
  });

  it("asks once for all acts of a plan, and once for each single act", async () => {
    const plan = {};
    const together = [of("damaged", plan), of("damaged", plan)];
    await setImmediate();
    assert.equal(asked.length, 1);
    asked[0]!.answer(true);
    await Promise.all(together);
    await of("damaged", plan);
    assert.equal(asked.length, 1);
    for (const count of [2, 3]) {
      const single = of("damaged");
      await setImmediate();
      assert.equal(asked.length, count);
      asked[count - 1]!.answer(true);
      await single;
    }
  });

  it("asks nothing in a plan whose lost answers were agreed to before it began", async () => {
    paid = true;
    await of("absent", { buysAgain: Promise.resolve(true) });
    assert.equal(asked.length, 0);
  });
});

describe("processes that are killed while they store answers", function () {
  this.timeout(3_600_000);
  const folder = temporaryFolder();
  const script = ChildScript.forSuite("test/unit/features/archive/archiveWriter.ts");

  it("lose no reported answer, and leave none torn", async () => {
    for (let round = 0; round < times(2, 1000); round += 1) {
      const told = new Map<string, number>();
      const windows = ["a", "b"].map(async (window, index) => {
        const name = `${round}${window}`;
        const child = script.start(folder(), name);
        child.on("message", (page) => {
          told.set(name, Number(page));
          if (Number(page) > (round * 7 + index * 5) % 23) child.kill("SIGKILL");
        });
        await once(child, "close");
        return name;
      });
      const archive = openArchive(folder());
      for (const name of await Promise.all(windows)) {
        const pages = await archive.pages(writtenAddress(name), "5");
        assert.ok(pages.length >= told.get(name)!, `${pages.length} of ${told.get(name)} are there`);
        for (const { text, page } of pages) assert.equal(text, writtenText(name, page));
        assert.equal(await archive.ownershipOfPage(writtenAddress(name), pages.length + 1, "5"), "absent");
      }
      await archive.close();
    }
  });
});
