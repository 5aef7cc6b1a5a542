import * as l10n from "@vscode/l10n";
import type { Count } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { seenText } from "../charts/seenText";
import { countValue, formatCount } from "../charts/numbers";
import type { ShownAd } from "../state/results";
import { statName, statNames } from "../state/view";

/** One fact over the ads side by side. */
export interface ComparedRow {
  readonly name: string;
  readonly values: readonly (string | undefined)[];
  /** Position of the largest number, where the row has different numbers. */
  readonly best?: number;
}

function counts(name: string, values: readonly (Count | undefined)[]): ComparedRow {
  const numbers = values.map(countValue);
  const known = numbers.filter((value) => value !== undefined);
  const largest = Math.max(...known);
  const distinct = new Set(known).size > 1;
  const shown = values.map((value) => (value === undefined ? undefined : formatCount(value)));
  return { name, values: shown, ...(distinct && { best: numbers.indexOf(largest) }) };
}

function remarkNames(ads: readonly ShownAd[]): readonly string[] {
  return [...new Set(ads.flatMap(({ card }) => card.metadata.flatMap(({ tooltip }) => tooltip ?? [])))];
}

function cardRows(ads: readonly ShownAd[]): readonly ComparedRow[] {
  const cards = ads.map(({ card }) => card);
  return [
    ...statNames(ads).map((name) =>
      counts(
        plainLabel(name),
        cards.map((card) => card.stats.find((stat) => statName(stat) === name)?.value),
      ),
    ),
    counts(
      l10n.t("Monthly traffic"),
      cards.map((card) => card.monthlyTraffic),
    ),
    { name: l10n.t("Leads to"), values: cards.map(({ displayUrl }) => displayUrl && plainLabel(displayUrl, 120)) },
    { name: l10n.t("Last seen, when searched"), values: cards.map(({ lastSeen }) => lastSeen && seenText(lastSeen)) },
    ...remarkNames(ads).map((name) => ({
      name: plainLabel(name),
      values: cards.map(({ metadata }) => {
        const found = metadata.find(({ tooltip }) => tooltip === name);
        return found && plainLabel(found.values.slice(0, 30).join(", "), 200);
      }),
    })),
  ];
}

/** Every fact that at least one of the ads has on its card. */
export function comparedRows(ads: readonly ShownAd[]): readonly ComparedRow[] {
  return cardRows(ads).filter(({ values }) => values.some((value) => value !== undefined && value !== ""));
}
