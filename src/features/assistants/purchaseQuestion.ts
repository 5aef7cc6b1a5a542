import * as l10n from "@vscode/l10n";
import { platforms } from "../../protocol/platforms";
import { visible } from "./fence";
import { jsonInLines } from "./jsonInLines";
import type { ToolPorts } from "./answer";
import type { PurchasePlan } from "./purchasePlans";

export interface PurchaseQuestion {
  /** The plan in question. */
  readonly id: string;
  readonly text: string;
}

/** Whether the allowance permits buying it: there is no point in asking about a purchase that is refused anyway. */
export async function canBeBought({ engine }: ToolPorts, { credits, sample }: PurchasePlan): Promise<boolean> {
  const today = await engine.wallet.assistants.today();
  return credits > 0 && !today.stopped && credits <= today.allowance - (sample ? today.sample : today.spent);
}

/** What a plan buys, in a sentence or two. */
export function purchaseWords({ purchase, owned }: PurchasePlan): string {
  const have = owned === 0 ? [] : [l10n.t("You already own {0}.", owned)];
  if (purchase.of === "ads") {
    const count = purchase.ads.length;
    return [count === 1 ? l10n.t("The details of 1 ad.") : l10n.t("The details of {0} ads.", count), ...have].join(" ");
  }
  const { pages, frozen } = purchase;
  const name = platformName(frozen.request.platform);
  const what =
    pages === 1 ? l10n.t("A search on {0}: 1 page.", name) : l10n.t("A search on {0}: {1} pages.", name, pages);
  return [what, ...have].join(" ");
}

/** What exactly a plan sends: the body of a search, or the platform and ID of each ad. Plain text, no ad content. */
export function purchaseContent({ purchase, body }: PurchasePlan): string {
  if (purchase.of === "search") return jsonInLines(visible(body ?? ""));
  return purchase.ads.map(({ platform, id }) => `${platformName(platform)} ${id}`).join("\n");
}

/** The question to a person before a plan is bought. */
export const purchasePrice = ({ credits, sample }: PurchasePlan) =>
  sample
    ? l10n.t("Spend up to {0} sample credits? You won't be charged.", credits.toLocaleString())
    : l10n.t("Spend up to {0} credits?", credits.toLocaleString());

/** Question, words, and content, for doors that show plain text. */
export const purchaseQuestion = (plan: PurchasePlan) =>
  [purchasePrice(plan), purchaseWords(plan), purchaseContent(plan)].join("\n");

function platformName(token: string): string {
  if (token === "mega") return l10n.t("all platforms");
  return platforms.find((platform) => platform.token === token)?.label ?? token;
}
