import * as l10n from "@vscode/l10n";
import type { Filter, FilterForm } from "../../src/protocol/filters";
import { keyText } from "../../src/protocol/readableName";
import type { FilterValue, SearchQuery } from "../../src/protocol/search";
import { filterName, itemName } from "../filters/filterTexts";
import { controlKind, type ControlKind } from "../state/controlKind";
import { chosenItem, defaultQuery, defaultValue, withChoice } from "../state/query";

interface Example {
  readonly label: string;
  readonly query: SearchQuery;
}

/** What a person may look for on any platform, as far as its form has a filter for it: words, another order, a kind of ad. */
export function examplesOf(form: FilterForm): readonly Example[] {
  const usable = form.filters.filter(({ disabled }) => disabled === undefined);
  const first = (...kinds: ControlKind[]) => usable.find((filter) => kinds.includes(controlKind(filter) ?? "texts"));
  const query = defaultQuery(form.platform, form);
  const example = (filter: Filter, label: string, value: FilterValue): Example => ({
    label,
    query: withChoice(query, filter.key, value),
  });
  return [words(first("texts")), order(first("sort")), choice(first("checks", "radios"))].flatMap((made) =>
    made ? [example(...made)] : [],
  );
}

type Made = readonly [filter: Filter, label: string, value: FilterValue] | undefined;

function words(filter: Filter | undefined): Made {
  if (!filter) return undefined;
  // In English in any language: it is looked for in the ads.
  const text = "free delivery";
  const item = filter.items.find(({ key }) => keyText(key) === "text") ?? filter.items[0];
  const type = item ? keyText(item.key) : "text";
  return [filter, l10n.t("Ads that mention “{0}”", text), { kind: "texts", texts: [{ type, text }] }];
}

/** The first order other than the default. */
function order(filter: Filter | undefined): Made {
  const usual = filter && defaultValue(filter);
  const by = usual?.kind === "order" ? usual.by : undefined;
  const item = filter?.items.find(({ key }) => keyText(key) !== by);
  if (!filter || !item) return undefined;
  const value = { kind: "order", by: keyText(item.key), direction: "desc" } as const;
  return [filter, l10n.t("Ads sorted by {0}, highest first", itemName(item)), value];
}

function choice(filter: Filter | undefined): Made {
  const item = filter?.items[0];
  if (!filter || !item) return undefined;
  return [filter, `${filterName(filter)}: ${itemName(item)}`, { kind: "items", items: [chosenItem(item)] }];
}
