// A platform that drops and adds filters, items, and sorts from one answer to the next.
import type { CountedLibrary } from "./countedLibrary";
import { okText } from "./misbehavingReplies";

interface WireFilter {
  key: string;
  label?: string;
  items?: { key: unknown; label?: string }[];
  min?: number;
}

/** Makes the library change its answer about a platform's filters. All other requests are answered as usual. */
export async function changeFilters(
  library: CountedLibrary,
  segment: string,
  change: (filters: WireFilter[]) => WireFilter[],
): Promise<void> {
  const target = `/v2/ads/${segment}/filters`;
  const answer = await fetch(library.url + target, { headers: { "x-api-key": library.key } });
  const { data } = (await answer.json()) as { data: { filters: WireFilter[] } };
  const changed = okText({ ...data, filters: change(data.filters) });
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
      .map((filter) => (filter.key === "advanced_order" ? without(filter, "newest") : filter)),
    { ...filters.find(({ key }) => key === "gender")!, key: "mood", label: "Mood" },
  ];
}
