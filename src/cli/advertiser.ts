import { ownersNamed } from "../features/lens";
import { markdownText, newWords, stateNames } from "../features/runs";
import { markdownTable } from "../features/text";
import { advertiserNews, comparedWords } from "../features/watches";
import type { AdvertiserNews, AdvertiserView } from "../protocol/lens";
import { isDigits } from "../protocol/ads";
import type { AdOwner } from "../protocol/bought";
import { labelOfPlatform } from "../protocol/platforms";
import { exitCodes, UsageError } from "./exitCodes";
import type { Options } from "./options";
import { counted, printable } from "./screen";
import { type Action, type ActionContext, atLeastOne } from "./session";

/** `advertiser`: everything bought of one advertiser, where it was seen, and where not. Free, offline. */
export const showAdvertiser: Action = async (context, { json, md, platform, limit = "10" }, words) => {
  const { screen, session, signal } = context;
  const owner = await ownerOf(context, words.join(" ").trim(), platform);
  if (!owner) return exitCodes.problems;
  const view = await session.engine.lens.advertiser(owner, signal);
  const news = await advertiserNews(session.engine, view, signal);
  if (json) screen.json({ ...view, news });
  else {
    const most = limit === "all" ? Infinity : atLeastOne("--limit", limit);
    const text = md ? markdownText : printable;
    screen.print(`${md ? "# " : ""}${text(headOf(view))}`);
    for (const line of [...coverageWords(view), comparedWords(news)]) screen.print(`${md ? "\n" : ""}${text(line)}`);
    for (const { title, head, rows } of tablesOf(view, news, most)) {
      const [heads = [], ...cells] = [head, ...rows].map((row) => row.map((cell) => text(String(cell))));
      screen.print(`\n${md ? "## " : ""}${title}${md ? "\n" : ""}`);
      if (md) screen.print(markdownTable(heads, cells));
      else screen.table([heads, ...cells]);
    }
  }
  return exitCodes.done;
};

/** The advertiser of which the most ads are bought. Which others have its name is part of the answer. */
async function ownerOf(
  { session, screen }: ActionContext,
  wanted: string,
  platform: Options["platform"],
): Promise<AdOwner | undefined> {
  if (wanted === "") throw new UsageError("Name an advertiser, or its ID.");
  const { boughtAds } = session.engine;
  const on = platform === undefined ? undefined : session.platform(platform);
  const fits = (one: AdOwner) => on === undefined || one.platform === on;
  const byId = isDigits(wanted) ? (await boughtAds.owners({ id: wanted })).filter(fits) : [];
  // An ID means something only together with its platform.
  if (byId.length > 1) {
    const on = byId.map((one) => one.platform).join(", ");
    throw new UsageError(`Several platforms have an advertiser with this ID: ${on}. Choose one with --platform.`);
  }
  const [named] = byId.length > 0 ? byId : (await ownersNamed(boughtAds, wanted)).filter(fits);
  if (named) return { platform: named.platform, ...(named.id !== undefined && { id: named.id }), name: named.name };
  const alike = (await boughtAds.owners({ advertiser: wanted })).filter(fits).slice(0, 5);
  screen.note("You bought no ads of an advertiser with this name or ID.");
  if (alike.length > 0) screen.note(`Similar names: ${alike.map(nameOf).map(printable).join(", ")}.`);
  return undefined;
}

const nameOf = ({ platform, id, name }: AdOwner) =>
  `${name} (${labelOfPlatform(platform)}${id === undefined ? ", no ID" : ` ${id}`})`;
const day = (iso: string) => iso.slice(0, 10);

function headOf({ advertiser, coverage: { ads }, groups }: AdvertiserView): string {
  return `${nameOf(advertiser)}: ${counted(ads, "ad")}, ${counted(groups.length, "creative")}`;
}

/** What the figures stand on, and what they leave out. */
function coverageWords({ coverage, joined, shares, unseen }: AdvertiserView): readonly string[] {
  const { ads, from, to, details, searches = 0, unfinished = 0 } = coverage;
  const names = shares.filter(({ field }) => field === "advertiser").map(({ value }) => value);
  const several = searches === 1 ? "1 search" : `${searches} searches`;
  const open = unfinished === 0 ? "" : `; ${unfinished} stopped before the end, so more of its ads may be there`;
  const searched = unseen.filter((one) => one.searches > 0).map(({ platform }) => labelOfPlatform(platform));
  const never = unseen.filter((one) => one.searches === 0).map(({ platform }) => labelOfPlatform(platform));
  return [
    ...(joined.length > 0 ? [`Joined by you, counted here: ${joined.map(nameOf).join(", ")}.`] : []),
    ...(names.length > 1 ? [`Names: ${names.join(", ")}.`] : []),
    `Fetched from ${day(from)} to ${day(to)} by ${several}${open}.`,
    `Details bought of ${details} of ${counted(ads, "ad")}. They often name languages and calls to action that cards lack.`,
    ...(searched.length > 0 ? [`Not seen in what you bought of ${searched.join(", ")}.`] : []),
    ...(never.length > 0 ? [`Not covered, because you bought no search there: ${never.join(", ")}.`] : []),
  ];
}

interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The largest rows of what is known, without tables that would be empty. */
function tablesOf(view: AdvertiserView, news: AdvertiserNews, most: number): readonly Table[] {
  const { shares, groups, ads, searches, probablySame } = view;
  const observed = shares.filter(({ field }) => field !== "advertiser" && field !== "platform");
  const nth = new Map<string, number>();
  const first = observed.filter(({ field }) => {
    nth.set(field, (nth.get(field) ?? 0) + 1);
    return (nth.get(field) ?? 0) <= most;
  });
  const tables: readonly Table[] = [
    {
      title: "Probably the same, not counted here",
      head: ["advertiser", "ads", "because"],
      rows: probablySame.map((one) => [nameOf(one), one.ads, `same ${one.because.join(" and ")}`]),
    },
    {
      title: "Since the run before",
      head: ["ad", "state", "compared_with", "checked", "search", "title"],
      rows: news.ads.map((one) => [
        ...[one.ad, newWords(one) ?? stateNames[one.state](), day(one.before), day(one.checked), one.search, one.title],
      ]),
    },
    {
      title: "Observed",
      head: ["field", "value", "ads", "creatives"],
      rows: first.map((one) => [one.field, one.value, one.ads, one.groups]),
    },
    {
      title: "Creatives",
      head: ["creative", "ads", "first_seen", "last_seen", "title"],
      rows: groups.map((one) => [one.id, one.ads.length, day(one.firstSeen), day(one.lastSeen), one.title]),
    },
    {
      title: "Ads",
      head: ["ad", "first_seen", "last_seen", "title"],
      rows: ads.map((one) => [one.ad, day(one.firstSeen), day(one.lastSeen), one.title]),
    },
    {
      title: "Searches it was seen in",
      head: ["platform", "ads", "from", "to", "more_pages", "search"],
      rows: searches.map((one) => [
        ...[one.platform, one.ads, day(one.from), day(one.to), one.unfinished ? "yes" : "no", one.label],
      ]),
    },
  ];
  return tables
    .map((one) => withRest(one, one.title === "Observed" ? Infinity : most))
    .filter((one) => one.rows.length > 0);
}

function withRest({ title, head, rows }: Table, most: number): Table {
  const more = rows.length - most;
  return { title: more > 0 ? `${title} (${more} more with --limit all)` : title, head, rows: rows.slice(0, most) };
}
