import * as l10n from "@vscode/l10n";
import type { FilterForm } from "./filters";
import type { PlatformToken } from "./platforms";
import { readableName } from "./readableName";

/**
 * What a person should know of a platform before reading its ads, as far as the contract says it and the form's filters
 * list it.
 * @param form its filters, if they are known
 */
export function aboutPlatform(token: PlatformToken, form?: Pick<FilterForm, "filters">): readonly string[] {
  if (token === "mega")
    return [
      l10n.t(
        "The collection of a paid service, not the platforms' own transparency libraries. It has no spend, no payer, and no total, and lacks ads that it never collected.",
      ),
    ];
  if (token !== "facebook" && token !== "meta") return [];
  return [
    l10n.t("Facebook and Meta are two families of one social network. Only Meta's cards say whether an ad is active."),
    ...(form ? [instagramIn(form)] : []),
  ];
}

function instagramIn({ filters }: Pick<FilterForm, "filters">): string {
  const listing = filters.find(({ items }) => items.some(({ label = "" }) => /instagram/i.test(label)));
  return listing
    ? l10n.t("For ads on Instagram, use the filter {0}.", listing.label ?? readableName(listing.key))
    : l10n.t("The service doesn't say which ads are on Instagram.");
}
