import assert from "node:assert/strict";
import { AdLibraryError } from "../../../../src/api/errors";
import { StorageError, type StorageReason } from "../../../../src/features/disk/storageError";
import { toFailure } from "../../../../src/features/failures/failures";
import { FeatureError } from "../../../../src/features/failures/featureError";
import { failureWords } from "../../../../src/features/failures/failureWords";
import { problemWords } from "../../../../src/features/failures/failures";
import { WalletError } from "../../../../src/features/failures/featureError";
import type { Failure, FailureCode, NextStep } from "../../../../src/protocol/failure";
import type { FilterValue } from "../../../../src/protocol/search";
import { testedVersion } from "../../../support/apiVersion";
import { startCountedLibrary } from "../../../support/countedLibrary";
import { shareLibrary } from "../../../support/fixtures";
import { startMisbehaving, type Reply } from "../../../support/misbehaving";
import { body, ok } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack } from "../stack";

const messageOf = (error: unknown) => toFailure(error).message;

describe("the message of a failure", () => {
  const folder = temporaryFolder();
  it("is at least one sentence for every code", () => {
    for (const code of Object.keys(failureWords) as FailureCode[]) {
      assert.match(messageOf(new FeatureError(code, { specifics: "It says so." })), /^[A-Z“{–].*\.$/s, code);
    }
    for (const words of Object.values(problemWords)) assert.match(words("x"), /^.+\.$/s);
  });

  it("says once, of whatever could have cost something, that nothing was charged", () => {
    const day = { limit: "day", credits: 100, left: 0, of: 1000 } as const;
    const [sent, limits, missing] = [
      ["rejected", "notSent", "timeout", "interrupted", "badAnswer", "tooLarge", "redirected", "cancelled"],
      ["invalidRequest", "limitUnreadable", "declined", "paidBefore", "noDetails", "notKept", "ownershipUnknown"],
      ["noKey", "noConnection"],
    ] as const;
    const errors = [...sent, ...limits, ...missing].map((code) => new FeatureError(code));
    for (const error of [...errors, new WalletError("overBudget", day)])
      assert.equal(messageOf(error).match(/charged/g)?.length, 1, messageOf(error));
    // Earlier requests of the same export or check may have been sent and charged.
    for (const code of ["invalidRequest", "limitUnreadable", "declined", "paidBefore", "beingChecked"] as const)
      assert.doesNotMatch(messageOf(new FeatureError(code, { specifics: "x" })), /nothing/i);
    for (const obstacle of ["certificate", "proxy"] as const)
      assert.match(
        messageOf(new AdLibraryError("notSent", { charge: "none", obstacle })),
        /^The request was not sent to the library, because .* The request was not charged\.$/,
      );
    const doubted = messageOf(new WalletError("declined").afterDoubt());
    assert.equal(doubted, "Not sent, because you declined. The request may have been charged.");
  });

  it("names the limit that refused a spending, and what is left of it", () => {
    const day = new WalletError("overBudget", { limit: "day", credits: 100, left: 40, of: 1000 });
    assert.equal(
      messageOf(day),
      "Not sent. It costs 100 credits, and 40 of your daily budget of 1,000 are left. Raise the budget in Settings, or try again tomorrow. The request was not charged.",
    );
    const plan = new WalletError("overBudget", { limit: "plan", credits: 100, left: 0, of: 1000 });
    assert.match(messageOf(plan), /agreed to are used up/);
    assert.equal(toFailure(day).next, "openSettings");
  });

  it("never says that nothing was sent after a possibly charged attempt", () => {
    const day = new WalletError("overBudget", { limit: "day", credits: 100, left: 40, of: 1000 }).afterDoubt();
    assert.match(
      messageOf(day),
      /^Not tried again\. .* 40 of your daily budget of 1,000 are left\. .* may have been charged\.$/,
    );
    const unwritten = new WalletError("storage", undefined, new StorageError("busy", "ledger")).afterDoubt();
    assert.match(messageOf(unwritten), /Another window is using the ledger/);
    assert.match(messageOf(unwritten), /not sent again\. .* may have been charged\.$/);
    assert.doesNotMatch(messageOf(unwritten), /not sent(?! again)/);
  });

  it("distinguishes an unwritable ledger from an answer that can't be stored", () => {
    const ledger = toFailure(new WalletError("storage", undefined, new Error("ENOSPC")));
    assert.match(ledger.message, /the request was not sent\./);
    assert.doesNotMatch(ledger.message, /space/);
    assert.equal(ledger.charge, "none");
    const reasons: StorageReason[] = ["full", "readOnly", "noPermission", "missing", "busy", "damaged", "isFolder"];
    const words = reasons.map((reason) => messageOf(new StorageError(reason, "/x")));
    assert.equal(new Set(words).size, reasons.length);
    assert.match(messageOf(new StorageError("full", "/x")), /disk is full/);
  });

  it("says what a lost answer may have cost", () => {
    const lost = new AdLibraryError("interrupted", { charge: "unknown", host: "ads.example" });
    assert.match(messageOf(lost), /ads\.example.*may have been charged\.$/);
    assert.match(
      messageOf(new AdLibraryError("notSent", { charge: "none", host: "x" })),
      /The request was not charged\.$/,
    );
  });

  it("writes a library without a name as the sentence needs it", () => {
    const of = (code: "notSent" | "badAnswer" | "timeout") => messageOf(new AdLibraryError(code, { charge: "none" }));
    assert.match(of("notSent"), /^Can't reach the library\./);
    assert.match(of("badAnswer"), /^The response from the library is not /);
    assert.match(of("timeout"), /^The library did not respond /);
  });

  it("names a redirect's target, and a refusal's reason", () => {
    const away = new AdLibraryError("redirected", { charge: "unknown", host: "https://evil.example" });
    assert.match(messageOf(away), /https:\/\/evil\.example/);
    const refused = new AdLibraryError("rejected", { charge: "none", serviceCode: 1003, serviceText: "bad key" });
    assert.equal(
      messageOf(refused),
      "The library refused the request: bad key (code 1003). The request was not charged.",
    );
    assert.equal(toFailure(refused).serviceCode, 1003);
    const sentence = new AdLibraryError("rejected", { charge: "none", serviceCode: 1003, serviceText: "No such ad." });
    assert.equal(
      messageOf(sentence),
      "The library refused the request: No such ad (code 1003). The request was not charged.",
    );
  });

  it("names an untrusted certificate or a proxy, with its setting", () => {
    const facts = { charge: "none", host: "ads.example" } as const;
    const certificate = { ...facts, obstacle: "certificate", specifics: "CERT_HAS_EXPIRED" } as const;
    assert.match(messageOf(new AdLibraryError("notSent", certificate)), /CERT_HAS_EXPIRED.*http\.systemCertificates/);
    const proxy = { ...facts, obstacle: "proxy", specifics: "the proxy answered 407" } as const;
    assert.match(messageOf(new AdLibraryError("notSent", proxy)), /ads\.example.*answered 407.*http\.proxy/);
  });

  it("gives each problem of a query its own sentence", () => {
    const problems = [{ filter: "advanced_order", code: "sortNotOffered", value: "days_running" } as const];
    const failure = toFailure(new FeatureError("invalidRequest", { problems }));
    assert.deepEqual(failure.problems?.[0]?.message, "This platform can't sort by Days running.");
  });

  it("names a range's bounds and its missing end", async () => {
    const library = await startCountedLibrary();
    const stack = openStack(folder(), library.url, library.key);
    const problemsOf = async (filter: string, value: FilterValue) => {
      const search = stack.search.freeze({ platform: "facebook", choices: [{ filter, value }] });
      const failure = await search.then(() => undefined, toFailure);
      return failure?.problems?.map(({ message }) => message);
    };
    try {
      assert.deepEqual(await problemsOf("days_running", { kind: "range", from: 0, to: 400 }), [
        "Enter whole numbers from 1 to 365.",
      ]);
      assert.deepEqual(await problemsOf("engagement", { kind: "range", from: 0, to: 9_000_000 }), [
        "Enter whole numbers from 0 to 50,000.",
      ]);
      assert.deepEqual(await problemsOf("seen_between", { kind: "dates", to: "2026-01-01" }), [
        "Enter both bounds. The service doesn't accept a range with only one.",
      ]);
      assert.equal(library.paid().length, 0);
    } finally {
      await stack.close();
      await library.close();
    }
  });

  it("treats an abort as a cancel, and unknown errors as our own", () => {
    assert.equal(toFailure(new DOMException("x", "AbortError")).code, "cancelled");
    assert.equal(toFailure(new TypeError("x is not a function")).specifics, "TypeError: x is not a function");
    assert.equal(toFailure(42).code, "unexpected");
  });

  describe("of a real server", () => {
    const library = shareLibrary();

    /** A search of a library that worked until then, with what it costs to be told. */
    async function failureAfter(reply: Reply): Promise<Failure> {
      const stack = openStack(folder(), library.url, library.key, { apiVersion: testedVersion });
      const never = new AbortController().signal;
      const frozen = await stack.search.freeze({ platform: "native", choices: [] });
      library.next(reply);
      const failure = await stack.search.search(frozen, undefined, never).then(
        () => assert.fail("It did not fail."),
        (error: unknown) => toFailure(error),
      );
      await stack.close();
      return failure;
    }

    const cases: readonly (readonly [name: string, reply: Reply, words: RegExp, next: NextStep])[] = [
      ["server trouble", body("<h1>Oops</h1>", 503), /reported a server error \(HTTP 503\)/, "tryAgain"],
      ["too many requests", body("slow down", 429), /too many requests \(HTTP 429\)/, "tryAgain"],
      ["a refused key", body("no", 401), /refused the API key \(HTTP 401\)/, "setApiKey"],
      ["a payment that is due", body("no credits left", 402), /requires payment \(HTTP 402\).+charged\.$/, "showLog"],
      ["another refusal", body("no", 418), /refused the request \(HTTP 418\)/, "showLog"],
      ["an answer cut off", body('{"status":"ok","meta":{"code":1000,"mess'), /was cut off/, "tryAgain"],
      ["no data", ok(null), /sent a response that can't be read/, "showLog"],
    ];
    for (const [name, reply, words, next] of cases) {
      it(`names ${name}, and not the base URL of a library that worked`, async () => {
        const failure = await failureAfter(reply);
        assert.match(failure.message, words);
        assert.doesNotMatch(failure.message, /base URL/);
        assert.equal(failure.next, next);
        assert.match(failure.request ?? "", /^POST http:.*\/v[12]\/[a-z/]+\/search$/);
        assert.doesNotMatch(JSON.stringify(failure), new RegExp(library.key));
      });
    }

    it("doubts the base URL if nothing ever worked with it", async () => {
      const page = await startMisbehaving(body("<h1>Welcome</h1>"));
      const stack = openStack(folder(), page.url, "key");
      await assert.rejects(stack.forms.form("native"), (error: unknown) => {
        assert.match(toFailure(error).message, /Check the base URL\. The request was not charged\.$/);
        return true;
      });
      await stack.close();
      await page.close();
    });
  });
});
