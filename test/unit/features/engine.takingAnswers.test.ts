import assert from "node:assert/strict";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { unpack } from "../../../src/features/archive/answerFiles";
import { localTarget } from "../../../src/features/export/targets";
import { toFailure } from "../../../src/features/failures/failures";
import type { Spender } from "../../../src/features/wallet/ledgerLine";
import type { SpendingReasons } from "../../../src/features/wallet/spendingCheck";
import type { SearchPage } from "../../../src/protocol/search";
import { searchHandlers } from "../../../src/views/panel/searchHandlers";
import { PanelSession } from "../../../src/views/panel/session";
import { useLibrary } from "../../support/fixtures";
import { body } from "../../support/misbehavingReplies";
import { mountMemory, type Mounted } from "../../support/mounts";
import { skipBecause } from "../../support/skipping";
import { deleteAtOnce, temporaryFolder } from "../../support/temporaryFolder";
import { valuesOf } from "../../support/valuesOf";
import { type Stack, useStacks } from "./stack";

const never = new AbortController().signal;

/** Writes a file until its disk is full, whoever writes to that disk meanwhile. */
function fill(path: string): void {
  const file = openSync(path, "w");
  assert.throws(
    () => {
      for (;;) writeSync(file, Buffer.alloc(4096));
    },
    { code: "ENOSPC" },
  );
  closeSync(file);
}

describe("before anything is paid for", () => {
  const library = useLibrary();
  const openOne = useStacks();
  let stack: Stack;
  let mounted: Mounted | undefined;
  // Before the folder goes, what is mounted in it has to.
  afterEach(async () => {
    await mounted?.unmount();
    mounted = undefined;
  });
  const at = temporaryFolder();
  const open = (place: string) => {
    mkdirSync(at(place), { recursive: true });
    stack = openOne(at(place), library.url, library.key);
  };

  const countries = ["us", "gb", "ca", "au"];
  async function search(which: number): Promise<SearchPage> {
    const query = await stack.search.fromBody("native", {
      countries: countries.slice(which % 4),
      os: [1 + (which % 5)],
    });
    return stack.search.search(await stack.search.freeze(query), undefined, never);
  }
  async function refused(work: Promise<unknown>) {
    const error = await work.then(() => assert.fail("It was not refused."), toFailure);
    assert.equal(error.charge, "none");
    return error;
  }
  const stored = async () => (await stack.archive.size()).pages;

  it("read-only storage returns what is bought, and says why nothing is sent", async function () {
    mkdirSync(at("storage"));
    mounted = await mountMemory(at("storage"), "size=64m");
    if (!mounted) skipBecause(this, "nothing can be mounted here");
    open("storage");
    const page = await search(1);
    await stack.archive.size();
    await stack.close();
    await mounted.again("ro");
    open("storage");
    const frozen = await stack.search.freeze(
      await stack.search.fromBody("native", { countries: countries.slice(1), os: [2] }),
    );
    const [bought] = await stack.search.bought(frozen);
    const pages = await stack.search.boughtPages(frozen, bought!.lastHit);
    assert.deepEqual(
      valuesOf(pages[0]!.ads, "id"),
      page.ads.map(({ id }) => id),
    );
    assert.ok((await stack.archive.search({ text: "" })).hits.length > 0);
    const { message } = await refused(search(2));
    assert.match(message, /read-only/);
    assert.equal(library.paid().length, 1);
  });

  it("a full disk is noticed: pending answers are kept, and nothing more is sent", async function () {
    mkdirSync(at("storage"));
    mounted = await mountMemory(at("storage"), "size=12m");
    if (!mounted) skipBecause(this, "nothing can be mounted here");
    mkdirSync(at("ledger"));
    symlinkSync(at("ledger"), at("storage", "ledger"));
    open("storage");
    await search(1);
    const held = library.hold();
    const onItsWay = search(2);
    await library.paidArrived(2);
    fill(at("storage", "filler"));
    await held.answer();
    await onItsWay;
    for (let which = 3; which < 9; which++) {
      const { code, message } = await refused(search(which));
      assert.equal(code, "notKept");
      assert.match(message, /the request was not sent or charged.*disk is full/);
    }
    assert.equal(library.paid().length, 2);
    assert.equal(await stored(), 2);
    assert.deepEqual(stack.notStored, []);
    writeFileSync(at("storage", "filler"), "");
    await search(3);
    assert.equal(await stored(), 3);
  });

  it("an unreadable archive doesn't count as empty", async () => {
    open("storage");
    await search(1);
    rmSync(at("storage", "archive", "answers"), { recursive: true });
    symlinkSync("answers", at("storage", "archive", "answers"));
    const session = new PanelSession("native");
    const query = await stack.search.fromBody("native", { countries: countries.slice(1), os: [2] });
    const panel = searchHandlers(
      { ...stack, library: () => stack.clients.formsName(), onPage: () => undefined },
      session,
    );
    const inPanel = await refused(Promise.resolve(panel.search({ query, unlessBought: true }, never)));
    assert.equal(inPanel.code, "ownershipUnknown");
    const frozen = await stack.search.freeze(query);
    const next = stack.search.search(frozen, { page: 2, lastHit: "1" }, never);
    assert.equal((await refused(next)).code, "ownershipUnknown");
    assert.equal((await refused(stack.search.search(frozen, undefined, never))).code, "notKept");
    assert.equal(library.paid().length, 1);
  });

  it("a file system without locks stores what is paid for", async () => {
    open("storage");
    mkdirSync(at("storage", "archive", ".lock.db"), { recursive: true });
    await search(1);
    await search(2);
    assert.equal(await stored(), 2);
    assert.deepEqual(stack.notStored, []);
  });

  describe("if its answer was paid for before", () => {
    let asked: [number, string, SpendingReasons["again"]][];
    let agrees: boolean;
    const reopen = async () => {
      await stack.close();
      stack = openOne(at("storage"), library.url, library.key, {}, (credits, words, _sample, { again }) => {
        asked.push([credits, words, again]);
        return Promise.resolve(agrees);
      });
    };
    beforeEach(() => {
      [asked, agrees] = [[], false];
      open("storage");
    });
    const answers = () =>
      readdirSync(at("storage", "archive"), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".zst"))
        .map((path) => at("storage", "archive", path));

    it("a person is asked before it is bought again, whether the folder is gone or one file is damaged", async () => {
      const first = await search(1);
      const ad = { platform: "native", id: first.ads[0]!.id! } as const;
      await stack.details.detail(ad, false, never);
      await search(2);
      assert.equal(library.paid().length, 3);
      deleteAtOnce(at("storage", "archive"));
      await reopen();
      for (const work of [() => search(1), () => stack.details.detail(ad, false, never)])
        assert.equal((await refused(work())).code, "declined");
      assert.equal(library.paid().length, 3);
      const paidAt = asked.map(([, , again]) => (again?.state === "gone" ? again.paidAt.slice(0, 4) : again));
      assert.deepEqual(paidAt, [String(new Date().getUTCFullYear()), String(new Date().getUTCFullYear())]);
      assert.match(asked[0]![1], /^Search on Native: “/);
      assert.equal(asked[1]![1], `Details of ad ${ad.id} on Native`);
      agrees = true;
      await search(1);
      assert.equal(library.paid().length, 4);
      // What was never bought is no reason to ask, nor is what is bought and wanted anew.
      await search(3);
      await search(1);
      assert.equal(asked.length, 3);
      agrees = false;
      for (const file of answers()) writeFileSync(file, "garbage");
      assert.equal((await refused(search(3))).code, "declined");
      assert.deepEqual(asked[3]![2], { state: "damaged" });
      agrees = true;
      const again = await search(3);
      const query = await stack.search.fromBody("native", { countries: countries.slice(3), os: [4] });
      const frozen = await stack.search.freeze(query);
      assert.equal((await stack.search.boughtPages(frozen, again.lastHit!)).length, 1);
      assert.equal(library.paid().length, 7);
    });

    const answerText = async () => {
      await search(0);
      const text = unpack(answers()[0]!, readFileSync(answers()[0]!));
      deleteAtOnce(at("storage"));
      open("storage");
      await reopen();
      return text;
    };

    const detailText = async (platform: "native") => {
      const { ads } = await search(0);
      await stack.details.detail({ platform, id: ads[0]!.id! }, false, never);
      const path = answers().find((file) => file.includes("details"))!;
      return unpack(path, readFileSync(path));
    };

    for (const [name, damage] of [
      ["has a warning before its JSON", (text: string) => `<br />\nWarning: strpos() in a.php on line 3\n${text}`],
      ["has a web page before its JSON", (text: string) => `<!DOCTYPE html><p>Warning</p></html>\n${text}`],
      ["has another shape", (text: string) => text.replace('"ads"', '"items"')],
      ["is cut off", (text: string) => text.slice(0, -1)],
    ] as const)
      it(`an answer that ${name} is kept as it came, and not bought again unasked`, async () => {
        const text = damage(await answerText());
        const paid = library.paid().length;
        library.next(body(text));
        const failure = await search(1).then(() => assert.fail("It was read."), toFailure);
        assert.match(
          failure.message,
          /kept as it came: .* 0 credits\. The request may have been charged \(100 credits\)/,
        );
        const [file = "", ...others] = answers();
        assert.deepEqual([unpack(file, readFileSync(file)), others, await stored()], [text, [], 0]);
        assert.equal((await refused(search(1))).code, "declined");
        await reopen();
        assert.equal((await refused(search(1))).code, "declined");
        assert.deepEqual(asked.at(-1)?.[2], { state: "unread" });
        assert.equal(library.paid().length, paid + 1);
        agrees = true;
        await search(1);
        await search(1);
        assert.deepEqual([asked.length, library.paid().length], [3, paid + 3]);
      });

    for (const [name, page] of [
      ["HTML", Buffer.from("\n<!DOCTYPE html>\n<title>Sign in to Hotel Wi-Fi</title>")],
      ["HTML in another encoding", Buffer.from("<HTML lang=fr><title>Acc\u00e8s</title>", "latin1")],
    ] as const)
      it(`a web page that came instead of an answer (${name}) is neither kept nor waited for`, async () => {
        library.next(body(page, 200, { "content-type": "text/html" }));
        const { message, next, charge } = await search(1).then(() => assert.fail("It was read."), toFailure);
        assert.match(message, /^Instead of a response from \S+, a web page arrived, .*sign-in page/);
        assert.match(message, /\. The request may have been charged\.$/);
        assert.deepEqual([next, charge, answers()], ["tryAgain", "unknown", []]);
        // The person who signed in and searches again isn't asked whether to buy it again.
        assert.equal((await search(1)).ads.length, 18);
        assert.deepEqual([asked, library.paid().length], [[], 2]);
      });

    for (const [name, bytes, keptText] of [
      ["one byte E9", (text: string) => Buffer.from(`${text}\u00e9`, "latin1"), (text: string) => `${text}\u00e9`],
      ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"), (text: string) => text],
      ["UTF-16 without a mark", (text: string) => Buffer.from(text, "utf16le").swap16(), (text: string) => text],
    ] as const)
      it(`an answer that isn't UTF-8 (${name}) is kept without the key, and not bought again unasked`, async () => {
        const answer = (key: string) => `{"status":"ok","meta":{"code":1000},"data":{"ads":[],"key":"${key}"}}`;
        await answerText();
        const paid = library.paid().length;
        library.next(body(bytes(answer(library.key))));
        const failure = await search(1).then(() => assert.fail("It was read."), toFailure);
        assert.match(failure.message, /kept as it came: .*charged \(100 credits\)/);
        const texts = () => answers().map((file) => [file.includes("unread"), unpack(file, readFileSync(file))]);
        assert.deepEqual(texts(), [[true, `not UTF-8: ${keptText(answer("[key]"))}`]]);
        await reopen();
        assert.equal((await refused(search(1))).code, "declined");
        assert.deepEqual(asked.at(-1)?.[2], { state: "unread" });
        assert.deepEqual([texts().length, library.paid().length], [1, paid + 1]);
      });

    it("a person is asked, too, if another window got it meanwhile and couldn't read it", async () => {
      let waits: () => void = () => undefined;
      const other = openOne(at("storage"), library.url, library.key, { confirmAbove: 0 }, (_, words, __, why) => {
        if (why.again) asked.push([0, words, why.again]);
        else waits();
        return Promise.resolve(!why.again);
      });
      const query = await other.search.fromBody("native", {});
      const frozen = await other.search.freeze(query);
      const ad = { platform: "native", id: "1" } as const;
      for (const [one, same] of [
        [() => stack.details.detail(ad, false, never), () => other.details.detail(ad, false, never)],
        [() => stack.search.search(frozen, undefined, never), () => other.search.search(frozen, undefined, never)],
      ] as const) {
        const paid = library.paid().length;
        const waiting = new Promise<void>((resolve) => (waits = resolve));
        library.next(async (exchange) => (await waiting, body("<br />")(exchange)));
        const first = one().then(() => assert.fail("It was read."), toFailure);
        await library.paidArrived(paid + 1);
        const second = refused(same());
        assert.match((await first).message, /kept as it came/);
        assert.equal((await second).code, "declined");
        assert.equal(library.paid().length, paid + 1);
      }
      assert.deepEqual(valuesOf(asked, 2), [{ state: "unread" }, { state: "unread" }]);
    });

    it("an answer that could not be read is bought as soon as it can be, for 0 credits", async () => {
      const text = await answerText();
      // Only a successful status is believed, so the text alone is readable.
      library.next(body(text, 500));
      const ad = { platform: "native", id: "1" } as const;
      await search(1).then(() => assert.fail("It was read."), toFailure);
      library.next(body(text.replace(/"data":.*$/s, '"data":{"id":1,"card":{"title":"Kept"}}}'), 500));
      const inDetail = await stack.details.detail(ad, false, never).then(() => assert.fail("It was read."), toFailure);
      assert.match(inDetail.message, /kept as it came/);
      const paid = library.paid().length;
      await reopen();
      const query = await stack.search.fromBody("native", { countries: countries.slice(1), os: [2] });
      const frozen = await stack.search.freezeBought(query);
      const [bought] = await stack.search.bought(frozen);
      assert.equal((await stack.search.boughtPages(frozen, bought!.lastHit))[0]?.ads.length, 18);
      assert.equal((await stack.details.detail(ad, false, never)).detail.title, "Kept");
      assert.deepEqual([await stored(), asked.length, library.paid().length], [1, 0, paid]);
      assert.ok(answers().every((path) => !path.includes("unread")));
    });

    it("another ad's details are kept as they came, and not shown as this ad's", async () => {
      const ad = { platform: "native", id: "9007199254740993" } as const;
      const text = (await detailText(ad.platform)).replace(/"id":\s*\d+/, '"id": 9007199254740995');
      const paid = library.paid().length;
      library.next(body(text));
      await reopen();
      const failure = await stack.details.detail(ad, false, never).then(() => assert.fail("It was shown."), toFailure);
      assert.match(
        failure.message,
        /details of another ad \(9007199254740995\)\. They are kept .*charged \(100 credits\)/,
      );
      const kept = answers().filter((path) => path.includes("unread"));
      assert.deepEqual(
        kept.map((path) => unpack(path, readFileSync(path))),
        [text],
      );
      assert.equal(await stack.details.bought(ad), undefined);
      assert.equal((await refused(stack.details.detail(ad, false, never))).code, "declined");
      await assert.rejects(stack.details.raw(ad));
      assert.equal(library.paid().length, paid + 1);
    });

    it("an export asks once, and an assistant is refused", async () => {
      const query = await stack.search.fromBody("native", {});
      const place = at("out.ndjson");
      const run = async (cap: number, by?: Spender) => {
        const frozen = await stack.search.freeze(query);
        const gate = (await stack.wallet.plan(cap, "test", false, true, by))!;
        const wish = { format: "ndjson", target: localTarget(place), place, to: 3, gate } as const;
        return stack.exports.run(frozen, wish, () => undefined, never);
      };
      assert.equal((await run(300)).credits, 300);
      deleteAtOnce(at("storage", "archive"));
      await reopen();
      agrees = true;
      assert.equal((await run(300)).credits, 300);
      assert.equal(asked.length, 1);
      deleteAtOnce(at("storage", "archive"));
      stack.set({ assistantAllowance: 1000 });
      const { failure } = await run(300, {
        door: "mcp",
        client: "a model",
        tool: "buy_plan",
        round: "",
      });
      assert.equal(toFailure(failure).code, "paidBefore");
      assert.equal(asked.length, 1);
      assert.equal(library.paid().length, 6);
    });
  });
});
