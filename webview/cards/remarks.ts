import * as l10n from "@vscode/l10n";
import type { AdCard, Metadatum } from "../../src/protocol/ads";
import { readableName } from "../../src/protocol/readableName";
import { plainLabel } from "../charts/label";
import { formatNumber } from "../charts/numbers";
import { codeKind, namedCode } from "../words/codeNames";
import { daysText } from "../words/time";

/** A remark of a card: a self-explanatory text, or a name and a text. */
export interface CardRemark {
  readonly name?: string;
  readonly text: string;
  /** Everything that the service said, codes included. */
  readonly title: string;
  readonly active?: boolean;
}

/** How many texts of one remark are shown before "and N more". */
const shownTexts = 2;

/** A card's remarks: whether it runs, where, in which language, for how long, then the others by name. */
export function cardRemarks({ active, metadata }: AdCard): readonly CardRemark[] {
  const ordered = [...metadata].sort(
    (a, b) => remarkRank(a) - remarkRank(b) || (a.tooltip ?? "").localeCompare(b.tooltip ?? ""),
  );
  const remarks = ordered.map(remarkOf).filter(({ text, name }) => text !== "" || name !== undefined);
  if (active === undefined) return remarks;
  const text = active ? l10n.t("Active") : l10n.t("Inactive");
  return [{ text, title: text, active }, ...remarks];
}

function remarkRank({ tooltip, values }: Metadatum): number {
  const kind = codeKind(tooltip);
  if (kind !== undefined) return kind === "region" ? 0 : 1;
  return daysIn({ ...(tooltip !== undefined && { tooltip }), values }) === undefined ? 3 : 2;
}

/** Days of a remark such as "Days running: 12 days"; undefined if it says something else. */
function daysIn({ tooltip = "", values }: Metadatum): number | undefined {
  const [only, ...others] = values;
  if (only === undefined || others.length > 0) return undefined;
  const [, digits, unit] = /^\s*(\d{1,6})\s*(days?)?\s*$/i.exec(only) ?? [];
  if (digits === undefined || (unit === undefined && !/\bdays?\b/i.test(tooltip))) return undefined;
  return Number(digits);
}

/** A remark's texts, made readable: countries and languages by name. */
export function remarkTexts({ tooltip, values }: Metadatum): readonly string[] {
  const days = daysIn({ ...(tooltip !== undefined && { tooltip }), values });
  if (days !== undefined) return [daysText(days)];
  return values.map((value) => namedCode(codeKind(tooltip), plainLabel(value)).name);
}

function remarkOf(remark: Metadatum): CardRemark {
  const { tooltip, values } = remark;
  const name = tooltip === undefined ? undefined : readableName(plainLabel(tooltip));
  const kind = codeKind(tooltip);
  const exact = values.slice(0, 50).map((value) => {
    const { name: text, code } = namedCode(kind, plainLabel(value));
    return code === undefined ? text : `${text} (${code})`;
  });
  const title = plainLabel([name, exact.join(", ")].filter(Boolean).join(": "), 300);
  const days = daysIn(remark);
  if (days !== undefined) {
    const running = name === undefined || /running/i.test(name);
    return running ? { text: runningText(days), title } : { name, text: daysText(days), title };
  }
  if (kind !== undefined || name === undefined) return { text: shortened(remarkTexts(remark)), title };
  const [only, ...others] = values;
  // A plain yes needs only the remark's name.
  if (only !== undefined && others.length === 0 && /^true$/i.test(only)) return { text: name, title };
  const text = values.length === 1 && /^false$/i.test(only ?? "") ? l10n.t("no") : shortened(remarkTexts(remark));
  return { name, text, title };
}

function runningText(days: number): string {
  return l10n.t("Running for {0}", daysText(days));
}

function shortened(texts: readonly string[]): string {
  const shown = texts.slice(0, shownTexts).join(", ");
  const more = texts.length - shownTexts;
  return more > 0 ? l10n.t("{0} +{1}", shown, formatNumber(more)) : shown;
}
