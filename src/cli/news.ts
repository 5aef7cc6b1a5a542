import { newWords, stateNames } from "../features/runs";
import { toldStates as states } from "../protocol/runs";
import { type News, newsCsv, newsMarkdown, newsOf } from "../features/watches";
import { sinceOf } from "./datasetFiles";
import { exitCodes } from "./exitCodes";
import { readSearch } from "./planFiles";
import { dataText, printable } from "./screen";
import type { Action, ActionContext } from "./session";

/** `news`: what checks found in the watched searches, or in search files. Free, offline. */
export const showNews: Action = async (context, { json, md, csv, since: day }, paths) => {
  const { screen, session } = context;
  const since = day === undefined ? undefined : sinceOf(day).toISOString();
  const more = since === undefined ? {} : { since };
  const { runs, watches } = session.engine;
  const news =
    paths.length === 0 ? await watches.news(more) : await newsOf(runs, await wishes(context, paths, more), since);
  if (json) screen.json(news);
  else if (csv) process.stdout.write(dataText(newsCsv(news, session.settings.csvSeparator)));
  else if (md) screen.print(newsMarkdown(news));
  else printNews(context, news);
  if (news.searches.length === 0)
    screen.note("No searches are watched. Watch one in the editor, or name search files.");
  return exitCodes.done;
};

async function wishes(context: ActionContext, paths: readonly string[], more: { readonly since?: string }) {
  const found = [];
  for (const path of paths) {
    const file = await readSearch(context, path);
    const address = file && (await context.session.engine.search.address(file));
    if (address) found.push({ ...more, name: file.name ?? path, query: file.body, address });
  }
  return found;
}

/** A line for each search, then a line for each new, changed, and absent ad. */
function printNews({ screen }: ActionContext, { searches, advertisers }: News): void {
  const heads = ["search", "checked", "compared_with", ...states, ""];
  const day = (iso = "") => iso.slice(0, 10);
  const rows = searches.map(({ name, checked, before, counts, state, due }) => [
    ...[name, day(checked), state === "compared" ? day(before) : state],
    ...states.map((each) => (counts ? String(counts[each]) : "")),
    due ? "due" : "",
  ]);
  if (rows.length > 0) screen.table([heads, ...rows].map((cells) => cells.map(printable)));
  const found = searches.flatMap(({ name, ads }) =>
    ads.flatMap((ad) =>
      ad.state === "notCovered"
        ? []
        : [[newWords(ad) ?? stateNames[ad.state](), ad.title ?? ad.ad, ad.advertiser ?? "", name]],
    ),
  );
  const named = advertisers.filter((one) => states.some((state) => state !== "notCovered" && one[state] > 0));
  const by = named.map((one) => [one.name || "–", one.platform, ...states.map((each) => String(one[each]))]);
  for (const more of [by.length > 0 ? [["advertiser", "platform", ...states], ...by] : [], found]) {
    if (more.length === 0) continue;
    screen.print("");
    screen.table(more.map((cells) => cells.map(printable)));
  }
}
