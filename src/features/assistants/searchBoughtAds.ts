import type { AdOrder, BoughtCriteria } from "../archive";
import { ownersNamed } from "../lens";
import { advertiserNews, comparedWords } from "../watches";
import { isNewState } from "../../protocol/runs";
import type { CreativeGroup } from "../../protocol/lens";
import type { AdOwner, Grouping, BoughtAd } from "../../protocol/bought";
import { cardItem } from "./adItems";
import { answer, clippedTo, fitting, mostItemBytes, type ToolAnswer } from "./answer";
import type { ToolInput } from "./toolInputs";
import { platformOf, type ToolCall, type ToolPorts, wrong } from "./toolPorts";

type Find = ToolInput<"search_bought_ads">;

/** What to find, and what a person's decision adds to it. */
type Wanted = Find & { readonly one?: readonly AdOwner[] };

/** Finds, sorts, or counts bought ads, or lists those of a plan. Free and offline. */
export async function searchBoughtAds(ports: ToolPorts, asked: Find, { signal }: ToolCall): Promise<ToolAnswer> {
  const one = await joinedBy(ports, asked);
  const input: Wanted = { ...asked, ...(one.length > 1 && { one }) };
  const { group_by, sort_by, ascending, plan_id, cursor } = input;
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw wrong("This cursor is not from search_bought_ads.");
  if (plan_id !== undefined && (group_by ?? sort_by ?? ascending) !== undefined)
    throw wrong("The ads of a plan come in its own order. Leave out group_by, sort_by, and ascending.");
  if (group_by === undefined) return listed(ports, input);
  if ((sort_by ?? ascending) !== undefined)
    throw wrong("Groups have their own order: the largest first, weeks newest first. Leave out sort_by and ascending.");
  if (group_by === "change") return changes(ports, asked, signal);
  return group_by === "creative" ? creatives(ports, input, signal) : grouped(ports, input, group_by);
}

async function listed(ports: ToolPorts, input: Wanted): Promise<ToolAnswer> {
  const { detail = "short", limit = 10, sort_by } = input;
  const now = ports.now();
  const sort = await orderOf(ports, input);
  const found = input.plan_id === undefined ? await find(ports, input, limit, sort) : await ofPlan(ports, input, limit);
  const { total, known, indexed } = found;
  const items = found.ads.map(({ card, fetchedAt, from }) => cardItem(card, fetchedAt, detail, now, from));
  const shown = fitting(items, detail);
  // If fewer fit than were asked for, the next answer begins after the last one shown.
  const next = shown < items.length ? await found.after(shown) : found.next;
  const open_ad = ports.links.ad("{platform}", "{id}");
  const isOfNumber = sort !== undefined && sort.by !== "fetched";
  const order = isOfNumber
    ? `by the figure asked for, ${sort.ascending ? "smallest" : "largest"} first; ${known} of them have it, the others come last`
    : sort?.ascending
      ? "oldest fetch first"
      : "newest fetch first";
  return answer({
    summary: [
      total === 0
        ? "No bought ads match. To buy some, call list_filters, then plan_purchase."
        : `${total} bought ads match. Shown: ${shown}, ${input.plan_id === undefined ? order : "in the order of the plan"}.`,
      ...joinedLine(input),
      ...indexLine(indexed),
      ...(items.length === 0 ? [] : [`To open an ad in the panel: ${open_ad}`]),
    ],
    facts: {
      ...{ library: ports.engine.clients.libraryName(), total, shown },
      ...(sort_by !== undefined && { known }),
      ...(indexed && { indexed }),
      ...(items.length > 0 && { open_ad }),
    },
    items: items.slice(0, shown),
    next,
  });
}

/** The ads that match as creatives: one item for each, as the command line's `lens groups` has them. */
async function creatives({ engine }: ToolPorts, input: Wanted, signal: AbortSignal): Promise<ToolAnswer> {
  const { limit = 10, cursor = "0" } = input;
  const skip = Number(cursor);
  const { indexed } = await engine.boughtAds.find(criteriaOf(input), { limit: 1, signal });
  const { coverage, groups } = await engine.lens.look({ criteria: criteriaOf(input) }, signal);
  const items = groups.slice(skip, skip + limit).map((group) => clippedTo(creativeItem(group), mostItemBytes.short));
  const shown = fitting(items, "short");
  const end = skip + shown;
  return answer({
    summary: [
      `${coverage.ads} bought ads match: ${groups.length} creatives. Shown: ${shown}, most ads first. Figures are of the ads that have them.`,
      ...joinedLine(input),
      ...indexLine(indexed),
      "These are ads that were bought, not all ads there are.",
    ],
    facts: {
      ...{ library: engine.clients.libraryName(), total: coverage.ads, shown, known: coverage.ads },
      ...{ group_by: "creative", groups: groups.length },
      ...(indexed && { indexed }),
    },
    items: items.slice(0, shown),
    next: end < groups.length ? String(end) : undefined,
  });
}

const creativeItem = ({ id, ads, firstSeen, lastSeen, stats, ...group }: CreativeGroup) => ({
  ...{ creative: id, ads: ads.length, ...group, first_seen: firstSeen, last_seen: lastSeen },
  figures: Object.fromEntries(stats.map(({ name, sum, max, ads: have }) => [name, { sum, max, ads: have }])),
});

/** What is new of one advertiser and what was not seen again, as the command line's `advertiser` has it. */
async function changes({ engine }: ToolPorts, asked: Find, signal: AbortSignal): Promise<ToolAnswer> {
  const { advertiser, platform, limit = 10, cursor = "0", text, domain, from, to } = asked;
  if (advertiser === undefined || (text ?? domain ?? from ?? to) !== undefined)
    throw wrong("Changes are those of one advertiser. Give advertiser, and no other condition but platform.");
  const named = await ownersNamed(engine.boughtAds, advertiser.replaceAll('"', " "));
  const { platforms = [] } = criteriaOf({ platform });
  const owner = named.find((one) => platforms.length === 0 || platforms.includes(one.platform));
  if (!owner) throw wrong("You bought no ads of an advertiser with exactly this name.");
  const { indexed } = await engine.boughtAds.find({ owner }, { limit: 1, signal });
  const view = await engine.lens.advertiser(owner, signal);
  const news = await advertiserNews(engine, view, signal);
  const skip = Number(cursor);
  const items = news.ads
    .slice(skip, skip + limit)
    .map(({ state, before, daysRunning, ...ad }) => ({
      ...{ change: state, ...(isNewState(state) && { days_running: daysRunning ?? "not provided" }) },
      ...{ ...ad, compared_with: before },
    }))
    .map((item) => clippedTo(item, mostItemBytes.short));
  const shown = fitting(items, "short");
  const end = skip + shown;
  return answer({
    summary: [
      comparedWords(news),
      `${idOf(owner)}: ${view.coverage.ads} bought ads. Shown: ${shown} of ${news.ads.length} changes.`,
      ...joinedLine({ ...asked, ...(view.joined.length > 0 && { one: [owner, ...view.joined] }) }),
      ...indexLine(indexed),
    ],
    facts: {
      ...{ library: engine.clients.libraryName(), total: view.coverage.ads, shown },
      ...{ group_by: "change", groups: news.ads.length, searches: news.searches, compared: news.compared },
      ...(indexed && { indexed }),
    },
    items: items.slice(0, shown),
    next: end < news.ads.length ? String(end) : undefined,
  });
}

/** Counts the ads that match by what they have in common. */
async function grouped(ports: ToolPorts, input: Wanted, by: Grouping): Promise<ToolAnswer> {
  const { limit = 10, cursor = "0" } = input;
  const { boughtAds, clients } = ports.engine;
  const skip = Number(cursor);
  const { groups, of, total, known, indexed } = await boughtAds.groups(criteriaOf(input), by, { limit, skip });
  const items = groups.map(({ value, ads }) => ({ [by]: value, ads }));
  const shown = fitting(items, "short");
  const end = skip + shown;
  return answer({
    summary: [
      `${total} bought ads match. For ${known} of them the ${by} is known: ${of} in all. Shown: ${shown}, ${by === "week" ? "newest first, by the Monday of the week of the last fetch" : "most ads first"}.`,
      ...joinedLine(input),
      ...indexLine(indexed),
      "These are ads that were bought, not all ads there are.",
    ],
    facts: {
      ...{ library: clients.libraryName(), total, shown, known, group_by: by, groups: of },
      ...(indexed && { indexed }),
    },
    items: items.slice(0, shown),
    next: end < of ? String(end) : undefined,
  });
}

const indexLine = (indexed: { readonly done: number; readonly of: number } | undefined) =>
  indexed ? [`Not complete yet: ${indexed.done} of ${indexed.of} answers are indexed. Call again later.`] : [];

/** @throws {FeatureError} `invalidRequest`, with the names of the figures */
async function orderOf({ engine }: ToolPorts, { sort_by, ascending }: Find): Promise<AdOrder | undefined> {
  const way = ascending === undefined ? {} : { ascending };
  if (sort_by === undefined || sort_by === "fetched") return ascending ? { by: "fetched", ...way } : undefined;
  const names = await engine.boughtAds.statNames();
  const stat =
    names.find((name) => name === sort_by) ?? names.find((name) => name.toLowerCase() === sort_by.toLowerCase());
  if (stat === undefined)
    throw wrong("No bought ad has a figure of this name. Its name is as in the figures of an ad.");
  return { by: { stat }, ...way };
}

interface Found {
  readonly ads: readonly BoughtAd[];
  readonly total: number;
  /** How many of all have the number that they are sorted by. */
  readonly known?: number;
  readonly indexed?: { readonly done: number; readonly of: number };
  readonly next: string | undefined;
  /** Where the next answer begins if this one shows this many. */
  readonly after: (shown: number) => Promise<string | undefined>;
}

/** The advertiser with exactly this name and the most ads, with those that a person joined to it. */
async function joinedBy({ engine }: ToolPorts, { advertiser, plan_id }: Find): Promise<readonly AdOwner[]> {
  if (advertiser === undefined || plan_id !== undefined) return [];
  const [owner] = await ownersNamed(engine.boughtAds, advertiser.replaceAll('"', " "));
  return owner ? [owner, ...(await engine.lens.joinedTo(owner))] : [];
}

/** Says who was joined, without names: others wrote those. */
const joinedLine = ({ one = [] }: Wanted) =>
  one.length > 0
    ? [`A person joined these advertisers, and only their ads are meant: ${one.map(idOf).join(", ")}.`]
    : [];
const idOf = ({ platform, id }: AdOwner) => (id === undefined ? `${platform}, without an ID` : `${platform}:${id}`);

function criteriaOf({ platform, from, to, text, advertiser, domain, one }: Wanted): BoughtCriteria {
  const [owner, ...joined] = one ?? [];
  return {
    ...(text !== undefined && { text }),
    ...(owner ? { owner, joined } : advertiser !== undefined && { advertiser }),
    ...(domain !== undefined && { domain }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(platform !== undefined && platform !== "mega" && { platforms: [platformOf(platform)] }),
  };
}

async function find({ engine }: ToolPorts, input: Wanted, limit: number, sort: AdOrder | undefined): Promise<Found> {
  const options = { after: input.cursor, sort };
  const found = await engine.boughtAds.find(criteriaOf(input), { ...options, limit, count: true });
  return {
    ...found,
    ...{ total: found.total ?? 0, next: found.next },
    after: async (shown) => (await engine.boughtAds.find(criteriaOf(input), { ...options, limit: shown })).next,
  };
}

async function ofPlan(
  { engine, plans }: ToolPorts,
  { plan_id = "", cursor = "0" }: Find,
  limit: number,
): Promise<Found> {
  const { frozen, lastHit, pages } = plans.result(plan_id);
  const bought = (await engine.search.boughtPages(frozen, lastHit)).slice(0, pages);
  const all = bought.flatMap(({ ads, fetchedAt }) => ads.map((card) => ({ card, fetchedAt })));
  const start = Number(cursor);
  const after = (shown: number) => (start + shown < all.length ? String(start + shown) : undefined);
  const total = all.length;
  return {
    ...{ ads: all.slice(start, start + limit), total, next: after(limit) },
    after: (shown) => Promise.resolve(after(shown)),
  };
}
