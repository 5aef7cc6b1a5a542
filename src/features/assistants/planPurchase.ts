import { parseExact, writeExact } from "../../api";
import type { AdRef } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { defaultSegments, type PlatformToken } from "../../protocol/platforms";
import { sampleUrl } from "../connection";
import { FeatureError } from "../failures";
import { ownership } from "../archive";
import { queryLabel } from "../search";
import { type BodyQuery, readForeignBody, readPlatform } from "../forms";
import { ageText } from "./adItems";
import { answer, type ToolAnswer } from "./answer";
import type { ToolPorts, ToolCall } from "./answer";
import { planMinutes, type Purchase, type PurchasePlan } from "./purchasePlans";
import type { ToolInput } from "./toolInputs";

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
  const { search, clients } = ports.engine;
  const platform = platformOf(name);
  const body = parseBody(text);
  const remarks = await remarksOn(platform, body, ports, call);
  const age = (iso: string) => ageText(iso, ports.now());
  const frozen = await search.freeze(await search.fromBody(platform, body));
  const [newest] = await ownership(search.owned(frozen));
  const owned = fresh ? undefined : newest;
  const had = Math.min(pages, newest?.pages ?? 0);
  const purchase: Purchase = {
    ...{ of: "search", frozen, pages },
    ...(owned && { lastHit: owned.lastHit }),
    ...(fresh && { fresh }),
  };
  const plan = ports.plans.add({
    library: clients.formsName(),
    sample: frozen.address.origin === sampleUrl,
    purchase,
    credits: (owned ? pages - had : pages) * prices.search,
    owned: had,
    body: await search.preview(frozen.query),
    label: queryLabel(frozen.query) || frozen.request.body,
  });
  const again = fresh ? " They would be bought again, because fresh is set." : "";
  const from = newest
    ? [`Owned: ${had} of ${pages} pages, fetched ${age(newest.fetchedAt)}.${again}`]
    : ["Owned: nothing of this search."];
  return planned(
    ports,
    plan,
    [`Search on ${name}, ${pages === 1 ? "1 page" : `${pages} pages`} of up to 18 ads.`, ...from],
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
  const text = writeExact({ platform: defaultSegments[platform], body });
  const { problems } = await engine.files.lint(text, { age: (iso) => ageText(iso, now()), signal });
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
}

async function planAds(ports: ToolPorts, { platform: name }: Input, ids: readonly string[]) {
  const { details, clients } = ports.engine;
  const platform = platformOf(name);
  if (platform === "mega") throw new FeatureError("noDetails");
  const ads = [...new Set(ids)].map((id): AdRef => ({ platform, id }));
  const owned = new Set(await ownership(details.ownedAmong(ads)));
  const plan = ports.plans.add({
    library: clients.formsName(),
    sample: clients.libraryName() === sampleUrl,
    purchase: { of: "ads", ads },
    credits: (ads.length - owned.size) * prices.adDetail,
    owned: owned.size,
    label: `${ads.length} ad details on ${name}`,
  });
  return planned(ports, plan, [`Details of ${ads.length} ads on ${name}. Owned: ${owned.size}.`], []);
}

async function planned({ engine }: ToolPorts, plan: PurchasePlan, words: readonly string[], items: readonly unknown[]) {
  const { spent, sample, allowance, stopped } = await engine.wallet.assistants.today();
  const left = stopped ? 0 : Math.max(0, allowance - (plan.sample ? sample : spent));
  const { id, credits, expires, owned } = plan;
  const fits = credits <= left ? "" : " This exceeds the limit, so buying is refused until a person raises it.";
  return answer({
    summary: [
      ...words,
      `Price: at most ${credits} ${plan.sample ? "sample credits, which are not charged" : "credits"}. Assistants may spend ${left} more today.${fits}`,
      `To buy exactly this, once, within ${planMinutes} minutes: buy_plan with plan_id "${id}".`,
    ],
    facts: { plan_id: id, credits, owned, expires, left_for_assistants: left, sample_library: plan.sample },
    items,
  });
}

/** The token of a platform's name. */
export function platformOf(name: string): PlatformToken {
  const platform = readPlatform(name);
  if (!platform) throw wrong("There is no such platform.");
  return platform;
}

/** A body as a model sent it. @throws {FeatureError} `invalidRequest` */
export function parseBody(text: string) {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    throw wrong("body must be JSON text.");
  }
  const body = readForeignBody(value);
  if (!body) throw wrong("body must be a JSON object that is not too deep or too large.");
  return body;
}

export const wrong = (specifics: string) => new FeatureError("invalidRequest", { specifics });
