import * as l10n from "@vscode/l10n";
import type { QueryProblem } from "../../protocol/search";

/** The message for each problem of a query; `value` is the offending value. */
export const problemWords: Readonly<
  Record<QueryProblem["code"], (value: string, bounds?: QueryProblem["bounds"]) => string>
> = {
  unknownFilter: () => l10n.t("This platform doesn't have this filter."),
  unsupportedComponent: () => l10n.t("This version can't send this kind of filter."),
  disabledFilter: (value) =>
    value === "notInPlan"
      ? l10n.t("This filter is not part of the free plan.")
      : value === "announced"
        ? l10n.t("The service has announced this filter, but doesn't offer it yet.")
        : l10n.t("The service doesn't offer this filter at the moment ({0}).", value),
  reservedName: () => l10n.t("This name is reserved by the service."),
  wrongKind: () => l10n.t("This filter doesn't accept this value."),
  sortNotOffered: (value) => l10n.t("This platform can't sort by {0}.", value),
  rangeOrder: () => l10n.t("The lower bound is greater than the upper bound."),
  rangeBounds: outsideBounds,
  bothEnds: () => l10n.t("Enter both bounds. The service doesn't accept a range with only one."),
  unknownItem: (value) => l10n.t("This filter has no item {0}.", value),
  unknownSubType: (value) => l10n.t("This filter has no type {0}.", value),
  badDate: (value) => l10n.t("{0} is not a date. Write it as YYYY-MM-DD.", value),
  singleOnly: () => l10n.t("You can choose only one item here."),
  badPage: () => l10n.t("Page numbers start at 1."),
  emptyText: () => l10n.t("Enter text, or remove this field."),
};

function outsideBounds(value: string, { min, max }: QueryProblem["bounds"] = {}): string {
  const [low, high] = [min?.toLocaleString(), max?.toLocaleString()];
  if (low !== undefined && high !== undefined) return l10n.t("Enter whole numbers from {0} to {1}.", low, high);
  if (low !== undefined) return l10n.t("Enter whole numbers of at least {0}.", low);
  if (high !== undefined) return l10n.t("Enter whole numbers of at most {0}.", high);
  return l10n.t("{0} is outside the range of this filter.", value);
}
