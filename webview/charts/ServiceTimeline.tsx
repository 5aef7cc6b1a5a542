import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Breakdown, Timeline } from "../../src/protocol/ads";
import { plotOfBreakdown, plotOfTimeline } from "./plot";
import { TimelineChart } from "./TimelineChart";

interface Shared {
  readonly title: string;
  readonly onCopyText: (text: string) => void;
}

/** A timeline of the service with several metrics. */
export function MetricsTimeline({ timeline, ...shared }: Shared & { readonly timeline: Timeline }): JSX.Element {
  const plot = useMemo(() => plotOfTimeline(timeline), [timeline]);
  return <TimelineChart {...shared} plot={plot} />;
}

/** A breakdown of the service whose keys are dates; `metric` names what its values count. */
export function BreakdownTimeline(
  props: Shared & { readonly breakdown: Breakdown; readonly metric: string },
): JSX.Element {
  const { breakdown, metric, ...shared } = props;
  const plot = useMemo(() => plotOfBreakdown(breakdown, metric), [breakdown, metric]);
  return <TimelineChart {...shared} plot={plot} />;
}
