import { resolve } from "node:path";
import type { PackedChoice } from "../features/archive";
import { FeatureError, sharedWords } from "../features/failures";
import { everything } from "../features/search";
import type { CreditsGroup, CreditsSide, CreditsSum } from "../features/wallet";
import { type AdCard, type AdRef, isDigits, sampleUrl } from "../protocol/ads";
import { prices } from "../protocol/credits";
import { prettyJson } from "../protocol/exactJson";
import { labelOfPlatform } from "../protocol/platforms";
import { exitCodes, UsageError } from "./exitCodes";
import type { Options } from "./options";
import { checkOutFile } from "./outPlaces";
import type { Action } from "./session";
import { addressOf, checkReadable } from "./planFiles";
import { dataText, printable } from "./screen";
import { atLeastOne, wholeNumber } from "./session";
import { type CliSession } from "./session";

/** `find`: searches the archive. */
export const findBought: Action = async ({ session, screen, signal }, { platform, limit = "50", json }, words) => {
  const most = atLeastOne("--limit", limit);
  const criteria = { text: words.join(" "), ...(platform && { platforms: [session.platform(platform)] }) };
  let after: string | undefined;
  let shown = 0;
  do {
    const { ads, next } = await session.engine.boughtAds.find(criteria, { after });
    for (const { card, fetchedAt } of ads.slice(0, most - shown)) {
      shown += 1;
      if (json) screen.json({ ...card, fetchedAt });
      else {
        const title = printable(card.title ?? "Untitled ad");
        screen.print(`${adName(card)}  ${title}  ${printable(card.owner?.name ?? "")}`.trimEnd());
      }
    }
    after = shown < most ? next : undefined;
  } while (after !== undefined && !signal.aborted);
  const own = session.engine.clients.libraryName();
  const others = (await session.engine.archive.sharing.libraries()).filter((one) => one !== own);
  if (shown === 0) screen.note("No bought ads match.");
  for (const line of searchedWords(own, others)) screen.note(line);
  return shown === 0 ? exitCodes.problems : exitCodes.done;
};

/** Whose ads were searched, if others are bought as well. Names are those that --library takes. */
const searchedWords = (own: string, others: readonly string[]): readonly string[] =>
  others.length === 0
    ? []
    : [`Searched what you bought from ${own}. You also bought from ${others.join(", ")}. Choose with --library.`];

/** An ad as `show` and `details` take it. */
export const adName = ({ platform, id }: Pick<AdCard, "platform" | "id">): string => `${platform ?? ""} ${id ?? ""}`;

/** `show`: prints a bought ad, offline. */
export const showAd: Action = async ({ session, screen }, { json }, args) => {
  const ad = adOf(session, args);
  const { engine } = session;
  const [detail, history] = [await engine.details.bought(ad), await engine.boughtAds.history(ad)];
  const card = detail ? undefined : (await engine.boughtAds.card(ad))?.card;
  if (!detail && !card && history.length === 0)
    throw new FeatureError("notFound", {
      specifics: "You haven't bought this ad. Look for others with ad-library find.",
    });
  if (json) screen.json({ ad, ...detail, ...(card && { card }), history });
  else {
    if (detail) screen.print(await prettyDetail(session, ad));
    if (card) for (const line of cardLines(card)) screen.print(line);
    for (const { fetchedAt, from, stats } of history)
      screen.print(
        `${fetchedAt}  ${from}  ${stats.map(({ name, value }) => `${printable(name)} ${value}`).join(", ")}`.trimEnd(),
      );
  }
  return exitCodes.done;
};

/** An ad without details: what its card says, in a line each. */
const cardLines = ({ title, owner, displayUrl, postUrl }: AdCard) => [
  printable(title ?? "Untitled ad"),
  `Advertiser: ${printable(owner?.name ?? "not provided")}`,
  `Link: ${printable(displayUrl ?? postUrl ?? "not provided")}`,
];

/** `details`: prints the details of an ad. They are stored, or bought within the agreed credits. */
export const fetchDetails: Action = async ({ session, screen, signal }, { json, maxCredits }, args) => {
  const ad = adOf(session, args);
  const { details } = session.engine;
  if (await details.boughtAnswer(ad)) {
    screen.note("Bought: 0 credits");
    if (json) screen.json({ ...(await details.bought(ad)), credits: 0, uncertain: 0 });
    else screen.print(await prettyDetail(session, ad));
    return exitCodes.done;
  }
  if (ad.platform === "mega") throw new FeatureError("noDetails");
  const gate = await planOf(session, agreedCredits({ maxCredits }, prices.adDetail), adName(ad));
  // If it can't be stored, it is only here.
  const { value: detail, answer, kept } = await details.fetch(ad, signal, gate);
  const credits = Math.min(gate.used, prices.adDetail);
  const uncertain = gate.used - credits;
  screen.note(`${credits} credits${maybe(uncertain)}`);
  if (json) screen.json({ detail, fetchedAt: answer.receivedAt, bought: kept, credits, uncertain });
  else screen.print(prettyText(answer.text));
  return kept ? exitCodes.done : exitCodes.stopped;
};

/** `import`: takes over the answers of a folder or zip file. Without one, lists the imports. */
export const importAnswers: Action = async ({ session, screen, signal }, { json, yes, remove }, [source]) => {
  const { sharing } = session.engine.archive;
  if (source === undefined && yes) throw new UsageError("--yes imports a folder or zip file. Name it.");
  if (source !== undefined && remove !== undefined)
    throw new UsageError("--remove deletes an import by its name. Omit the folder or zip file.");
  if (yes || remove !== undefined) checkWritable(session, yes ? "imported" : "deleted");
  if (remove !== undefined) {
    if (!(await sharing.imports()).includes(remove)) throw new UsageError(`There is no import named ${remove}.`);
    await sharing.remove(remove);
    return exitCodes.done;
  }
  if (source === undefined) {
    const names = await sharing.imports();
    for (const name of names)
      if (json) screen.json({ import: name });
      else screen.print(name);
    if (names.length === 0) screen.note("There are no imports.");
    return exitCodes.done;
  }
  const path = resolve(source);
  await checkReadable(source);
  const taken = yes ? await sharing.take(path, signal) : await sharing.preview(path, signal);
  if (json) screen.json({ source: path, ...taken });
  else screen.print(sharedWords(taken));
  if (taken.pages + taken.details === 0) {
    screen.warn(`${source} has no answers.`);
    return exitCodes.problems;
  }
  if (!yes) screen.note("Nothing was imported yet. To import these answers, add --yes.");
  return exitCodes.done;
};

/** `pack`: writes answers to a zip file that others can import. */
export const packAnswers: Action = async (context, { json, out, all, search: path, run }) => {
  const { session, screen, signal } = context;
  if (out === undefined) throw new UsageError("Name the zip file to write: --out FILE.zip.");
  if ((all === true) === (path !== undefined)) throw new UsageError("Choose what to pack: --search FILE or --all.");
  await checkOutFile(resolve(out));
  const { engine } = session;
  const choice = async (): Promise<PackedChoice> => {
    if (path === undefined) return "all";
    const address = await addressOf(context, path);
    return run === undefined ? { address } : { address, lastHit: run };
  };
  const packed = await engine.archive.sharing.pack(await choice(), resolve(out), signal);
  const isWritten = packed.pages + packed.details > 0;
  if (json) screen.json({ ...(isWritten && { file: resolve(out) }), ...packed });
  else screen.print(isWritten ? `${out}: ${sharedWords(packed)}` : sharedWords(packed));
  if (isWritten) return exitCodes.done;
  screen.warn("There is nothing to pack, so nothing was written.");
  return exitCodes.problems;
};

/** `credits`: prints the sums of the ledger, or all its lines as CSV. */
export const showCredits: Action = async ({ session, screen }, { json, csv }) => {
  const report = await session.engine.wallet.report();
  if (csv) process.stdout.write(dataText(report.csv(session.settings.csvSeparator)));
  else if (json)
    screen.json({
      service: toldSide(report.service),
      sample: toldSide(report.sample),
      corruptLines: report.corruptLines,
    });
  else {
    const several = report.service.libraries.length > 1;
    for (const [title, side] of [
      [several ? "Your libraries" : "Your library", report.service],
      ["Sample library (not charged)", report.sample],
    ] as const) {
      screen.print(title);
      if (side.libraries.length > 1) {
        const each = side.libraries.map(({ name, today, spent, maybe: more }) => [name, today.spent, spent, more]);
        screen.table([["", "Today", "Credits", "May have been charged"], ...each.map((cells) => cells.map(String))]);
        screen.print("");
      }
      const byPlatform = side.platforms.map((each) => ({ ...each, name: labelOfPlatform(each.name) }));
      const sums = [
        { ...side.today, name: "Today" },
        { ...side.total, name: "Total" },
      ];
      const byLabel = side.labels.map((each) => ({ ...each, name: labelWords(each) }));
      const rows = [...sums, ...side.days, ...byPlatform, ...byLabel];
      screen.table([["", "Requests", "Credits", "May have been charged"], ...rows.map(creditsRow)]);
      screen.print("");
    }
  }
  return exitCodes.done;
};

const toldGroup = <T extends CreditsSum>({ spent, maybe: uncertain, ...rest }: T) => ({
  ...rest,
  credits: spent,
  uncertain,
});

const toldSide = ({ today, total, libraries, days, platforms: byPlatform, labels, assistants }: CreditsSide) => ({
  ...{ today: toldGroup(today), total: toldGroup(total), days: days.map(toldGroup) },
  libraries: libraries.map((each) => ({ ...toldGroup(each), today: toldGroup(each.today) })),
  ...{ platforms: byPlatform.map(toldGroup), labels: labels.map(toldGroup), assistants: assistants.map(toldGroup) },
});

/** A search's platform tells it from searches for the same words; that of an ad is part of its label. */
const labelWords = ({ name, what, platform }: CreditsSide["labels"][number]) =>
  what === "search" ? `${name === everything ? "All ads" : name} · ${labelOfPlatform(platform)}` : name;

const creditsRow = ({ name, requests, spent, maybe }: CreditsGroup) => [
  printable(name),
  ...[requests, spent, maybe].map(String),
];

const prettyDetail = async ({ engine }: CliSession, ad: AdRef) => prettyText(await engine.details.raw(ad));

/** An answer as the service sent it, with every digit exact. */
const prettyText = (answer: string) => prettyJson(answer).trimEnd();

function adOf(session: CliSession, [platform = "", id = ""]: readonly string[]): AdRef {
  if (!isDigits(id))
    throw new UsageError(`${id} is not an ad ID, which is a whole number of up to 40 digits, without zeros before it.`);
  return { platform: session.platform(platform), id };
}

/** The words for further credits that may have been charged; "" if there are none. */
export const maybe = (uncertain: number) => (uncertain === 0 ? "" : `, ${uncertain} more may have been charged`);

/** Why `--max-credits` is needed where the end of the results decides the price. */
export const pagesUnknown =
  "The number of pages isn't known in advance. Set the limit with --max-credits, 100 credits per page.";

/** @param what what can't be done if the data folder is read-only @throws {UsageError} */
function checkWritable({ folder, writable }: CliSession, what: "bought" | "imported" | "deleted"): void {
  if (!writable)
    throw new UsageError(
      `The data folder ${folder} is read-only, so nothing can be ${what}. Make it writable, or choose another one with --data.`,
    );
}

/** A plan of agreed credits. @throws {FeatureError | UsageError} `declined` */
export async function planOf(session: CliSession, credits: number, label: string) {
  const { engine, settings } = session;
  if (credits > 0) checkWritable(session, "bought");
  const plan = await engine.wallet.plan(credits, label, settings.baseUrl === sampleUrl);
  if (!plan) throw new FeatureError("declined");
  return plan;
}

/** The credits that `--max-credits` agrees to, at most the price. @throws {UsageError} if nothing was agreed to */
export function agreedCredits({ maxCredits }: Pick<Options, "maxCredits">, price: number): number {
  if (maxCredits === undefined)
    throw new UsageError(`This costs up to ${price} credits. To agree, add --max-credits ${price}.`);
  return Math.min(price, wholeNumber("--max-credits", maxCredits));
}
