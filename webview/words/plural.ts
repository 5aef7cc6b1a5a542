import { locale } from "../charts/locale";

const rules = new Map<string, Intl.PluralRules>();

/** The text that goes with a count in the page's language; `other` if a translation has none for it. */
export function plural(
  count: number,
  texts: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): string {
  const known = rules.get(locale()) ?? new Intl.PluralRules(locale());
  rules.set(locale(), known);
  return texts[known.select(count)] ?? texts.other;
}
