import type { ApiVersion } from "../../protocol/apiVersion";
import { isBaseUrlProblem, parseBaseUrl, type BaseUrl, type BaseUrlProblem } from "./baseUrl";
import type { ConnectionPorts } from "./connectionPorts";

/** The time from one change of base URL, version or key to the next. */
export interface Generation {
  readonly number: number;
  readonly end: AbortController;
  readonly url: BaseUrl | BaseUrlProblem;
  readonly version: ApiVersion;
  /** The key, once it has been read. */
  known?: { readonly key: string | undefined };
}

/** A new generation from the current settings. */
export function generationNow(number: number, { baseUrl, apiVersion }: ConnectionPorts): Generation {
  return { number, end: new AbortController(), url: parseBaseUrl(baseUrl.read()), version: apiVersion.read() };
}

/** Whether the settings are still the same as when the generation began. */
export function isAsSet({ url, version }: Generation, { baseUrl, apiVersion }: ConnectionPorts): boolean {
  return nameOf(parseBaseUrl(baseUrl.read())) === nameOf(url) && apiVersion.read() === version;
}

const nameOf = (url: BaseUrl | BaseUrlProblem) => (isBaseUrlProblem(url) ? url : url.text);

/** Aborts the requests of one generation. */
export function endGeneration({ end }: Generation): void {
  end.abort(new DOMException("The connection has changed. Try again.", "AbortError"));
}
