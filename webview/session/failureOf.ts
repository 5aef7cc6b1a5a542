import * as l10n from "@vscode/l10n";
import type { Failure } from "../../src/protocol/failure";
import { AskFailed } from "../host";

/** Any thrown value as a failure that can be shown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AskFailed) return error.failure;
  const message = l10n.t("Something went wrong in this panel. Close it and open it again.");
  return { code: "unexpected", charge: "unknown", message, next: "showLog", specifics: String(error).slice(0, 500) };
}
