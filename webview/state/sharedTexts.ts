import type { AdCard } from "../../src/protocol/ads";
import type { SearchPage } from "../../src/protocol/search";

/** Texts that many ads have. Each message brings copies of its own; of these, one is kept. */
const known = new Map<string, string>();

/** How many are kept at most: what is in none of many ads must not fill the memory either. */
const most = 10_000;

function shared(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size < most) known.set(text, text);
  return text;
}

function withSharedTexts(card: AdCard): AdCard {
  return {
    ...card,
    platformName: shared(card.platformName),
    stats: card.stats.map(({ tooltip, icon, ...stat }) => ({
      ...stat,
      ...(tooltip !== undefined && { tooltip: shared(tooltip) }),
      ...(icon !== undefined && { icon: shared(icon) }),
    })),
    metadata: card.metadata.map(({ tooltip, values, ...rest }) => ({
      ...rest,
      ...(tooltip !== undefined && { tooltip: shared(tooltip) }),
      values: values.map((value) => shared(value)),
    })),
  };
}

/** A page whose ads share the names of their numbers and remarks with those of all other pages. */
export function pageWithSharedTexts(page: SearchPage): SearchPage {
  return { ...page, ads: page.ads.map(withSharedTexts) };
}
