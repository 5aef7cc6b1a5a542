import type { AdCard } from "../../src/protocol/ads";
import { countValue } from "./numbers";

const daysInText = /(\d[\d,.\s]*)\s*days?\b/i;

/** Days that an ad has run, where one of the display-ready remarks of its card says so. */
export function daysRunning({ stats, metadata }: AdCard): number | undefined {
  for (const { tooltip, value } of stats) {
    const days = tooltip !== undefined && /\bdays?\b/i.test(tooltip) ? countValue(value) : undefined;
    if (days !== undefined && days >= 0) return days;
  }
  for (const { tooltip = "", values } of metadata) {
    for (const value of values) {
      const text = value.slice(0, 200);
      const digits =
        daysInText.exec(text)?.[1] ?? (/\bdays?\b/i.test(tooltip) ? /^\d[\d,.\s]*$/.exec(text)?.[0] : undefined);
      if (digits !== undefined) return Number(digits.replace(/\D/g, ""));
    }
  }
  return undefined;
}
