import assert from "node:assert/strict";
import { AdLibraryError } from "../../../src/api/errors";
import { StorageError, type StorageReason } from "../../../src/features/archive/storageError";
import { FeatureError, toFailure } from "../../../src/features/failures";
import { failureWords } from "../../../src/features/failureWords";
import { problemWords } from "../../../src/features/problemWords";
import { WalletError } from "../../../src/features/wallet/walletError";
import type { FailureCode } from "../../../src/protocol/failure";

const messageOf = (error: unknown) => toFailure(error).message;

describe("what is said of a failure", () => {
  it("is at least one whole sentence for every code", () => {
    for (const code of Object.keys(failureWords) as FailureCode[]) {
      assert.match(messageOf(new FeatureError(code)), /^[A-Z“{–].*\.$/s, code);
    }
    for (const words of Object.values(problemWords)) assert.match(words("x"), /^.+\.$/s);
  });

  it("names the limit that refused a spending, and what is left of it", () => {
    const day = new WalletError("overBudget", { limit: "day", credits: 100, left: 40 });
    assert.equal(messageOf(day), "Not sent: it costs 100 credits, and 40 are left of the daily budget that you set.");
    const plan = new WalletError("overBudget", { limit: "plan", credits: 100, left: 0 });
    assert.match(messageOf(plan), /agreed to are used up/);
    assert.equal(toFailure(day).next, "openSettings");
  });

  it("does not say that nothing was sent after an attempt that may have been charged", () => {
    const day = new WalletError("overBudget", { limit: "day", credits: 100, left: 40 }).afterDoubt();
    assert.match(messageOf(day), /^Not tried again: .* 40 are left .* may have been charged\.$/);
    const unwritten = new WalletError("storage", undefined, new StorageError("busy", "ledger")).afterDoubt();
    assert.match(messageOf(unwritten), /Another window is using the records/);
    assert.match(messageOf(unwritten), /not sent again\. .* may have been charged\.$/);
    assert.doesNotMatch(messageOf(unwritten), /nothing was sent/);
  });

  it("tells a ledger that cannot be written from an answer that cannot be kept", () => {
    const ledger = toFailure(new WalletError("storage", undefined, new Error("ENOSPC")));
    assert.match(ledger.message, /nothing was sent/);
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
    assert.doesNotMatch(messageOf(new AdLibraryError("notSent", { charge: "none", host: "x" })), /charged/);
  });

  it("names where a redirect points to, and the reason of a refusal", () => {
    const away = new AdLibraryError("redirected", { charge: "unknown", host: "https://evil.example" });
    assert.match(messageOf(away), /https:\/\/evil\.example/);
    const refused = new AdLibraryError("rejected", { charge: "none", serviceCode: 1003, serviceText: "bad key" });
    assert.equal(messageOf(refused), "The library refused the request: bad key (code 1003).");
    assert.equal(toFailure(refused).serviceCode, 1003);
  });

  it("names a certificate that is not trusted, and a proxy in the way, with the setting to look at", () => {
    const facts = { charge: "none", host: "ads.example" } as const;
    const certificate = { ...facts, obstacle: "certificate", detail: "CERT_HAS_EXPIRED" } as const;
    assert.match(messageOf(new AdLibraryError("notSent", certificate)), /CERT_HAS_EXPIRED.*http\.systemCertificates/);
    const proxy = { ...facts, obstacle: "proxy", detail: "the proxy answered 407" } as const;
    assert.match(messageOf(new AdLibraryError("notSent", proxy)), /^ads\.example.*answered 407.*http\.proxy/);
  });

  it("gives each problem of a query its own sentence", () => {
    const problems = [{ filter: "advanced_order", code: "sortNotOffered", value: "age" } as const];
    const failure = toFailure(new FeatureError("invalidRequest", { problems }));
    assert.deepEqual(failure.problems?.[0]?.message, "This platform does not sort by age.");
  });

  it("takes an abort for a cancel, and anything unknown for our own mistake", () => {
    assert.equal(toFailure(new DOMException("x", "AbortError")).code, "cancelled");
    assert.equal(toFailure(new TypeError("x is not a function")).detail, "TypeError: x is not a function");
    assert.equal(toFailure(42).code, "unexpected");
  });
});
