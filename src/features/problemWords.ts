import * as l10n from "@vscode/l10n";
import type { QueryProblem } from "../protocol/search";

/** What is said of each problem of a query; `value` is the offending value. */
export const problemWords: Readonly<
  Record<QueryProblem["code"], (value: string, bounds?: QueryProblem["bounds"]) => string>
> = {
  unknownFilter: () => l10n.t("This platform has no such filter."),
  unsupportedComponent: () => l10n.t("This version cannot send this kind of filter."),
  disabledFilter: (value) =>
    value === "free_plan"
      ? l10n.t("This filter is not part of the free plan.")
      : value === "coming_soon"
        ? l10n.t("The service announces this filter, but does not offer it yet.")
        : l10n.t("The service does not offer this filter now ({0}).", value),
  reservedName: () => l10n.t("The service reserves this name."),
  wrongKind: () => l10n.t("This filter does not take such a value."),
  sortNotOffered: (value) => l10n.t("This platform does not sort by {0}.", value),
  rangeOrder: () => l10n.t("The lower end is above the upper end."),
  rangeBounds: outsideBounds,
  bothEnds: () => l10n.t("Fill in both ends: the service takes no range with only one."),
  unknownItem: (value) => l10n.t("The filter has no item {0}.", value),
  unknownSubType: (value) => l10n.t("The filter has no kind {0}.", value),
  badDate: (value) => l10n.t("{0} is not a date (year-month-day).", value),
  singleOnly: () => l10n.t("Only one can be chosen here."),
  badPage: () => l10n.t("Pages count from 1."),
  emptyText: () => l10n.t("The text is empty."),
};

function outsideBounds(value: string, { min, max }: QueryProblem["bounds"] = {}): string {
  const [low, high] = [min?.toLocaleString(), max?.toLocaleString()];
  if (low !== undefined && high !== undefined) return l10n.t("Must be whole numbers between {0} and {1}.", low, high);
  if (low !== undefined) return l10n.t("Must be whole numbers from {0}.", low);
  if (high !== undefined) return l10n.t("Must be whole numbers up to {0}.", high);
  return l10n.t("{0} is outside of what the filter allows.", value);
}
