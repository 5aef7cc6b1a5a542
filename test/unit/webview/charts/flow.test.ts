import assert from "node:assert/strict";
import type { ClickEdge } from "../../../../src/protocol/lens";
import { flowOf } from "../../../../webview/charts/flow";

const edge = (layer: ClickEdge["layer"], from: string, to: string, ads = 1): ClickEdge => ({ layer, from, to, ads });

describe("The drawing of where clicks lead", () => {
  const told = (edges: readonly ClickEdge[], rows = 12) => {
    const { nodes, links, left } = flowOf(edges, rows);
    return {
      nodes: nodes.map(({ layer, name, row }) => `${layer}.${row} ${name}`),
      links: links.map(({ from, to, ads }) => `${from.layer} ${from.name} → ${to.layer} ${to.name}: ${ads}`),
      left,
    };
  };

  it("has advertisers, what is between, and landing domains in three layers", () => {
    const edges = [
      ...[edge("advertiser", "Nordlauf", "go.example", 3), edge("via", "go.example", "shop.example", 4)],
      ...[edge("advertiser", "Atlas", "go.example"), edge("advertiser", "Atlas", "atlas.example")],
    ];
    assert.deepEqual(told(edges), {
      nodes: ["0.0 Nordlauf", "1.0 go.example", "2.0 shop.example", "0.1 Atlas", "2.1 atlas.example"],
      links: [
        ...["0 Nordlauf → 1 go.example: 3", "1 go.example → 2 shop.example: 4", "0 Atlas → 1 go.example: 1"],
        "0 Atlas → 2 atlas.example: 1",
      ],
      left: 0,
    });
  });

  it("keeps a name apart that is an advertiser, between, and a landing domain", () => {
    const edges = [edge("advertiser", "x", "x"), edge("via", "x", "x"), edge("advertiser", "y", "z")];
    assert.deepEqual(told(edges).links, ["0 x → 1 x: 1", "1 x → 2 x: 1", "0 y → 2 z: 1"]);
  });

  it("draws the connections with the most ads, says how many are left, and draws no name without one", () => {
    const edges = [
      ...[edge("advertiser", "a", "one", 9), edge("advertiser", "a", "two", 8), edge("advertiser", "b", "three", 7)],
      edge("advertiser", "b", "one", 6),
    ];
    assert.deepEqual(told(edges, 2), {
      nodes: ["0.0 a", "2.0 one", "2.1 two", "0.1 b"],
      links: ["0 a → 2 one: 9", "0 a → 2 two: 8", "0 b → 2 one: 6"],
      left: 1,
    });
    assert.deepEqual(told([], 2), { nodes: [], links: [], left: 0 });
  });
});
