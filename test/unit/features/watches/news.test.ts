import assert from "node:assert/strict";
import { newsOf } from "../../../../src/features/watches";
import type { ChangesSince } from "../../../../src/features/runs";

describe("what is new by advertiser", () => {
  it("counts an ad of several searches once, by what tells most, whatever their order", async () => {
    const states = { one: "notCovered", two: "absent", three: "launched", four: "changed", five: "firstSeen" } as const;
    const names = Object.keys(states) as (keyof typeof states)[];
    const changesOf = (name: keyof typeof states): ChangesSince => {
      const ad = { ad: "facebook:1", state: states[name], advertiser: "Acme", page: 1 };
      return { checked: "2026-11-02T00:00:00.000Z", before: "2026-11-01T00:00:00.000Z", ads: [ad] };
    };
    const counted = async (searches: typeof names) => {
      const address = (name: string) => ({ origin: "", version: "v2", platform: "facebook", body: name }) as const;
      const runs = {
        changesSince: ({ body }: { readonly body: string }) => Promise.resolve(changesOf(body as keyof typeof states)),
      };
      const wishes = searches.map((name) => ({ name, address: address(name) }));
      const { advertisers } = await newsOf(runs, wishes);
      return advertisers.map(({ platform, name, ...counts }) => [
        `${platform} ${name}`,
        ...Object.entries(counts).flatMap(([state, count]) => (count > 0 ? [state, count] : [])),
      ]);
    };
    for (const [some, most] of [
      [["one", "two"], "absent"],
      [["one", "two", "four"], "changed"],
      [["one", "two", "four", "five"], "firstSeen"],
      [names, "launched"],
    ] as const)
      for (const order of [[...some], some.toReversed()])
        assert.deepEqual(await counted(order), [["facebook Acme", most, 1]], order.join());
  });
});
