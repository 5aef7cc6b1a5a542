// One window that buys what it is told, and is asked before each purchase: `FOLDER URL KEY`. It sends "asked" when a
// person would be asked, and then whether what it got was bought.
import { openStack } from "./stack";

/** What a window buys: the first page of all ads of Native, a later page (also by a plan), or an ad's detail. */
export type Purchase =
  | { readonly what: "search"; readonly lastHit?: string; readonly page?: number }
  | { readonly what: "planned"; readonly lastHit: string; readonly page: number }
  | { readonly what: "detail"; readonly id: string; readonly refresh: boolean };

/** What the window sends of a purchase. */
export interface Bought {
  readonly bought: boolean;
  readonly lastHit?: string;
  /** IDs of the ads of a page. */
  readonly ids?: readonly string[];
  /** Credits of the plan that were used. */
  readonly used?: number;
}

const [folder = "", url = "", key = ""] = process.argv.slice(2);
const never = new AbortController().signal;
const confirm = () => Promise.resolve(process.send?.("asked") ?? false);
const stack = openStack(folder, url, key, { confirmAbove: 0 }, confirm);

async function buy(purchase: Purchase): Promise<Bought> {
  if (purchase.what === "detail") {
    return {
      bought: (await stack.details.detail({ platform: "native", id: purchase.id }, purchase.refresh, never)).bought,
    };
  }
  const { lastHit, page = 1 } = purchase;
  const frozen = await stack.search.freeze(await stack.search.fromBody("native", {}));
  if (purchase.what === "planned") {
    const plan = (await stack.wallet.plan(100, "a page"))!;
    const { bought = false } = await stack.search.fetch(frozen, { lastHit: purchase.lastHit, page }, never, plan);
    return { bought, used: plan.used };
  }
  const found = await stack.search.search(frozen, lastHit === undefined ? undefined : { lastHit, page }, never);
  const ids = found.ads.flatMap(({ id }) => id ?? []);
  return { bought: found.bought, ids, ...(found.lastHit !== undefined && { lastHit: found.lastHit }) };
}

process.on("message", (purchase: Purchase) => void buy(purchase).then((bought) => process.send?.(bought)));
process.on("disconnect", () => void stack.close().then(() => process.exit()));
