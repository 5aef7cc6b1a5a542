import { locale } from "../charts/locale";

const rules = new Map<string, Intl.PluralRules>();

/** The form of a text that a count takes in the page's language; `other` if a translation has no such form. */
export function plural(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): string {
  const known = rules.get(locale()) ?? new Intl.PluralRules(locale());
  rules.set(locale(), known);
  return forms[known.select(count)] ?? forms.other;
}
