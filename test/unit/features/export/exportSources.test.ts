import assert from "node:assert/strict";
import type { PayingExport } from "../../../../src/features/wallet/permit";
import type { AttemptOutcome } from "../../../../src/features/wallet/ledgerLine";
import { ExportSpending } from "../../../../src/features/export/exportSources";
import type { Gate } from "../../../../src/features/wallet/gate";
import { search } from "../wallet/acts";

describe("what an export has spent", () => {
  it("leaves out pending requests", () => {
    const sent: PayingExport[] = [];
    const gate: Gate = {
      spend: (act) => {
        sent.push(act.export!);
        return new Promise(() => undefined);
      },
    };
    const spending = new ExportSpending(gate, "export-1", { spent: 300, maybe: 100 });
    for (let page = 2; page <= 4; page += 1)
      void spending.gate.spend(search, undefined, () => Promise.reject(new Error("never called")));
    assert.deepEqual(
      [sent.map(({ id }) => id), spending.soFar()],
      [Array(3).fill("export-1"), { spent: 300, maybe: 100 }],
    );
    for (const [index, outcome] of (["received", "unknown", "notSent"] satisfies AttemptOutcome[]).entries())
      sent[index]!.ended(outcome);
    assert.deepEqual(spending.soFar(), { spent: 400, maybe: 200 });
  });
});
