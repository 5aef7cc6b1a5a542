import { FeatureError, type Told } from "./featureError";
import { AdLibraryError } from "../../api";
import type { Failure } from "../../protocol/failure";
import type { QueryProblem } from "../../protocol/search";
import { StorageError } from "../disk";
import { chargeWords, failureWords } from "./failureWords";
import { problemWords } from "./problemWords";

/** A query's problem with its sentence. */
export function tellProblem(problem: QueryProblem): QueryProblem & { readonly message: string } {
  return { ...problem, message: problemWords[problem.code](problem.value ?? "", problem.bounds) };
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

/** Any thrown value as a failure with its words. API errors redact themselves. */
export function toFailure(error: unknown): Failure {
  return failureOf(toldOf(error));
}

/** The same, with what others may have written kept out of the words, for readers who might obey it. */
export function toQuotedFailure(error: unknown): { readonly failure: Failure; readonly quote?: string } {
  const told: Told = { ...toldOf(error), isQuoted: true };
  const { code, host, specifics, serviceText } = told;
  const quote = code === "redirected" ? host : code === "unexpected" ? specifics : serviceText;
  return { failure: failureOf(told), ...(quote && { quote }) };
}

function failureOf(told: Told): Failure {
  const { message, next } = failureWords[told.code];
  return {
    code: told.code,
    message: [message(told), chargeWords[told.charge]()].filter(Boolean).join(" "),
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
