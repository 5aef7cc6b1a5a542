import * as z from "zod";
import type { Breakdown, DataPoint, Timeline } from "../../protocol/ads";
import { isObject, present } from "./fields";
import { amount, numberOf, text, words, wordsOf } from "./leaves";

const pointSchema = () => z.object({ label: words(), value: amount(), key: words(), icon: text() });

/** `value_type` and `datasets` of one metric. */
export const breakdownSchema = () => z.object({ value_type: text(), datasets: z.array(pointSchema()) });

/** Several metrics over the same dates; `values` has a member for each metric's key. */
export const timelineSchema = () =>
  z.object({
    value_type: text(),
    metrics: z.array(z.object({ key: words(), label: words() })),
    datasets: z.array(z.object({ key: words(), label: words(), values: z.unknown().optional() })),
  });

type WirePoint = z.input<ReturnType<typeof pointSchema>>;

/** The points that have a value; absent if there are none. A point without a label is named by its key. */
export function breakdownOf(wire: z.input<ReturnType<typeof breakdownSchema>>): Breakdown | undefined {
  const points = wire.datasets.flatMap(pointOf);
  return points.length === 0 ? undefined : present({ unit: wire.value_type, points });
}

function pointOf({ label, value, key, icon }: WirePoint): DataPoint[] {
  const number = numberOf(value);
  if (number === undefined) return [];
  const name = wordsOf(key);
  return [present({ label: wordsOf(label) ?? name ?? "", value: number, key: name, icon })];
}

/** The metrics over their dates; absent if there is no date. A metric that no list names is named by its key. */
export function timelineOf(wire: z.input<ReturnType<typeof timelineSchema>>): Timeline | undefined {
  const dated = wire.datasets.flatMap(({ key, ...rest }) => {
    const date = wordsOf(key);
    return date === undefined ? [] : [{ date, label: wordsOf(rest.label), values: valuesOf(rest.values) }];
  });
  if (dated.length === 0) return undefined;
  const metrics = metricsOf(wire.metrics, dated);
  const points = dated.map(({ date, label, values }) =>
    present({ date, label, values: metrics.map(({ key }) => values.get(key)) }),
  );
  return present({ unit: wire.value_type, metrics, points });
}

type Values = ReadonlyMap<string, number>;

function valuesOf(wire: unknown): Values {
  const numbers = Object.entries(isObject(wire) ? wire : {}).map(([key, value]) => [key, numberOf(value)] as const);
  return new Map(numbers.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function metricsOf(
  wire: z.input<ReturnType<typeof timelineSchema>>["metrics"],
  dated: readonly { readonly values: Values }[],
): Timeline["metrics"] {
  const named = wire.flatMap(({ key, label }) => {
    const name = wordsOf(key);
    return name === undefined ? [] : [[name, wordsOf(label) ?? name] as const];
  });
  const labels = new Map(dated.flatMap(({ values }) => [...values.keys()].map((key) => [key, key] as const)));
  const all = new Map(named);
  for (const [key, label] of labels) if (!all.has(key)) all.set(key, label);
  return [...all].map(([key, label]) => ({ key, label }));
}
