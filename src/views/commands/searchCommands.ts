import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { FilterForms } from "../../features/forms";
import type { LibraryClients } from "../../features/connection";
import { queryLabel, type SearchAds, textQuery } from "../../features/search";
import type { RecentSearches } from "../../features/searches";
import type { Settings } from "../../features/settings";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { SearchQuery } from "../../protocol/search";
import { noIcons } from "../noIcons";
import type { Panels } from "../panel/panels";
import { askPlatform } from "./askPlatform";
import { askWhat } from "./askWhat";
import { chooseToRun } from "./chosenSearch";
import type { CommandHandler } from "./commandIds";
import { given, givenPlatform } from "./given";
import type { ProgramSpending } from "./programSpending";
import { pickStep } from "./steps";

export interface SearchCommandPorts {
  readonly clients: LibraryClients;
  readonly panels: Panels;
  readonly forms: FilterForms;
  readonly search: SearchAds;
  readonly settings: () => Settings;
  readonly recent: RecentSearches;
  readonly program: ProgramSpending;
}

/** The platform's form checks every field: a record schema would drop `__proto__` and run another search. */
const body = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);
/** A search in the service's own names, or the words for the platform's search box; else these are asked for. */
const wanted = z.strictObject({ platform: z.string(), body: body.optional(), text: z.string().optional() });
const wantedOfAll = z.strictObject({ body: body.optional(), text: z.string().optional() });
type Wanted = z.infer<typeof wanted>;

/** A row of one of the trees, converted to what it stands for. */
const row = z.union([
  z.object({ token: z.string() }).transform(({ token }) => ({ platform: token })),
  z.object({ kind: z.literal("recent"), row: z.object({ search: wanted }) }).transform(({ row: { search } }) => search),
  z.string().transform((platform) => ({ platform })),
]);

/** Commands that open explorers and run searches in them. */
export function searchCommands(
  ports: SearchCommandPorts,
): Record<"search" | "searchAll" | "openExplorer" | "runRecentSearch" | "clearRecentSearches", CommandHandler> {
  return {
    openExplorer: (argument) => openExplorer(ports, argument),
    search: (argument) => search(ports, argument, read(argument)),
    searchAll: (argument) => search(ports, argument, { platform: "mega", ...given(wantedOfAll, argument) }),
    runRecentSearch: async (argument) => search(ports, argument, read(argument) ?? (await askRecent(ports))),
    clearRecentSearches: () => ports.recent.clear(),
  };
}

function read(argument: unknown): Wanted | undefined {
  const found = row.safeParse(argument);
  return found.success ? found.data : given(wanted, argument);
}

/** Opens an explorer for a platform, or with a search filled in and not run. Free. */
async function openExplorer(ports: SearchCommandPorts, argument: unknown): Promise<void> {
  const asked = read(argument);
  const platform = asked ? platformOf(ports, asked) : ports.panels.current?.session.platform;
  if (asked && platform && (asked.body ?? asked.text) !== undefined) {
    const query = await queryOf(ports, platform, asked);
    await (await ports.panels.show(platform)).carryOut({ query, run: false });
    return;
  }
  const chosen = platform ?? (await askPlatform(ports.recent, { title: l10n.t("Open Explorer"), totalSteps: 1 }));
  if (chosen) await ports.panels.show(chosen);
}

/**
 * Platform, words, results: with a way back, and the price on the last step. Given values are not asked for, but a
 * person must agree to what a program wants.
 */
async function search(ports: SearchCommandPorts, argument: unknown, asked: Wanted | undefined) {
  const fixed = asked !== undefined;
  // Reports what is missing before anything is asked.
  await ports.clients.current();
  let platform = asked && platformOf(ports, asked);
  if (asked && platform && (asked.body ?? asked.text) !== undefined)
    return run(ports, await queryOf(ports, platform, asked), ports.program.isProgram(argument));
  for (;;) {
    const active = platform;
    const question = { title: l10n.t("Search Ads"), totalSteps: 2, ...(active && { active }) };
    platform = fixed && active ? active : await askPlatform(ports.recent, question);
    if (!platform) return undefined;
    const what = await askWhat(ports.recent, platform, !fixed);
    if (what === "left") return undefined;
    if (what !== "back") return run(ports, await queryOf(ports, platform, what.value), false);
  }
}

const platformOf = ({ settings }: SearchCommandPorts, { platform }: Wanted) =>
  givenPlatform(platform, settings().segments);

async function queryOf(
  { forms, search: searches }: SearchCommandPorts,
  platform: PlatformToken,
  what: { readonly body?: unknown; readonly text?: string | undefined },
): Promise<SearchQuery> {
  if (what.body !== undefined) return searches.fromBody(platform, what.body);
  const text = what.text?.trim() ?? "";
  return text === "" ? { platform, choices: [] } : textQuery(await forms.form(platform), text);
}

/** Returns the page, or what is already owned if that is offered instead of paying again. */
async function run(ports: SearchCommandPorts, query: SearchQuery, byProgram: boolean): Promise<unknown> {
  const { recent, search: searches, panels, program } = ports;
  const frozen = await searches.freezeOwned(query);
  if (byProgram) await program.agreeToSearch(frozen);
  await recent.add(searches.bodyQuery(frozen), queryLabel(query));
  const panel = await panels.show(query.platform);
  const ended = await panel.carryOut({ query, run: true });
  if (!ended || "owned" in ended) return ended;
  const { page, ads, lastHit, hasNextPage } = ended.page;
  return { page, ads: ads.length, lastHit, hasNextPage };
}

async function askRecent({ recent }: SearchCommandPorts): Promise<Wanted | undefined> {
  const items = (await recent.list()).map(({ label, platform, body: search }) => ({
    label: noIcons(label),
    description: platforms.find(({ token }) => token === platform)?.label ?? platform,
    search: { platform, body: search },
  }));
  const chosen = await pickStep({
    title: l10n.t("Run Recent Search"),
    placeholder: chooseToRun(),
    items,
  });
  return typeof chosen === "string" ? undefined : chosen.value.search;
}
