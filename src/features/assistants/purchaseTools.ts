import { exactIfJson, fieldsOf, reservedNames } from "../../api";
import { type AdCard, adKey, type AdRef, type Digits, sampleUrl } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import type { PlatformToken } from "../../protocol/platforms";
import type { SearchPage } from "../../protocol/search";
import { ownership } from "../archive";
import { endOf, stopWords } from "../export";
import { FeatureError } from "../failures";
import type { BodyQuery } from "../forms";
import { foundInEnglish } from "../search";
import { writeSearchFile } from "../searchFiles";
import type { SpendingPlan } from "../wallet";
import { ageText, cardItem } from "./adItems";
import { answer, fitting, type ToolAnswer } from "./answer";
import { buyerOf, planMinutes, type Purchase, type PurchasePlan } from "./purchasePlans";
import type { ToolInput } from "./toolInputs";
import { type DoorFailure, failureAt, parseBody, platformOf, type ToolCall, type ToolPorts, wrong } from "./toolPorts";

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
/** "2 of 3 pages", or "3 pages" if that is all. */
const share = (part: number, all: number, noun: string) =>
  part === all ? counted(all, noun) : `${part} of ${counted(all, noun)}`;

type Input = ToolInput<"plan_purchase">;

/** Checks and prices what an assistant wants to buy. Free. @throws {AdLibraryError | FeatureError} */
export async function planPurchase(ports: ToolPorts, input: Input, call: ToolCall): Promise<ToolAnswer> {
  if ((input.body === undefined) === (input.ad_ids === undefined)) throw wrong("Give either body or ad_ids.");
  return input.ad_ids === undefined ? planSearch(ports, input, call) : planAds(ports, input, input.ad_ids);
}

async function planSearch(
  ports: ToolPorts,
  { platform: name, body: text = "", pages = 1, fresh }: Input,
  call: ToolCall,
) {
  const { search, clients, wallet } = ports.engine;
  const round = await wallet.assistants.round();
  const platform = platformOf(name);
  const body = parseBody(text);
  const omitted = Object.keys(fieldsOf(exactIfJson(text))).filter((name) => reservedNames.includes(name));
  const remarks = [
    ...omitted.map((name) => `warning: the given ${name} is not used, because it is not a filter.`),
    ...(await remarksOn(platform, body, ports, call)),
  ];
  const age = (iso: string) => ageText(iso, ports.now());
  const frozen = await search.freeze(await search.fromBody(platform, body));
  const [listed] = await ownership(search.bought(frozen));
  const newest = listed && (await search.withFound(frozen, listed, Infinity));
  const bought = fresh ? undefined : newest;
  const had = Math.min(pages, newest?.pages ?? 0);
  const purchase: Purchase = {
    ...{ of: "search", frozen, pages },
    ...(bought && { lastHit: bought.lastHit }),
    ...(fresh && { fresh }),
  };
  const plan = ports.plans.add({
    round,
    library: clients.formsName(),
    sample: frozen.address.origin === sampleUrl,
    purchase,
    credits: (bought ? pages - had : pages) * prices.search,
    bought: had,
    body: await search.preview(frozen.query),
    label: frozen.label || frozen.request.body,
  });
  const again = fresh ? " They would be bought again, because fresh is set." : "";
  const from = newest
    ? [`Bought: ${had} of ${pages} pages.${again}`, `Last time: ${foundInEnglish(newest, age)}.`]
    : ["Bought: nothing of this search."];
  return planned(
    ports,
    plan,
    [`Search on ${name}, ${counted(pages, "page")} of up to 18 ads.`, ...from],
    [{ body: plan.body, ...(remarks.length > 0 && { remarks }) }],
  );
}

/** What the search file editor would report about a search. Unlisted items are looked up (free). */
async function remarksOn(
  platform: PlatformToken,
  body: BodyQuery["body"],
  { engine, now }: ToolPorts,
  { signal }: ToolCall,
) {
  const text = writeSearchFile({ platform, body });
  const { problems } = await engine.files.lint(text, { age: (iso) => ageText(iso, now()), signal });
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
}

async function planAds(ports: ToolPorts, { platform: name }: Input, ids: readonly string[]) {
  const { details, clients, wallet } = ports.engine;
  const round = await wallet.assistants.round();
  const platform = platformOf(name);
  if (platform === "mega") throw new FeatureError("noDetails");
  const ads = [...new Set(ids)].map((id): AdRef => ({ platform, id }));
  const bought = new Set(await ownership(details.boughtAmong(ads)));
  const plan = ports.plans.add({
    round,
    library: clients.formsName(),
    sample: clients.libraryName() === sampleUrl,
    purchase: { of: "ads", ads },
    credits: (ads.length - bought.size) * prices.adDetail,
    bought: bought.size,
    label: `${ads.length} ad details on ${name}`,
  });
  return planned(ports, plan, [`Details of ${counted(ads.length, "ad")} on ${name}. Bought: ${bought.size}.`], []);
}

async function planned({ engine }: ToolPorts, plan: PurchasePlan, words: readonly string[], items: readonly unknown[]) {
  const { spent, sample, allowance, stopped } = await engine.wallet.assistants.today();
  const left = stopped ? 0 : Math.max(0, allowance - (plan.sample ? sample : spent));
  const { id, credits, expires, bought } = plan;
  const fits = credits <= left ? "" : " This exceeds the limit, so buying is refused until a person raises it.";
  return answer({
    summary: [
      ...words,
      `Price: at most ${credits} ${plan.sample ? "sample credits, which are not charged" : "credits"}. Assistants may spend ${left} more today.${fits}`,
      `To buy exactly this, once, within ${planMinutes} minutes: buy_plan with plan_id "${id}".`,
    ],
    facts: {
      ...{ plan_id: id, credits, bought, expires, left_for_assistants: left, sample_library: plan.sample },
      allowed: credits <= left,
    },
    items,
  });
}

/** What a purchase has brought so far. */
interface Brought {
  readonly cards: { readonly card: AdCard; readonly fetchedAt: string }[];
  pages: number;
  /** Pages and their ads that could not be stored. */
  readonly lost: { pages: number; ads: number };
  lastHit?: Digits;
  /** Credits of the answers that it paid for. */
  spent: number;
  /** Why it ended early. */
  stopped?: DoorFailure;
  /** Why no further page can be requested, although the service didn't say that none follows; "" if it did. */
  doubt?: string;
}

/** Buys a plan, once. @throws {AdLibraryError | FeatureError} if nothing was bought */
export async function buyPlan(ports: ToolPorts, id: string, call: ToolCall): Promise<ToolAnswer> {
  const plan = ports.plans.take(id);
  const { wallet, clients } = ports.engine;
  if (clients.formsName() !== plan.library) throw new FeatureError("otherLibrary");
  const gate = await gateFor(plan, ports, call);
  const { purchase } = plan;
  const bought =
    purchase.of === "search" ? buySearch(ports, plan, purchase, gate, call) : buyAds(ports, plan, purchase, gate, call);
  const { spent, ...told } = await bought.finally(() => gate?.end());
  const uncertain = (gate?.used ?? 0) - spent;
  const maybe = uncertain > 0 ? `, and ${uncertain} that may have been charged,` : "";
  const { spent: today, sample, allowance } = await wallet.assistants.today();
  const left = Math.max(0, allowance - (plan.sample ? sample : today));
  return answer({
    ...told,
    summary: [
      ...told.summary,
      `Spent: ${spent}${maybe} of at most ${plan.credits} ${plan.sample ? "sample credits, not charged" : "credits"}. Left for assistants today: ${left}.`,
    ],
    facts: { ...told.facts, plan_id: id, spent, uncertain, left_for_assistants: left, sample_library: plan.sample },
  });
}

/** A plan of the wallet for the whole price. @throws {FeatureError} if a limit is exceeded or a person declines */
async function gateFor(plan: PurchasePlan, ports: ToolPorts, { client }: ToolCall) {
  const { credits, label, sample } = plan;
  if (credits === 0) return undefined;
  const gate = await ports.engine.wallet.plan(credits, label, sample, false, buyerOf(plan, ports.door, client));
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
  const { cards, lost, lastHit, spent, stopped, doubt = "" } = brought;
  const [pages, bought] = [brought.pages - lost.pages, cards.length - lost.ads];
  const isBought = lastHit !== undefined && pages > 0;
  if (isBought) ports.plans.keep(id, { frozen, lastHit, pages });
  const now = ports.now();
  // A page's address has the search's body, and thus names that the library gave its filters.
  const page = isBought ? ports.links.page?.(frozen, lastHit, 1) : undefined;
  const rest = [
    ...(page !== undefined && page.length <= mostAddress ? [{ page_1_as_a_resource: page }] : []),
    ...(stopped?.quotes ?? []),
  ];
  const ads = cards.slice(0, 10).map(({ card, fetchedAt }) => cardItem(card, fetchedAt, "short", now));
  const shown = Math.max(0, fitting([...rest, ...ads], "short") - rest.length);
  return {
    spent,
    summary: [
      `Now bought: ${counted(bought, "ad")} on ${share(pages, purchase.pages, "page")}.`,
      ...notStoredLine(lost.pages),
      ...stoppedLine(stopped),
      ...(doubt === "" ? [] : [doubt]),
      ...(isBought ? [`All of them: search_bought_ads with plan_id "${id}".`] : []),
    ],
    facts: { pages, ads: bought, ...factsOf(lost.pages, stopped) },
    items: [...ads.slice(0, shown), ...rest],
  };
}

/** Bought pages come from the archive; the others through the gate, one after the other. */
async function pagesOf(
  ports: ToolPorts,
  purchase: Of<"search">,
  gate: SpendingPlan | undefined,
  { signal, progress }: ToolCall,
): Promise<Brought> {
  const { search } = ports.engine;
  const { frozen, pages, fresh } = purchase;
  // Another plan, client, or window may have bought it since it was planned.
  const lastHit = purchase.lastHit ?? (fresh ? undefined : (await ownership(search.bought(frozen)))[0]?.lastHit);
  const bought = lastHit === undefined ? [] : (await ownership(search.boughtPages(frozen, lastHit))).slice(0, pages);
  const cards = bought.flatMap(({ ads, fetchedAt }) => ads.map((card) => ({ card, fetchedAt })));
  const brought: Brought = {
    ...{ cards, pages: bought.length, lost: { pages: 0, ads: 0 }, spent: 0 },
    ...(lastHit !== undefined && bought.length > 0 && { lastHit }),
  };
  const since = fresh ? undefined : "";
  let last: Pick<SearchPage, "hasNextPage" | "doubts"> | undefined = bought.at(-1);
  let more = last?.hasNextPage ?? true;
  while (gate && more && brought.pages < pages && gate.left >= prices.search) {
    const cursor = brought.pages === 0 ? undefined : { page: brought.pages + 1, lastHit: brought.lastHit ?? "" };
    const before = gate.used;
    try {
      const { content, answer: got, kept, bought: free } = await search.fetch(frozen, cursor, signal, gate, since);
      if (!free) brought.spent += Math.min(prices.search, gate.used - before);
      if (content.lastHit !== undefined) brought.lastHit ??= content.lastHit;
      cards.push(...content.ads.map((card) => ({ card, fetchedAt: got.receivedAt })));
      brought.pages += 1;
      if (kept) progress?.(brought.pages - brought.lost.pages, pages);
      else {
        brought.lost.pages += 1;
        brought.lost.ads += content.ads.length;
      }
      last = content;
      more = content.hasNextPage && brought.lastHit !== undefined;
    } catch (error) {
      if (brought.pages === bought.length) throw error;
      return { ...brought, stopped: failureAt(ports, error) };
    }
  }
  const end = last && brought.pages < pages ? endOf(last) : undefined;
  return { ...brought, ...(end && { doubt: stopWords[end]() }) };
}

async function buyAds(
  ports: ToolPorts,
  { library }: PurchasePlan,
  { ads }: Of<"ads">,
  gate: SpendingPlan | undefined,
  { signal, progress }: ToolCall,
) {
  const { details } = ports.engine;
  const bought = new Set(await ownership(details.boughtAmong(ads)));
  let [fetched, lost, spent, stopped]: [number, number, number, DoorFailure | undefined] = [0, 0, 0, undefined];
  for (const ad of ads) {
    if (bought.has(adKey(ad)) || !gate) continue;
    const before = gate.used;
    try {
      const { kept, bought: free } = await details.fetch(ad, signal, gate, { library });
      if (!free) spent += Math.min(prices.adDetail, gate.used - before);
      fetched += 1;
      if (kept) progress?.(bought.size + fetched - lost, ads.length);
      else lost += 1;
    } catch (error) {
      if (fetched === 0) throw error;
      stopped = failureAt(ports, error);
      break;
    }
  }
  const now = bought.size + fetched - lost;
  return {
    spent,
    summary: [
      `Now bought: the details of ${share(now, ads.length, "ad")}. Read them with read_bought_ad.`,
      ...notStoredLine(lost),
      ...stoppedLine(stopped),
    ],
    facts: { details: now, ...factsOf(lost, stopped) },
    items: stopped?.quotes ?? [],
  };
}

const notStoredLine = (lost: number) =>
  lost === 0
    ? []
    : [
        `Paid for, but not stored in the archive: ${counted(lost, "answer")}. Nothing else is bought until storing works.`,
      ];

const factsOf = (lost: number, stopped?: DoorFailure) => ({
  ...(lost > 0 && { not_stored: lost }),
  ...(stopped && { stopped: stopped.words }),
});

const stoppedLine = (stopped?: DoorFailure) =>
  stopped ? [`Stopped: ${stopped.words} Requests with an uncertain outcome are not repeated automatically.`] : [];
