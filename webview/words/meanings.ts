import * as l10n from "@vscode/l10n";

/** What a name means that is easily read otherwise; undefined for one that says what it means. */
export function meaningOf(name: string): string | undefined {
  const visits = l10n.t("Visits per month to the whole domain, not from this ad.");
  const meanings: Readonly<Record<string, string>> = {
    [l10n.t("Targeting")]: l10n.t("Who saw the ad, as the library observed it. Not the advertiser's settings."),
    [l10n.t("Monthly traffic")]: visits,
    [l10n.t("Monthly visits")]: visits,
    [l10n.t("Bookmarked")]: l10n.t("Bookmarked in your account with the service. Read only."),
    [l10n.t("Days running")]: l10n.t("As the service counts them."),
  };
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined;
}
