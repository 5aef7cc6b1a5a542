import assert from "node:assert/strict";
import { tellFailure } from "../../../src/cli/exitCodes";
import type { Screen } from "../../../src/cli/screen";
import type { StorageReason } from "../../../src/features/disk/storageError";
import { failureText } from "../../../src/features/assistants";
import { StorageError } from "../../../src/features/disk/storageError";
import { FeatureError, WalletError } from "../../../src/features/failures/featureError";
import { failureWords } from "../../../src/features/failures/failureWords";
import { archiveWords } from "../../../src/features/failures/storageWords";
import type { FailureCode } from "../../../src/protocol/failure";

const silent = () => undefined;

/** The lines that the command line prints about a failure. */
function told(error: unknown): readonly string[] {
  const lines: string[] = [];
  const warn = (line: string) => void lines.push(line);
  const unread = new AbortController().signal;
  const screen: Screen = { unread, print: silent, json: silent, note: silent, progress: silent, table: silent, warn };
  tellFailure(screen, error);
  return lines;
}

describe("a failure in a terminal", () => {
  const codes = Object.keys(failureWords) as FailureCode[];
  const reasons = Object.keys(archiveWords) as StorageReason[];

  it("never recommends what only the editor has", () => {
    const failures = [
      ...codes.map((code) => new FeatureError(code)),
      ...reasons.flatMap((reason) => [
        new StorageError(reason, "/place/file"),
        new FeatureError("notKept", { reason }),
        new FeatureError("ownershipUnknown", { reason }),
        new WalletError("storage", undefined, new StorageError(reason, "/place/ledger")),
      ]),
      new StorageError("failed", "/place/file", undefined, "wholly"),
      new WalletError("overBudget", { limit: "day", credits: 100, left: 40, of: 1000 }),
    ];
    for (const failure of failures) {
      const lines = told(failure);
      assert.ok(lines.length > 0 && lines.every((line) => line.trim() !== ""), failure.message);
      assert.doesNotMatch(
        [...lines, failureText({ door: "mcp" }, failure)].join("\n"),
        /\blog\b|in Settings|Resume Export|Recover Archive|secret storage/,
        failure.message,
      );
    }
  });

  it("names the unwritable place, and the option that raises a limit", () => {
    assert.match(told(new StorageError("missing", "/place/file")).join("\n"), /\/place\/file/);
    const day = told(new WalletError("overBudget", { limit: "day", credits: 100, left: 40, of: 1000 }));
    assert.match(day.join(), /Raise the budget with --daily-budget/);
    assert.match(told(new FeatureError("timeout")).join(), /raise the time limit with --timeout/);
  });
});
