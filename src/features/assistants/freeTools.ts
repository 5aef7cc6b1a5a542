import { writeExact } from "../../protocol/exactJson";
import { type Filter, isSingle, kindOf, subKeysOf } from "../../protocol/filters";
import type { ToolInput } from "./toolInputs";
import { answer, clippedTo, fitting, mostItemBytes, type ToolAnswer } from "./answer";
import { platformOf, type ToolCall, type ToolPorts, wrong } from "./toolPorts";

/** A platform's filters, or one of them with its items. */
export async function listFilters(ports: ToolPorts, input: ToolInput<"list_filters">): Promise<ToolAnswer> {
  const { filters } = await ports.engine.forms.formOrLast(platformOf(input.platform));
  if (input.filter === undefined) {
    const rows = filters.map((filter) => ({
      key: filter.key,
      label: filter.label ?? filter.key,
      write: exampleOf(filter),
    }));
    const shown = fitting(rows, "full");
    return answer({
      summary: [
        `${filters.length} filters of ${input.platform}. A body is one JSON object with the filters you want, such as {"search_field":[{"type":"text","text":"shoes"}]}.`,
        ...(shown < rows.length ? [`Only the first ${shown} are listed. Request others by their key.`] : []),
      ],
      facts: { filters: filters.length },
      items: rows.slice(0, shown),
    });
  }
  const filter = filterOf(filters, input.filter);
  return answer({
    summary: [
      `One filter of ${input.platform}.`,
      ...(filter.itemsFrom === undefined ? [] : ["Find its items with find_filter_items."]),
    ],
    facts: { items: filter.items.length },
    items: [clippedTo(describe(filter), mostItemBytes.full)],
  });
}

function describe(filter: Filter) {
  const { key, label, description, min, max, items, disabled } = filter;
  return {
    key,
    label: label ?? key,
    ...(description !== undefined && { description }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(disabled !== undefined && { not_available: disabled }),
    single: isSingle(filter),
    write: exampleOf(filter),
    items: items.map((item) => `${item.key} ${item.label ?? ""}`.trim()),
  };
}

/** How a body writes a filter, as JSON text. */
function exampleOf(filter: Filter): string {
  const { key, items, min, max, itemsFrom } = filter;
  const names = subKeysOf(filter);
  const first = items[0]?.key ?? '"…"';
  const some = items.slice(0, isSingle(filter) ? 1 : 2).map((item) => item.key);
  const value = {
    items: `[${some.length > 0 ? some.join() : itemsFrom === undefined ? '"…"' : '"key of find_filter_items"'}]`,
    range: `[${min ?? 0},${max ?? 100}]`,
    dates: isSingle(filter) ? '["2026-01-01"]' : '["2026-01-01","2026-01-31"]',
    flag: "[true]",
    texts: names ? `[{"${names.type}":${first},"${names.main}":"shoes"}]` : '["shoes"]',
    order: `{"${names?.main ?? "orderby"}":${first},"${names?.type ?? "order"}":"desc"}`,
  } as const;
  const kind = kindOf(filter);
  return kind === undefined ? "not supported" : `${writeExact(key)}:${value[kind]}`;
}

/** Items of a filter that contain a text: from the form, or found by the service (free). */
export async function findFilterItems(
  ports: ToolPorts,
  input: ToolInput<"find_filter_items">,
  { signal }: ToolCall,
): Promise<ToolAnswer> {
  const { forms } = ports.engine;
  const platform = platformOf(input.platform);
  const filter = filterOf((await forms.formOrLast(platform)).filters, input.filter);
  const wanted = input.text.toLowerCase();
  const found =
    filter.itemsFrom === undefined
      ? filter.items.filter(({ key, label }) => `${key} ${label ?? ""}`.toLowerCase().includes(wanted))
      : await forms.items(platform, filter.itemsFrom, input.text, signal);
  const rows = found.slice(0, 50).map(({ key, label }) => ({ key, label: label ?? "not provided" }));
  const shown = fitting(rows, "short");
  return answer({
    summary: [
      found.length === 0
        ? "No item matches."
        : `${shown} of ${found.length} items. Copy each key into a body exactly as written here, including quotes.`,
    ],
    facts: { found: found.length, shown },
    items: rows.slice(0, shown),
  });
}

/** What was spent, and what may still be spent. */
export async function showSpending({ engine, budget }: ToolPorts): Promise<ToolAnswer> {
  const { wallet, boughtAds } = engine;
  const [today, assistants, { size }] = [
    await wallet.today(),
    await wallet.assistants.today(),
    await boughtAds.about(),
  ];
  const dailyBudget = budget();
  const left = assistants.stopped ? 0 : Math.max(0, assistants.allowance - assistants.spent);
  return answer({
    summary: [
      `Spent today on this machine: ${today.spent} credits, and ${today.maybe} that may have been charged. Source: this machine's ledger, now. The service reports no balance.`,
      dailyBudget > 0 ? `Daily budget: ${dailyBudget} credits.` : "Daily budget: not set.",
      assistants.stopped
        ? "Assistants: stopped by a person. They can't spend."
        : `Assistants: ${assistants.spent} of ${assistants.allowance} credits spent today, including those that may have been charged, ${left} left. Only the person can change that.`,
      `Sample library, not charged: ${today.sample} credits, ${assistants.sample} of them by assistants.`,
      `Bought: ads ${size.ads}, pages ${size.pages}, details ${size.details}. A page of 18 ads or one ad's details costs 100 credits.`,
    ],
    facts: {
      ...{ spent: today.spent, maybe: today.maybe, sample: today.sample, daily_budget: dailyBudget },
      ...{ assistants: { ...assistants, left }, bought: size },
    },
  });
}

function filterOf(filters: readonly Filter[], key: string): Filter {
  const filter = filters.find((each) => each.key === key);
  if (!filter) throw wrong("There is no such filter. List all filters with list_filters.");
  return filter;
}
