/** The tools for assistants, in the order of their use. */
export const toolNames = [
  "list_filters",
  "find_filter_items",
  "search_bought_ads",
  "read_bought_ad",
  "compare_runs",
  "show_spending",
  "plan_purchase",
  "buy_plan",
] as const;

export type ToolName = (typeof toolNames)[number];
