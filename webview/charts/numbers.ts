import * as l10n from "@vscode/l10n";
import { type Count, countValue, isDigits } from "../../src/protocol/ads";
import { plainLabel } from "./label";
import { perLocale } from "./locale";

type Kind = "exact" | "compact" | "percent" | "scientific" | "whole";

const options: Record<Kind, Intl.NumberFormatOptions> = {
  exact: { maximumFractionDigits: 2 },
  compact: { notation: "compact", maximumFractionDigits: 1 },
  percent: { style: "unit", unit: "percent", maximumFractionDigits: 1 },
  scientific: { notation: "scientific", maximumFractionDigits: 2 },
  whole: { maximumFractionDigits: 0 },
};
const formatter = perLocale((language, kind: Kind) => new Intl.NumberFormat(language, options[kind]));

/** Whether a service's `value_type` says that values are percentages (0 to 100). */
export function isPercentage(unit: string | undefined): boolean {
  return unit !== undefined && /^(percent(age)?|%)$/i.test(unit.trim());
}

/** The value in full, grouped, with a percent sign where the unit says so; "-" if it is not a number. */
export function formatNumber(value: number | undefined, unit?: string): string {
  if (value === undefined || !Number.isFinite(value)) return "-";
  if (Math.abs(value) >= 1e15) return formatter("scientific").format(value);
  return formatter(isPercentage(unit) ? "percent" : "exact").format(value);
}

/** The value in a few characters ("4.2K"), for axes, bars and sentences. */
export function formatCompact(value: number | undefined, unit?: string): string {
  if (value === undefined || !Number.isFinite(value)) return "-";
  if (Math.abs(value) >= 1e15) return formatter("scientific").format(value);
  return formatter(isPercentage(unit) ? "percent" : "compact").format(value);
}

/** A share of a whole, `part` in 0 to 1, as a percent text without false precision. */
export function formatShare(part: number): string {
  if (part > 0 && part < 0.01) return `< ${formatter("percent").format(1)}`;
  if (part < 1 && part > 0.99) return `> ${formatter("percent").format(99)}`;
  return formatter("percent").format(Math.round(part * 100));
}

/** Every digit of a count, grouped, even beyond 2^53; a text that is not an integer is shown unchanged. */
export function formatCount(count: Count | undefined): string {
  if (count === undefined) return "-";
  if (typeof count === "number") return formatNumber(count);
  if (!isDigits(count)) return plainLabel(count, 40);
  return formatter("whole").format(BigInt(count));
}

export { countValue };

/** What was sent in place of a number, if that is what a count is. */
export const sentText = (count: Count | undefined): string | undefined =>
  typeof count === "string" && countValue(count) === undefined ? formatCount(count) : undefined;

/** What a chart without a number shows, in a sentence. */
export const noValues = (wereSent: boolean): string =>
  wereSent ? l10n.t("No value can be read. The table shows what was sent.") : l10n.t("No values.");

/** A count in a few characters; one that could not be read as it was sent. */
export function compactCount(count: Count): string {
  const value = countValue(count);
  return value === undefined ? formatCount(count) : formatCompact(value);
}

/** The nearest value that can be drawn: differences of greater ones overflow, steps between smaller ones vanish. */
export function drawable(value: number): number {
  return Math.abs(value) < 1e-250 ? 0 : Math.min(1e307, Math.max(-1e307, value));
}
