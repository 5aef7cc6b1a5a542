import assert from "node:assert/strict";
import fc from "fast-check";
import { params } from "../../src/views/panel/params";
import { damages } from "../support/damage";
import { times } from "../support/long";
import { fullMemory } from "../support/panelMemories";
import { usePanel } from "../support/panelPage";
import { sampleStart } from "../support/panelPageHost";

/** Of the platform on which the panel opens without a memory: a page that believed its own would show it. */
const { platform } = sampleStart;
const whole = {
  ...fullMemory,
  platform,
  draft: { ...fullMemory.draft, platform },
  shown: { ...fullMemory.shown, query: { ...fullMemory.draft, platform } },
};

/** What a page may find in place of its memory: damaged, of another version, or of the right shape at first sight only. */
function memories(kind: "explorer" | "archive"): readonly unknown[] {
  const good = JSON.stringify(whole);
  const damaged = fc.sample(damages, { numRuns: 400, seed: 21 }).flatMap((damage): readonly unknown[] => {
    try {
      return [JSON.parse(damage(Buffer.from(good)).toString()) as unknown];
    } catch {
      return [];
    }
  });
  const junk: readonly unknown[] = [null, 5, "x", [], {}, [[]], { filter: {} }, { kind: "items", items: 5 }];
  const nearly = junk.flatMap((one) => [
    { ...whole, draft: { platform, choices: [one] } },
    { ...whole, draft: { platform, choices: [{ filter: "gender", value: one }] } },
    { ...whole, shown: one },
    { ...whole, shown: { query: { platform, choices: [one] }, pages: 2 } },
    { ...whole, place: one, layout: one },
    { ...whole, openAd: one },
    { ...whole, view: one, table: one, filtering: one },
    { ...whole, showing: one, selected: one, detailTop: one },
    { ...whole, archive: one },
  ]);
  // In the short form, the two panels find different ones.
  const [each, first] = [times(16, 1), times(kind === "archive" ? 8 : 0, 0)];
  return [...nearly, ...damaged.slice(0, 24)].filter((_, at) => at % each === first);
}

describe("A page with a damaged memory", () => {
  const panel = usePanel();

  for (const kind of ["explorer", "archive"] as const) {
    it(`still draws the ${kind}, throws nothing, and requests nothing paid`, async () => {
      await panel.show({ panel: kind === "archive" ? kind : undefined });
      const { page, host } = panel;
      const wanted =
        kind === "archive"
          ? page.getByRole("heading", { name: "The archive is empty" })
          : page.getByRole("button", { name: /^Search/ }).first();
      for (const memory of memories(kind)) {
        const before = host.asked.length;
        await page.evaluate((state) => sessionStorage.setItem("state", state), JSON.stringify(memory));
        await page.reload();
        await wanted.waitFor();
        assert.deepEqual(await panel.complaints(), [], JSON.stringify(memory));
        for (const { method, params: asked } of host.asked.slice(before)) {
          assert.ok(method !== "search" && method !== "adDetail", method);
          assert.ok(params[method].safeParse(asked).success, `${method} of ${JSON.stringify(memory)}`);
        }
      }
    });
  }
});
