import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { plural } from "./plural";

/** A number of days in words: "1 day", "2 days". */
export function daysText(days: number): string {
  const count = formatNumber(days);
  return plural(days, { one: l10n.t("{0} day", count), other: l10n.t("{0} days", count) });
}
