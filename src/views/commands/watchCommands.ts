import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { FeatureError } from "../../features/failures";
import { fileOwner, savedOwner } from "../../features/runs";
import type { FrozenSearch } from "../../features/search";
import { figure } from "../../features/text";
import { type Interval, intervals, newsCsv, newsMarkdown, type Watched } from "../../features/watches";
import { sampleUrl } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { pathOf } from "../doors";
import { askSave, fileUri, nameOfFile, writeUserFile } from "../files";
import { agrees } from "../spending";
import { checkLabel, creditsOf, DueClick, tellChecked } from "../watchChecks";
import { moment, noIcons, plain, watchWords } from "../words";
import { type AskedSearch, askedSearch } from "./askedSearch";
import { given } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";
import { paidProgress } from "./progress";
import { askCredits, pickMany, pickOne } from "./steps";

const target = z.strictObject({ file: z.string() });

/** Commands on searches that are checked again and again, and on what is new in them. */
export const watchCommands = {
  watchSearch: async (ports, argument) => {
    const asked = await askedSearch(ports, argument, l10n.t("Watch"));
    if (asked) await watchSearch(ports, asked);
  },
  stopWatching,
  checkDue: (ports, argument) => checkDue(ports, argument instanceof DueClick ? argument : undefined),
  showNews: async ({ watches, documents }) => {
    const text = newsMarkdown(await watches.news({ looks: true }), (iso) => moment(iso));
    await documents.preview("news.md", text);
  },
  exportNews,
} satisfies Handlers;

/** What the watch belongs to; undefined if the search must be saved first. */
function ownerOf({ saved, file }: AskedSearch): string | undefined {
  if (saved) return savedOwner(saved.id);
  return file?.scheme === "file" ? fileOwner(pathOf(file)) : undefined;
}

/** Saves a search with its bought runs, as *Save This Search* does. */
async function saveAs({ saved, search, ran }: CommandPorts, name: string, frozen: FrozenSearch): Promise<string> {
  const kept = await saved.save(name, search.bodyQuery(frozen), frozen.address.origin);
  const [newest] = await search.bought(frozen);
  if (newest) await ran.mark(kept, frozen, newest);
  return savedOwner(kept.id);
}

interface Wished {
  readonly every: Interval;
  readonly credits: number;
}

/** Asks how often a search is to be checked, for how much, and whether each time with a click. */
async function watchSearch(ports: CommandPorts, asked: AskedSearch): Promise<void> {
  const { watches, search, clients } = ports;
  const library = clients.libraryName();
  const known = ownerOf(asked);
  const { name } = asked;
  const frozen = await search.freezeBought(asked.query);
  const before = (await watches.list()).find((one) => one.owner === known);
  const every = await askInterval(name, before);
  if (every === undefined) return;
  if (every === "never") return known === undefined ? undefined : watches.remove(known);
  if (frozen.unfit) throw new FeatureError("invalidRequest", { problems: frozen.unfit });
  const credits = await askCredits({
    title: l10n.t("Watch: {0}", name),
    prompt: l10n.t("The most credits of one check, at 100 per page"),
    ...{ value: String(before?.credits ?? 300), more: true },
  });
  if (credits === undefined) return;
  const asks = await askClick(name);
  if (asks === undefined) return;
  const isAllowed = !asks && (await allows(name, { every, credits }));
  const owner = known ?? (await saveAs(ports, name, frozen));
  await watches.set({ owner, name, library, every, credits });
  if (isAllowed) await watches.allow(owner, frozen.address);
  const often = watchWords[every]();
  const words =
    known === undefined
      ? l10n.t("Saved this search as “{0}”. Watching it: {1}.", name, often)
      : l10n.t("Watching “{0}”: {1}.", name, often);
  void vscode.window.showInformationMessage(plain(words));
}

async function askInterval(name: string, before: Watched | undefined): Promise<Interval | "never" | undefined> {
  const items = [
    ...intervals.map((every) => ({ every, label: watchWords[every]() })),
    ...(before ? [{ every: "never" as const, label: l10n.t("Stop Watching") }] : []),
  ];
  const active = items.find(({ every }) => every === before?.every);
  const chosen = await pickOne({
    title: l10n.t("Watch: {0}", name),
    placeholder: l10n.t("How often to check for new ads. Nothing is spent yet"),
    ...{ items, more: true, ...(active && { active }) },
  });
  return chosen?.every;
}

/** Whether each check waits for a click. */
async function askClick(name: string): Promise<boolean | undefined> {
  const asks = { label: l10n.t("Ask Before Each Check"), asks: true };
  const items = [asks, { label: l10n.t("Check Without Asking…"), asks: false }];
  const placeholder = l10n.t("Whether to ask before credits are spent");
  return (await pickOne({ title: l10n.t("Watch: {0}", name), placeholder, items }))?.asks;
}

/** Ends the watches that a person selects, including those whose saved search or file is gone. */
async function stopWatching({ watches }: CommandPorts): Promise<void> {
  const items = (await watches.list()).map(({ owner, name, every, credits, query }) => ({
    ...{ owner, name, label: noIcons(name) },
    description: query
      ? l10n.t("{0}, up to {1} credits", watchWords[every](), figure(credits))
      : l10n.t("Its saved search or file is gone"),
  }));
  if (items.length === 0) return void vscode.window.showInformationMessage(l10n.t("No searches are watched."));
  const placeholder = l10n.t("Select the searches to stop watching");
  const chosen = (await pickMany(l10n.t("Stop Watching"), placeholder, items)) ?? [];
  if (chosen.length === 0) return;
  for (const { owner } of chosen) await watches.remove(owner);
  const names = chosen.map(({ name }) => `“${name}”`).join(", ");
  void vscode.window.showInformationMessage(plain(l10n.t("No longer watching {0}.", names)));
}

/** A modal question, because no command can answer it. */
function allows(name: string, { every, credits }: Wished): Promise<boolean> {
  const limit = figure(credits);
  return agrees({
    words: l10n.t("Check “{0}” {1} for up to {2} credits each time, without asking?", name, watchWords[every](), limit),
    detail: l10n.t(
      "This allows this exact search with this limit on this machine, while a window is open. Your daily budget still applies. To undo this, run “Ad Library: Revoke Allowed Searches”.",
    ),
    yes: l10n.t("Allow"),
    no: l10n.t("Ask Before Each Check"),
  });
}

/** Checks due searches: those of a click on their price, or those that a person chooses. */
async function checkDue(ports: CommandPorts, click: DueClick | undefined): Promise<void> {
  const { watches, wallet, program, clients } = ports;
  const all = await watches.due();
  if (all.length === 0) return void vscode.window.showInformationMessage(l10n.t("No watched search is due."));
  const clicked = click && all.filter(({ owner }) => click.owners.has(owner));
  const due = clicked && creditsOf(clicked) <= (click?.total ?? 0) ? clicked : await askDue(all);
  if (due.length === 0) return;
  const [total, label, sample] = [creditsOf(due), checkLabel(due), clients.libraryName() === sampleUrl];
  const agreed = await program.agreeToPlan(
    total,
    { sample, words: due.map(({ name }) => name).join(", ") },
    label,
    "picker",
  );
  // All of them are agreed to at once, and each then has a plan of its own.
  const plan = await wallet.plan(total, label, sample, agreed);
  if (!plan) return;
  await plan.end();
  const owners = new Set(due.map(({ owner }) => owner));
  const checked = await paidProgress(l10n.t("Checking for new ads"), prices.search, (tell, { signal, now }) =>
    watches.check(owners, {
      agreed: plan.agreed !== undefined,
      signal,
      now,
      progress: ({ name }) => tell(plain(name)),
    }),
  );
  const left = (await watches.due()).filter(
    ({ owner }) => owners.has(owner) && !checked?.some((one) => one.owner === owner),
  );
  void tellChecked(checked, left);
}

async function askDue(all: readonly Watched[]): Promise<readonly Watched[]> {
  const items = all.map((watch) => ({
    ...{ watch, label: noIcons(watch.name), picked: true },
    description: l10n.t("{0}, up to {1} credits", watchWords[watch.every](), figure(watch.credits)),
  }));
  const chosen = await pickMany(checkLabel(all), l10n.t("Press Enter to check the selected searches"), items);
  return chosen?.map(({ watch }) => watch) ?? [];
}

async function exportNews({ watches, settings }: CommandPorts, argument: unknown): Promise<void> {
  const file = given(target, argument)?.file;
  const title = l10n.t("Export What's New (0 credits)");
  const uri = file === undefined ? await askSave(title, "news.md", { Markdown: ["md"], CSV: ["csv"] }) : fileUri(file);
  if (!uri) return;
  const news = await watches.news();
  const isCsv = uri.path.toLowerCase().endsWith(".csv");
  const markdown = () => `${newsMarkdown(news, (iso) => moment(iso))}\n`;
  await writeUserFile(uri, isCsv ? newsCsv(news, settings().csvSeparator) : markdown());
  void vscode.window.showInformationMessage(plain(l10n.t("Saved as {0}.", nameOfFile(uri))));
}
