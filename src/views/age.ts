import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { timeAgo } from "../features/text";

/** How long ago an ISO time was, in the words of VS Code's language. */
export const age = (iso: string) => timeAgo(iso, { language: vscode.env.language, justNow: l10n.t("just now") });

/** An ISO time on this machine's clock; `medium` shows its seconds. */
export const moment = (iso: string, timeStyle: "short" | "medium" = "short") =>
  new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle });
