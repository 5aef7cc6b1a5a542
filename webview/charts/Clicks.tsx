import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Clicks, LensOfPanel } from "../../src/protocol/lens";
import { ChartFigure } from "./ChartFigure";
import { type FlowNode, flowOf } from "./flow";
import { plainLabel } from "./label";
import { formatNumber } from "./numbers";
import type { ChartTable } from "./table";
import { useWidth } from "./useWidth";

/** Where the clicks on the loaded ads lead, as far as their details are bought: one row for each landing domain. */
export function ClickTable({ clicks, coverage }: Pick<LensOfPanel, "clicks" | "coverage">): JSX.Element {
  const { ads, details } = coverage;
  const table = useMemo(() => tableOf(clicks), [clicks]);
  return (
    <ChartFigure
      title={l10n.t("Where the clicks lead")}
      finding={l10n.t("Based on the details of {0} of {1} ads.", formatNumber(details), formatNumber(ads))}
      table={table}
    >
      {clicks.edges.length > 0 && <FlowDrawing edges={clicks.edges} />}
    </ChartFigure>
  );
}

const [mostRows, rowHeight, nodeHeight] = [12, 30, 22];

/** Advertisers on the left, what is between in the middle, and landing domains on the right. The table says the same. */
function FlowDrawing({ edges }: Pick<Clicks, "edges">): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.min(useWidth(frame), 960);
  const { nodes, links, left } = useMemo(() => flowOf(edges, mostRows), [edges]);
  const gap = width * 0.1;
  const nodeWidth = Math.max(0, (width - 2 * gap) / 3);
  const most = Math.max(8, ...links.map(({ ads }) => ads));
  const x = ({ layer }: FlowNode) => layer * (nodeWidth + gap);
  const middle = ({ row }: FlowNode) => row * rowHeight + rowHeight / 2;
  const height = rowHeight * Math.max(1, ...nodes.map(({ row }) => row + 1));
  const pathOf = (from: FlowNode, to: FlowNode) => {
    const [begin, end] = [x(from) + nodeWidth, x(to)];
    const half = (begin + end) / 2;
    return `M${begin} ${middle(from)}C${half} ${middle(from)} ${half} ${middle(to)} ${end} ${middle(to)}`;
  };
  return (
    <div ref={frame}>
      <svg class="click-flow" width={width} height={height} aria-hidden="true">
        {links.map(({ from, to, ads }, index) => (
          <path key={index} d={pathOf(from, to)} stroke-width={1 + (7 * ads) / most} />
        ))}
        {nodes.map((node) => (
          <g key={`${node.layer}${node.name}`}>
            <title>{plainLabel(node.name, 200) || l10n.t("not provided")}</title>
            <rect x={x(node)} y={middle(node) - nodeHeight / 2} width={nodeWidth} height={nodeHeight} rx={3} />
            <text x={x(node) + 8} y={middle(node) + 4}>
              {plainLabel(node.name, Math.floor((nodeWidth - 16) / 7.5)) || "–"}
            </text>
          </g>
        ))}
      </svg>
      {left > 0 && (
        <p class="chart-note">
          {left === 1
            ? l10n.t("1 more connection is in the table.")
            : l10n.t("{0} more connections are in the table.", formatNumber(left))}
        </p>
      )}
    </div>
  );
}

function tableOf({ chains, domains }: Clicks): ChartTable {
  const list = (texts: readonly string[]) => texts.map((text) => plainLabel(text)).join(", ");
  const urlsTo = (domain: string) => {
    const all = chains.flatMap(({ landing, urls }) => (landing === domain && urls.length > 0 ? [urls] : []));
    return [...new Set(all.map((urls) => urls.map((url) => plainLabel(url, 200)).join(" → ")))].join(", ");
  };
  return {
    head: [
      ...[l10n.t("Landing domain"), l10n.t("Ads"), l10n.t("Advertisers"), l10n.t("Via")],
      ...[l10n.t("Trackers"), l10n.t("Networks"), l10n.t("URLs, secrets masked")],
    ],
    rows: domains.map(({ landing, ads, advertisers, via, trackers, networks }) => [
      ...[plainLabel(landing), ads, list(advertisers), list(via), list(trackers), list(networks), urlsTo(landing)],
    ]),
    units: [],
    texts: [2, 3, 4, 5, 6],
  };
}
