import * as l10n from "@vscode/l10n";
import type { RecentSearches } from "../../features/searches";
import { prices } from "../../protocol/credits";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { age } from "../age";
import { checkOffered } from "../lacking";
import { noIcons } from "../noIcons";
import type { StepEnd } from "./steps";
import { textOrRecentStep } from "./textOrRecentStep";

/** What to search a platform for: words, or the body of a search that ran before. */
export type What = { readonly text: string } | { readonly body: unknown };

/**
 * Asks for words, offering the platform's earlier searches; Enter shows its price. `step`: a platform was asked first.
 */
export async function askWhat(recent: RecentSearches, platform: PlatformToken, step: boolean): Promise<StepEnd<What>> {
  checkOffered(platform);
  const label = platforms.find(({ token }) => token === platform)?.label ?? platform;
  const before = (await recent.list()).filter((each) => each.platform === platform && !isAll(each.body));
  const price = l10n.t("{0} credits", prices.search);
  const ended = await textOrRecentStep({
    title:
      platform === "mega"
        ? l10n.t("Search all platforms (press Enter to search for {0} credits)", prices.search)
        : l10n.t("Search {0} (press Enter to search for {1} credits)", label, prices.search),
    placeholder: l10n.t("Words to search for, or leave empty for all ads"),
    ...(step && { step: 2, totalSteps: 2 }),
    recent: before.map((each) => ({ label: each.label, description: `${age(each.at)}, ${price}`, search: each.body })),
    rowFor: (text) => ({
      label: text === "" ? l10n.t("All ads") : l10n.t("Search for “{0}”", noIcons(text)),
      description: price,
    }),
  });
  if (typeof ended === "string") return ended;
  return { value: "recent" in ended.value ? { body: ended.value.recent } : ended.value };
}

function isAll(body: object): boolean {
  return Object.keys(body).length === 0;
}
