import assert from "node:assert/strict";
import type { PayingExport } from "../../../../src/features/wallet/attemptsLeave";
import type { AttemptOutcome } from "../../../../src/features/wallet/ledgerLine";
import { ExportJournal } from "../../../../src/features/export/exportJournal";
import { ExportSpending, type Gate } from "../../../../src/features/export/exportSpending";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { about } from "./someAnswers";

describe("what an export has spent", () => {
  const folder = temporaryFolder();

  it("leaves out a request on its way, which may yet be found to cost nothing", async () => {
    const plan = { format: "json", about, target: "a.json", growing: "a.part", details: false } as const;
    const journal = await ExportJournal.begin(folder(), plan);
    const sent: PayingExport[] = [];
    const gate: Gate = {
      spend: (act) => {
        sent.push(act.export!);
        return new Promise(() => undefined);
      },
    };
    const spending = new ExportSpending(gate, journal, { spent: 300, maybe: 100 });
    const act = { what: "search", credits: 100, origin: "https://ads.example", label: "Ads", words: "Ads" } as const;
    for (const page of [2, 3, 4])
      void spending
        .gateFor(page)
        .spend({ ...act, sample: false, platform: "native", identity: String(page) }, undefined, () =>
          Promise.reject(new Error("never called")),
        );
    for (const each of sent) await each.booked();
    assert.deepEqual(spending.soFar(), { spent: 300, maybe: 100 });
    for (const [index, outcome] of (["received", "unknown", "notSent"] satisfies AttemptOutcome[]).entries())
      await sent[index]!.ended(outcome);
    assert.deepEqual(spending.soFar(), { spent: 400, maybe: 200 });
    await journal.remove();
  });
});
