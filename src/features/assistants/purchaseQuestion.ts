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

/** The question to a person before a plan is bought, for doors without their own wording: plain text, no ad content. */
export function purchaseQuestion({ credits, sample, owned, body, purchase }: PurchasePlan): string {
  const price = sample ? `${credits} sample credits? They are not charged.` : `${credits} credits?`;
  const named = (token: string) => platforms.find((platform) => platform.token === token)?.label ?? token;
  const what =
    purchase.of === "search"
      ? [
          `Pages of a search on ${named(purchase.frozen.request.platform)}: ${purchase.pages}. Already owned: ${owned}.`,
          jsonInLines(visible(body ?? "")),
        ]
      : [
          `Details of ads: ${purchase.ads.length}. Already owned: ${owned}.`,
          ...purchase.ads.map(({ platform, id }) => `${named(platform)} ${id}`),
        ];
  return [`Spend up to ${price}`, ...what].join("\n");
}
