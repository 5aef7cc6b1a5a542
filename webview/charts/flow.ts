import type { ClickEdge } from "../../src/protocol/lens";

/** Advertisers; what is between: hosts, trackers, networks; landing domains. */
export type FlowLayer = 0 | 1 | 2;

export interface FlowNode {
  readonly layer: FlowLayer;
  readonly name: string;
  /** Its place in the layer, from the top. */
  readonly row: number;
}

/** A drawing of the connections with the most ads, which come first: at most `rows` names in a layer. */
export function flowOf(edges: readonly ClickEdge[], rows: number) {
  const between = new Set(edges.flatMap(({ layer, from }) => (layer === "via" ? [from] : [])));
  const nodes = new Map<string, FlowNode>();
  const used = [0, 0, 0];
  const nodeOf = (layer: FlowLayer, name: string): FlowNode | undefined => {
    const key = `${layer}${name}`;
    const known = nodes.get(key);
    const row = used[layer] ?? 0;
    if (known || row >= rows) return known;
    used[layer] = row + 1;
    const node = { layer, name, row };
    nodes.set(key, node);
    return node;
  };
  const links = edges.flatMap(({ layer, from, to, ads }) => {
    const source = nodeOf(layer === "via" ? 1 : 0, from);
    const target = nodeOf(layer === "advertiser" && between.has(to) ? 1 : 2, to);
    return source && target ? [{ from: source, to: target, ads }] : [];
  });
  const joined = new Set(links.flatMap(({ from, to }) => [from, to]));
  /** Connections that are left out because a layer has no room for one of their ends. */
  const left = edges.length - links.length;
  return { nodes: [...nodes.values()].filter((node) => joined.has(node)), links, left };
}
