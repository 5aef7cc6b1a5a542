import assert from "node:assert/strict";
import { tellFailure } from "../../../src/cli/exitCodes";
import type { Screen } from "../../../src/cli/screen";
import type { StorageReason } from "../../../src/features/disk/storageError";
import { AdLibraryError } from "../../../src/api";
import { failureText } from "../../../src/features/assistants";
import { StorageError } from "../../../src/features/disk/storageError";
import { FeatureError, WalletError } from "../../../src/features/failures/featureError";
import { failureWords } from "../../../src/features/failures/failureWords";
import { archiveWords, capWords } from "../../../src/features/failures/storageWords";
import { reasonWords } from "../../../src/features/wallet";
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

/** What only the editor has. */
const editorOnly = /\blog\b|in Settings|Resume Export|Recover Archive|secret storage|are marked|of the extension/;

describe("a failure in a terminal", () => {
  const codes = Object.keys(failureWords) as FailureCode[];
  const reasons = Object.keys(archiveWords) as StorageReason[];

  it("says how one of the editor's terminals gets the key, which the editor doesn't pass on", () => {
    assert.equal(told(new FeatureError("noKey")).length, 1);
    process.env.AD_LIBRARY_URI_SCHEME = "vscode";
    try {
      const typed =
        process.platform === "win32" ? /: \$env:AD_LIBRARY_API_KEY = / : /: read -rs AD_LIBRARY_API_KEY && export /;
      assert.match(told(new FeatureError("noKey"))[1] ?? "", typed);
    } finally {
      delete process.env.AD_LIBRARY_URI_SCHEME;
    }
  });

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
      new WalletError("overBudget", { limit: "assistants", credits: 100, left: 40, of: 1000 }),
      ...(["certificate", "proxy"] as const).flatMap((obstacle) => [
        new AdLibraryError("notSent", { charge: "none", obstacle }),
        new AdLibraryError("notSent", { charge: "none", obstacle, proxy: "http://proxy.example:8080" }),
      ]),
      ...[401, 402, 403, 404, 429, 500].flatMap((status) => [
        new AdLibraryError("badAnswer", { charge: "unknown", status }),
        new AdLibraryError("badAnswer", { charge: "unknown", status, worked: true }),
      ]),
    ];
    // The editor writes settings, and keeps the limits of its own windows; a terminal does neither.
    const ofTheEditor: ReadonlySet<string> = new Set(["settingNotWritten", "limitUnreadable", "programRefused"]);
    for (const failure of failures) {
      const lines = told(failure);
      assert.ok(lines.length > 0 && lines.every((line) => line.trim() !== ""), failure.message);
      assert.doesNotMatch([...lines, failureText({ door: "mcp" }, failure)].join("\n"), editorOnly, failure.message);
      if (ofTheEditor.has(failure.message)) continue;
      // Only VS Code can allow assistants to spend again.
      if (failure.message !== "assistantsStopped")
        assert.doesNotMatch(lines.join("\n"), /\bsettings?\b|VS Code|adLibrary\.|http\.\w+/, failure.message);
      assert.doesNotMatch(reasonWords({ notStored: { error: failure } }, "terminal").join("\n"), editorOnly);
    }
    for (const removed of [0, 3])
      assert.match(capWords({ removed, maxSizeMb: 500 }, "terminal"), /raise AD_LIBRARY_ARCHIVE_MAX_MB\.$/);
  });

  it("names the unwritable place, and the option that raises a limit", () => {
    assert.match(told(new StorageError("missing", "/place/file")).join("\n"), /\/place\/file/);
    const day = told(new WalletError("overBudget", { limit: "day", credits: 100, left: 40, of: 1000 }));
    assert.match(day.join(), /Raise the budget with --daily-budget/);
    assert.match(told(new FeatureError("timeout")).join(), /raise the time limit with --timeout/);
  });
});
