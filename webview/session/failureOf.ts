import * as l10n from "@vscode/l10n";
import type { Failure } from "../../src/protocol/failure";
import { AskFailed } from "../host";

/** Any thrown value as a failure that can be shown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AskFailed) return error.failure;
  const message = l10n.t("Something went wrong in this panel. Close it and open it again.");
  return { code: "unexpected", charge: "unknown", message, next: "showLog", specifics: String(error).slice(0, 500) };
}

/** Why nothing is searched or shown while another search is on its way. */
export const stillSearching = (): Failure => ({
  code: "notSent",
  charge: "none",
  message: l10n.t(
    "Another search is running in this tab. Nothing was sent or charged for this one. Wait until it is done, then try again.",
  ),
});
