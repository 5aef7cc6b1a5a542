import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toFailure } from "../../../../src/features/failures/failures";
import type { Failure } from "../../../../src/protocol/failure";
import type { Settings } from "../../../../src/features/settings";
import { type CountedLibrary, startCountedLibrary } from "../../../support/countedLibrary";
import { resetBeforeHeaders } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

describe("An attempt that may have been charged stays uncertain", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  let stack: Stack;
  beforeEach(async () => {
    library = await startCountedLibrary();
  });
  afterEach(async () => {
    await stack.close();
    await library.close();
  });

  async function failed(settings: Partial<Settings>, stop = new AbortController()): Promise<Failure> {
    stack = openStack(folder(), library.url, library.key, { paidRetry: "always", ...settings });
    const listening = stack.wallet.onChanged(() => {
      if (sentLines() === 2) stop.abort();
    });
    const frozen = await stack.search.freeze({ platform: "native", choices: [] });
    library.next(resetBeforeHeaders);
    return (
      stack.search
        .search(frozen, undefined, stop.signal)
        .then(
          () => assert.fail("It succeeded."),
          (error: unknown) => toFailure(error),
        )
        // The folder is removed before the stack is closed, which is a change too.
        .finally(() => listening.dispose())
    );
  }

  function sentLines(): number {
    const ledger = join(folder(), "ledger");
    const text = readdirSync(ledger)
      .filter((name) => name.endsWith(".ndjson"))
      .map((name) => readFileSync(join(ledger, name), "utf8"));
    return text.join("").split('"line":"sent"').length - 1;
  }

  it("even if the budget refuses the next one", async () => {
    const { code, charge, message } = await failed({ dailyBudget: 100 });
    assert.deepEqual([code, charge, library.paid().length], ["overBudget", "unknown", 1]);
    assert.match(message, /^Not tried again\. .* may have been charged\.$/);
    assert.deepEqual(await stack.wallet.today(), { spent: 0, maybe: 100, sample: 0, budget: { of: 100, left: 0 } });
  });

  it("even if the next one is canceled before it is sent", async () => {
    const { code, charge, message } = await failed({});
    assert.deepEqual([code, charge, library.paid().length], ["cancelled", "unknown", 1]);
    assert.match(message, /may have been charged\.$/);
    assert.deepEqual(await stack.wallet.today(), { spent: 0, maybe: 100, sample: 0 });
  });
});
