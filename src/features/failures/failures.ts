import * as l10n from "@vscode/l10n";
import { locale } from "../text";
import { FeatureError, type Place, type Told, WalletError } from "./featureError";
import { AdLibraryError } from "../../api";
import type { Count } from "../../protocol/ads";
import type { Failure } from "../../protocol/failure";
import { keyText, readableName } from "../../protocol/readableName";
import type { QueryProblem } from "../../protocol/search";
import { StorageError } from "../disk";
import { chargeWords, failureWords } from "./failureWords";
import { proxyWords, versionWords } from "./serviceWords";

/** Problems whose value is a name of the service. */
const named: ReadonlySet<QueryProblem["code"]> = new Set(["sortNotOffered", "unknownItem", "unknownSubType"]);

/** A query's problem with its sentence, in which names of the service are readable. */
export function tellProblem(problem: QueryProblem): QueryProblem & { readonly message: string } {
  const { code, value = "", bounds } = problem;
  const said = named.has(code) ? readableName(keyText(value)) : value;
  return { ...problem, message: problemWords[code](said, bounds) };
}

function toldOf(error: unknown): Told {
  if (error instanceof AdLibraryError) return error;
  if (error instanceof StorageError) {
    const { specifics, reason, resumable } = error;
    return { code: "storage", charge: "none", specifics, reason, resumable };
  }
  if (error instanceof FeatureError) return { charge: "none", ...error.more, code: error.code };
  if (error instanceof Error && error.name === "AbortError") return { code: "cancelled", charge: "none" };
  return {
    code: "unexpected",
    charge: "none",
    specifics: error instanceof Error ? `${error.name}: ${error.message}` : typeof error,
  };
}

/** Whether trying again helps only if a person agrees to buy the answer again: it can't be read, or is damaged or gone. */
export function mustBeBoughtAgain(error: unknown): boolean {
  if (error instanceof AdLibraryError) return error.kept !== undefined;
  return error instanceof FeatureError && !(error instanceof WalletError) && error.code === "declined";
}

/** Any thrown value as a failure with its words. API errors redact themselves. */
export function toFailure(error: unknown, place: Place = "editor"): Failure {
  return failureOf({ ...toldOf(error), place });
}

/** The same, with what others may have written kept out of the words, for readers who might obey it. */
export function toQuotedFailure(error: unknown, place: Place): { readonly failure: Failure; readonly quote?: string } {
  const told: Told = { ...toldOf(error), isQuoted: true, place };
  const { code, host, specifics, serviceText } = told;
  const quote = code === "redirected" ? host : code === "unexpected" ? specifics : serviceText;
  return { failure: failureOf(told), ...(quote && { quote }) };
}

function failureOf(told: Told): Failure {
  const { message, next } = failureWords[told.code];
  return {
    code: told.code,
    message: [message(told), versionWords(told), proxyWords(told), chargeWords(told)].filter(Boolean).join(" "),
    charge: told.charge,
    at: new Date().toISOString(),
    ...(next && { next: typeof next === "function" ? next(told) : next }),
    ...(told.status !== undefined && { status: told.status }),
    ...(told.request !== undefined && { request: told.request }),
    ...(told.serviceCode !== undefined && { serviceCode: told.serviceCode }),
    ...(told.specifics !== undefined && { specifics: told.specifics.slice(0, 500) }),
    ...(told.problems && { problems: told.problems.map(tellProblem) }),
  };
}

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
  const shown = (bound?: Count) => (typeof bound === "string" ? BigInt(bound) : bound)?.toLocaleString(locale());
  const [low, high] = [shown(min), shown(max)];
  if (low !== undefined && high !== undefined) return l10n.t("Enter whole numbers from {0} to {1}.", low, high);
  if (low !== undefined) return l10n.t("Enter whole numbers of at least {0}.", low);
  if (high !== undefined) return l10n.t("Enter whole numbers of at most {0}.", high);
  return l10n.t("{0} is outside the range of this filter.", value);
}
