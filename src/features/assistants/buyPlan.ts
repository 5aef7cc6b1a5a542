import { prices } from "../../protocol/credits";
import type { AdCard, Digits } from "../../protocol/ads";
import { FeatureError } from "../failures";
import { ownership } from "../archive";
import type { SpendingPlan } from "../wallet";
import { cardItem } from "./adItems";
import { answer, type DoorFailure, failureAt, fitting, type ToolAnswer } from "./answer";
import type { ToolPorts, ToolCall } from "./answer";
import type { Purchase, PurchasePlan } from "./purchasePlans";

/** What a purchase has brought so far. */
interface Brought {
  readonly cards: { readonly card: AdCard; readonly fetchedAt: string }[];
  pages: number;
  lastHit?: Digits;
  /** Why it ended early. */
  stopped?: DoorFailure;
}

/** Buys a plan, once. @throws {AdLibraryError | FeatureError} if nothing was bought */
export async function buyPlan(ports: ToolPorts, id: string, call: ToolCall): Promise<ToolAnswer> {
  const plan = ports.plans.take(id);
  const { wallet, clients } = ports.engine;
  if (clients.formsName() !== plan.library) throw new FeatureError("otherLibrary");
  const gate = await gateFor(plan, ports, call);
  const { purchase } = plan;
  const told =
    purchase.of === "search"
      ? await buySearch(ports, plan, purchase, gate, call)
      : await buyAds(ports, purchase, gate, call);
  const spent = gate?.used ?? 0;
  const { spent: today, sample, allowance } = await wallet.assistants.today();
  const left = Math.max(0, allowance - (plan.sample ? sample : today));
  return answer({
    ...told,
    summary: [
      ...told.summary,
      `Spent: ${spent} of at most ${plan.credits} ${plan.sample ? "sample credits, not charged" : "credits"}. Left for assistants today: ${left}.`,
    ],
    facts: { ...told.facts, plan_id: id, spent, left_for_assistants: left, sample_library: plan.sample },
  });
}

/** A plan of the wallet for the whole price. @throws {FeatureError} if a limit is exceeded or a person declines */
async function gateFor({ credits, label, sample, made }: PurchasePlan, ports: ToolPorts, { client }: ToolCall) {
  if (credits === 0) return undefined;
  const by = { door: ports.door, client: client.slice(0, 200), tool: "buy_plan", since: made } as const;
  const gate = await ports.engine.wallet.plan(credits, label, sample, false, by);
  if (!gate) throw new FeatureError("declined");
  return gate;
}

/** The longest address of a page that an answer has, in characters. */
const mostAddress = 2_000;

type Of<K extends Purchase["of"]> = Extract<Purchase, { readonly of: K }>;

async function buySearch(
  ports: ToolPorts,
  { id }: PurchasePlan,
  purchase: Of<"search">,
  gate: SpendingPlan | undefined,
  call: ToolCall,
) {
  const { frozen } = purchase;
  const brought = await pagesOf(ports, purchase, gate, call);
  const { cards, pages, lastHit, stopped } = brought;
  if (lastHit !== undefined) ports.plans.keep(id, { frozen, lastHit, pages });
  const now = ports.now();
  // A page's address has the search's body, and thus names that the library gave its filters.
  const page = lastHit === undefined ? undefined : ports.links.page?.(frozen, lastHit, 1);
  const rest = [
    ...(page !== undefined && page.length <= mostAddress ? [{ page_1_as_a_resource: page }] : []),
    ...(stopped?.quotes ?? []),
  ];
  const ads = cards.slice(0, 10).map(({ card, fetchedAt }) => cardItem(card, fetchedAt, "short", now));
  const shown = Math.max(0, fitting([...rest, ...ads], "short") - rest.length);
  return {
    summary: [
      `Now owned: ${cards.length} ads on ${pages} of ${purchase.pages} pages.`,
      ...stoppedLine(stopped),
      ...(lastHit === undefined ? [] : [`All of them: search_owned_ads with plan_id "${id}".`]),
    ],
    facts: { pages, ads: cards.length, ...(stopped && { stopped: stopped.words }) },
    items: [...ads.slice(0, shown), ...rest],
  };
}

/** Owned pages come from the archive; the others through the gate, one after the other. */
async function pagesOf(
  ports: ToolPorts,
  purchase: Of<"search">,
  gate: SpendingPlan | undefined,
  { signal }: ToolCall,
): Promise<Brought> {
  const { search } = ports.engine;
  const { frozen, pages, fresh } = purchase;
  // Another plan, client, or window may have bought it since it was planned.
  const lastHit = purchase.lastHit ?? (fresh ? undefined : (await ownership(search.owned(frozen)))[0]?.lastHit);
  const owned = lastHit === undefined ? [] : (await ownership(search.ownedPages(frozen, lastHit))).slice(0, pages);
  const cards = owned.flatMap(({ ads, fetchedAt }) => ads.map((card) => ({ card, fetchedAt })));
  const brought: Brought = {
    cards,
    pages: owned.length,
    ...(lastHit !== undefined && owned.length > 0 && { lastHit }),
  };
  let more = owned.at(-1)?.hasNextPage ?? true;
  while (gate && more && brought.pages < pages && gate.left >= prices.search) {
    const cursor = brought.pages === 0 ? undefined : { page: brought.pages + 1, lastHit: brought.lastHit ?? "" };
    try {
      const { content, answer: got, lasting } = await search.fetch(frozen, cursor, signal, gate);
      await lasting;
      if (content.lastHit !== undefined) brought.lastHit ??= content.lastHit;
      cards.push(...content.ads.map((card) => ({ card, fetchedAt: got.receivedAt })));
      brought.pages += 1;
      more = content.hasNextPage && brought.lastHit !== undefined;
    } catch (error) {
      if (brought.pages === owned.length) throw error;
      return { ...brought, stopped: failureAt(ports, error) };
    }
  }
  return brought;
}

async function buyAds(ports: ToolPorts, { ads }: Of<"ads">, gate: SpendingPlan | undefined, { signal }: ToolCall) {
  const { details } = ports.engine;
  const owned = new Set(await ownership(details.ownedAmong(ads)));
  let [bought, stopped]: [number, DoorFailure | undefined] = [0, undefined];
  for (const ad of ads) {
    if (owned.has(`${ad.platform}:${ad.id}`) || !gate) continue;
    try {
      await details.fetch(ad, signal, gate);
      bought += 1;
    } catch (error) {
      if (bought === 0) throw error;
      stopped = failureAt(ports, error);
      break;
    }
  }
  return {
    summary: [
      `Now owned: the details of ${owned.size + bought} of ${ads.length} ads. Read them with read_owned_ad.`,
      ...stoppedLine(stopped),
    ],
    facts: { details: owned.size + bought, ...(stopped && { stopped: stopped.words }) },
    items: stopped?.quotes ?? [],
  };
}

const stoppedLine = (stopped?: DoorFailure) =>
  stopped ? [`Stopped: ${stopped.words} Requests with an uncertain outcome are not repeated automatically.`] : [];
