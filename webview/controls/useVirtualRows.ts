import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
} from "@tanstack/virtual-core";
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { usePainted } from "../timing";

interface VirtualRowsProps {
  readonly count: number;
  readonly scroller: { readonly current: HTMLElement | null };
  /** Distance from the top of the scrolled content to the first row, px. */
  readonly offset: number;
  /** A row that stays drawn wherever the view is: the one that Tab reaches. */
  readonly keep: number | undefined;
  readonly estimate: (index: number) => number;
  /** Measured heights are forgotten whenever it changes: the rows have other widths. */
  readonly look?: string | undefined;
}

/** Draws only the rows near the view; their heights are measured, so that nothing overlaps and nothing jumps. */
export function useVirtualRows(props: VirtualRowsProps) {
  const { count, scroller, offset, keep, estimate, look } = props;
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  const painted = usePainted();
  const kept = useRef(keep);
  kept.current = keep;
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: estimate,
    scrollMargin: offset,
    // The view itself is painted first.
    overscan: painted ? 3 : 0,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    rangeExtractor: (range: Range) => withKept(range, kept.current),
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  const measured = useRef(look);
  // While drawing, so that the list gets its new height at once: nothing can be scrolled beyond it.
  if (measured.current !== look) virtualizer.measure();
  measured.current = look;
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });
  return {
    /** The rows near the view. */
    drawn: virtualizer.getVirtualItems(),
    /** Height of all rows together, px. */
    height: virtualizer.getTotalSize(),
    /** Ref of each row, which carries `data-index`. */
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: "auto" }),
  };
}

function withKept(range: Range, keep: number | undefined): number[] {
  const indexes = defaultRangeExtractor(range);
  if (keep === undefined || keep >= range.count || indexes.includes(keep)) return indexes;
  return [...indexes, keep].sort((a, b) => a - b);
}
