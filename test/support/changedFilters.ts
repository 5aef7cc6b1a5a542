// A platform that drops and adds filters, items, and sorts from one answer to the next.
import { tested } from "./apiVersion";
import type { CountedLibrary } from "./countedLibrary";
import { okText } from "./misbehavingReplies";

interface WireFilter {
  key: string;
  label?: string;
  items?: { key: unknown; label?: string }[];
  min?: number;
  /** Where V1 has what V2 has on the filter itself. */
  component_data?: Omit<WireFilter, "key">;
}

const flat = ({ component_data, ...filter }: WireFilter): WireFilter => ({ ...filter, ...component_data });

/** Makes the library change its answer about a platform's filters. All other requests are answered as usual. */
export async function changeFilters(
  library: CountedLibrary,
  segment: string,
  change: (filters: WireFilter[]) => WireFilter[],
): Promise<void> {
  const target = tested.filters(segment);
  const answer = await fetch(library.url + target, { headers: { "x-api-key": library.key } });
  const { data } = (await answer.json()) as { data: { filters: WireFilter[] } };
  const changed = okText({ ...data, filters: change(data.filters.map(flat)) });
  library.behave((exchange) => {
    if (exchange.seen.target !== target) return library.usual(exchange);
    exchange.response.writeHead(200, { "content-type": "application/json" });
    exchange.response.end(changed);
  });
}

/**
 * Removes the filter `os`, the country `us`, and the sort by newest, and adds a filter. Made for Facebook's filters.
 */
export function usualChange(filters: WireFilter[]): WireFilter[] {
  const without = (filter: WireFilter, key: unknown) => ({
    ...filter,
    ...(filter.items && { items: filter.items.filter((item) => item.key !== key) }),
  });
  return [
    ...filters
      .filter(({ key }) => key !== "os")
      .map((filter) => (filter.key === "countries" ? without(filter, "us") : filter))
      .map((filter) => (filter.key === "advanced_order" ? without(filter, "newest") : filter))
      // The same sort in V1.
      .map((filter) => (filter.key === "orderby" ? without(filter, "updated_at") : filter)),
    { ...filters.find(({ key }) => key === "gender")!, key: "mood", label: "Mood" },
  ];
}
