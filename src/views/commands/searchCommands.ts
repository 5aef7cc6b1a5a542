import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { libraryNamed, versionedName } from "../../features/connection";
import type { AdDetails } from "../../features/details";
import { FeatureError } from "../../features/failures";
import { bodyShape, textQuery } from "../../features/search";
import { abortedBy } from "../../features/wallet";
import { adKey, type AdRef, idPattern, isDigits, sampleUrl } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { prettyJson } from "../../protocol/exactJson";
import { isIndividual, type PlatformToken } from "../../protocol/platforms";
import type { SearchQuery } from "../../protocol/search";
import { libraryOfSearch } from "../panel/panelServices";
import { PanelTarget } from "../panel/session";
import { noIcons, platformLabel } from "../words";
import { chooseToRun, resultOf, shownSearch, showSearch } from "./askedSearch";
import { given, givenPlatform } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";
import type { Caller } from "./programSpending";
import { paidProgress } from "./progress";
import { askPlatform, askWhat } from "./searchQuestions";
import { pickOne, textStep } from "./steps";

/** A search in the service's own names, or the words for the platform's search box; else these are asked for. */
const wanted = z.strictObject({ platform: z.string(), body: bodyShape.optional(), text: z.string().optional() });
const wantedOfAll = z.strictObject({ body: bodyShape.optional(), text: z.string().optional() });
type Wanted = z.infer<typeof wanted>;

const recentRow = z.object({ kind: z.literal("recent"), row: z.object({ search: wanted }) });
/** A row of one of the trees, converted to what it stands for. */
const row = z.union([
  z.object({ token: z.string() }).transform(({ token }) => ({ platform: token })),
  recentRow.transform(({ row: { search } }) => search),
  z.string().transform((platform) => ({ platform })),
]);

/** Commands that open explorers and run searches in them. */
export const searchCommands = {
  openExplorer,
  search: (ports, argument) => searchFor(ports, argument, read(argument)),
  searchAll: (ports, argument) => searchFor(ports, argument, { platform: "mega", ...given(wantedOfAll, argument) }),
  runRecentSearch: async (ports, argument) =>
    searchFor(ports, argument, read(argument) ?? (await askRecent(ports)), true),
  clearRecentSearches: ({ recent }) => recent.clear(),
  openAd,
  buyDetails,
  copyAsCurl,
  showRawResponse,
} satisfies Handlers;

function read(argument: unknown): Wanted | undefined {
  const found = row.safeParse(argument);
  return found.success ? found.data : given(wanted, argument);
}

/** Opens an explorer for a platform, or with a search filled in and not run. Free. */
async function openExplorer(ports: CommandPorts, argument: unknown): Promise<void> {
  const recent = recentRow.safeParse(argument).data?.row.search;
  if (recent?.body) return showSearch(ports, { platform: platformOf(ports, recent), body: recent.body });
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
 * @param beside in a tab of its own, as where the search is opened without running
 */
async function searchFor(ports: CommandPorts, argument: unknown, asked: Wanted | undefined, beside = false) {
  const fixed = asked !== undefined;
  // Reports what is missing before anything is asked.
  await ports.clients.current();
  let platform = asked && platformOf(ports, asked);
  const caller = ports.program.callerOf(argument);
  if (asked && platform && (asked.body ?? asked.text) !== undefined)
    return run(ports, await queryOf(ports, platform, asked), caller, beside);
  for (;;) {
    const active = platform;
    const question = { title: l10n.t("Search Ads"), totalSteps: 2, ...(active && { active }) };
    platform = fixed && active ? active : await askPlatform(ports.recent, question);
    if (!platform) return undefined;
    const what = await askWhat(ports.recent, platform, !fixed);
    if (what === "left") return undefined;
    if (what !== "back") return run(ports, await queryOf(ports, platform, what.value), caller, beside);
  }
}

const platformOf = ({ settings }: CommandPorts, { platform }: Wanted) => givenPlatform(platform, settings().segments);

async function queryOf(
  { forms, search: searches }: CommandPorts,
  platform: PlatformToken,
  what: { readonly body?: unknown; readonly text?: string | undefined },
): Promise<SearchQuery> {
  if (what.body !== undefined) return searches.fromBody(platform, what.body);
  const text = what.text?.trim() ?? "";
  return text === "" ? { platform, choices: [] } : textQuery(await forms.form(platform), text);
}

/** Returns the page, or what is already bought if that is offered instead of paying again. */
async function run(ports: CommandPorts, query: SearchQuery, caller: Caller, beside: boolean): Promise<unknown> {
  const { recent, search: searches, panels, program } = ports;
  const frozen = await searches.freezeBought(query);
  await program.agreeToSearch(frozen, caller);
  await recent.add(searches.bodyQuery(frozen), frozen.label, frozen.address.origin);
  const panel = await (beside ? panels.beside(query.platform) : panels.show(query.platform));
  return resultOf(await panel.carryOut({ query, run: true, library: libraryOfSearch(frozen) }));
}

async function askRecent({ recent }: CommandPorts): Promise<Wanted | undefined> {
  const items = (await recent.list()).map(({ label, platform, body: search }) => ({
    label: noIcons(label),
    description: platformLabel(platform),
    search: { platform, body: search },
  }));
  return (await pickOne({ title: l10n.t("Run Recent Search"), placeholder: chooseToRun(), items }))?.search;
}

/** An id as digits: a number is accepted only if it is exact. */
const wantedAd = z.strictObject({
  platform: z.string(),
  id: z.union([z.string().regex(idPattern), z.int().transform(String)]),
});

/** Opens one ad by platform and id: paid unless it is bought. */
async function openAd(ports: CommandPorts, argument: unknown): Promise<unknown> {
  ports.clients.libraryName();
  const named = given(wantedAd, argument);
  const ad = named
    ? { platform: givenPlatform(named.platform, ports.settings().segments), id: named.id }
    : await askAd(ports);
  if (!ad) return undefined;
  if (!isIndividual(ad.platform)) throw new FeatureError("noDetails");
  const library = ports.clients.formsName();
  await ports.program.agreeToAd(ad, named ? "program" : "picker");
  const panel = await ports.panels.show(ad.platform);
  const opened = await panel.openAd(ad, library);
  return opened && { ...ad, title: opened.detail.title, fetchedAt: opened.fetchedAt, bought: opened.bought };
}

/** Asks for platform, then id, with a way back; Enter shows its price. */
async function askAd({ recent, details }: CommandPorts): Promise<AdRef | undefined> {
  const title = l10n.t("Open Ad");
  let platform: PlatformToken | undefined;
  for (;;) {
    platform = await askPlatform(recent, {
      title,
      totalSteps: 2,
      withDetails: true,
      ...(platform && { active: platform }),
    });
    if (!platform) return undefined;
    const id = await askId(details, platform, title);
    if (id === "left") return undefined;
    if (id !== "back") return { platform, id: id.value.trim() };
  }
}

function askId(details: AdDetails, platform: PlatformToken, title: string) {
  const paid = l10n.t("Opens the details for {0} credits, or for 0 credits if you bought them", prices.adDetail);
  return textStep({
    title,
    placeholder: l10n.t("ID of the ad, digits only"),
    prompt: paid,
    step: 2,
    totalSteps: 2,
    check: (text) => (isDigits(text.trim()) ? undefined : l10n.t("An ad ID has only digits.")),
    promptFor: async (text) => {
      const id = text.trim();
      const bought = isDigits(id) && (await details.boughtAmong([{ platform, id }])).length > 0;
      return bought ? l10n.t("Opens the details, which you bought, for 0 credits") : paid;
    },
  });
}

/** Buys the details of some ads of a panel, one after another, within the price that its button says. */
async function buyDetails(
  { clients, details, wallet }: Pick<CommandPorts, "clients" | "details" | "wallet">,
  argument: unknown,
): Promise<void> {
  if (!(argument instanceof PanelTarget)) return;
  const { session, ads = [] } = argument;
  const { source } = session;
  const bought = new Set(await details.boughtAmong(ads, source));
  const wanted = ads.filter((ad) => !bought.has(adKey(ad)));
  if (wanted.length === 0) return;
  const library = source ? versionedName(source.origin, source.version) : clients.formsName();
  const label = wanted.length === 1 ? l10n.t("Details of 1 ad") : l10n.t("Details of {0} ads", wanted.length);
  const isSample = libraryNamed(library).origin === sampleUrl;
  const gate = await wallet.plan(wanted.length * prices.adDetail, label, isSample);
  if (!gate) return;
  await paidProgress(label, prices.adDetail, async (tell, { signal, now }) => {
    const buying = async () => {
      for (const [done, ad] of wanted.entries()) {
        if (signal.aborted) return;
        tell(l10n.t("{0} of {1}", done + 1, wanted.length));
        await details.fetch(ad, signal, abortedBy(gate, now), { library });
      }
    };
    return buying().finally(() => gate.end());
  });
}

/** The request that the panel's preview shows, or the one behind the search on the screen. */
async function copyAsCurl({ panels, search }: CommandPorts, argument: unknown): Promise<void> {
  const draft = argument instanceof PanelTarget ? argument.session.draft : undefined;
  const frozen = draft ? await search.freezeBought(draft) : (await shownSearch(panels, argument)).frozen;
  await vscode.env.clipboard.writeText(await search.asCurl(frozen));
  void vscode.window.showInformationMessage(
    l10n.t(
      "Copied for bash and zsh. Running it costs 100 credits, which don't count toward your limits here. The command reads the key from the shell variable AD_LIBRARY_API_KEY.",
    ),
  );
}

/** The last page on the screen, as the service sent it. */
async function showRawResponse({ panels, search, documents }: CommandPorts, argument: unknown): Promise<void> {
  const { frozen, pages } = await shownSearch(panels, argument);
  const last = pages.at(-1);
  const answer = last && (await search.boughtAnswer(frozen, last.lastHit ?? "", last.page));
  if (!answer) throw new FeatureError("notFound");
  await documents.show(
    `${frozen.query.platform}/${last.lastHit ?? "0"}/page-${last.page}.json`,
    prettyJson(answer.text),
  );
}
