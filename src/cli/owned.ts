import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { FeatureError, recoveredWords } from "../features/failures";
import { prettyJson } from "../features/text";
import type { CreditsGroup } from "../features/wallet";
import type { AdCard, AdRef } from "../protocol/ads";
import { prices } from "../protocol/credits";
import { platforms } from "../protocol/platforms";
import { exitCodes, UsageError } from "./exitCodes";
import type { Options } from "./options";
import type { Action } from "./action";
import { printable, printableLines } from "./screen";
import { atLeastOne, wholeNumber } from "./session";
import { type CliSession } from "./action";

/** `find`: searches the archive. */
export const findOwned: Action = async ({ session, screen, signal }, { platform, limit = "50", json }, words) => {
  const most = atLeastOne("--limit", limit);
  const criteria = { text: words.join(" "), ...(platform && { platforms: [session.platform(platform)] }) };
  let after: string | undefined;
  let shown = 0;
  do {
    const { ads, next } = await session.engine.ownedAds.find(criteria, { after });
    for (const { card, fetchedAt } of ads.slice(0, most - shown)) {
      shown += 1;
      if (json) screen.json({ ...card, fetchedAt });
      else {
        const title = printable(card.title ?? "Untitled ad");
        screen.print(`${adName(session, card)}  ${title}  ${printable(card.owner?.name ?? "")}`.trimEnd());
      }
    }
    after = shown < most ? next : undefined;
  } while (after !== undefined && !signal.aborted);
  if (shown === 0) screen.note("No owned ads match.");
  return shown === 0 ? exitCodes.problems : exitCodes.done;
};

/** An ad as `show` and `details` take it. */
export function adName({ settings }: CliSession, { platform, id }: Pick<AdCard, "platform" | "id">): string {
  return `${platform === undefined ? "" : settings.segments[platform]} ${id ?? ""}`;
}

/** `show`: prints an owned ad, offline. */
export const showAd: Action = async ({ session, screen }, { json }, args) => {
  const ad = adOf(session, args);
  const { engine } = session;
  const [detail, history] = [await engine.details.owned(ad), await engine.ownedAds.history(ad)];
  if (!detail && history.length === 0)
    throw new FeatureError("notFound", { specifics: "You don't own this ad. Look for others with ad-library find." });
  if (json) screen.json({ ad, ...detail, history });
  else {
    if (detail) screen.print(await prettyDetail(session, ad));
    for (const { fetchedAt, from, stats } of history)
      screen.print(
        `${fetchedAt}  ${from}  ${stats.map(({ name, value }) => `${printable(name)} ${value}`).join(", ")}`.trimEnd(),
      );
  }
  return exitCodes.done;
};

/** `details`: prints the details of an ad. They are owned, or bought within the agreed credits. */
export const fetchDetails: Action = async ({ session, screen, signal }, { json, maxCredits }, args) => {
  const ad = adOf(session, args);
  const { details } = session.engine;
  if (!(await details.ownedAnswer(ad))) {
    if (ad.platform === "mega") throw new FeatureError("noDetails");
    const credits = agreedCredits({ maxCredits }, prices.adDetail);
    const gate = await planOf(session, credits, adName(session, ad));
    await details.fetch(ad, signal, gate);
    screen.note(`${gate.used} credits`);
  } else screen.note("Owned: 0 credits");
  if (json) screen.json(await details.owned(ad));
  else screen.print(await prettyDetail(session, ad));
  return exitCodes.done;
};

/** `recover`: lists the older files beside the archive, or adds what one of them has and the archive lacks. */
export const recoverArchive: Action = async ({ session, screen }, { json }, [file]) => {
  const { archive } = session.engine;
  if (file === undefined) {
    const older = await archive.olderFiles();
    if (older.length === 0)
      screen.note("There is no older file beside the archive. Name one: ad-library recover FILE.");
    for (const { file: path, at } of older)
      if (json) screen.json({ file: path, at: at.toISOString() });
      else screen.print(`${path}  ${at.toISOString()}`);
    return exitCodes.done;
  }
  const path = resolve(file);
  await access(path).catch(() => {
    throw new UsageError(`${file} can't be read.`);
  });
  const recovered = await archive.recover(path);
  if (json) screen.json({ file: path, ...recovered });
  if (recovered.saved === 0) {
    screen.warn(`No answer in ${path} can be read.`);
    return exitCodes.problems;
  }
  if (!json) screen.print(`${recoveredWords(recovered)} 0 credits.`);
  return exitCodes.done;
};

/** `credits`: prints the sums of the ledger, or all its lines as CSV. */
export const showCredits: Action = async ({ session, screen }, { json, csv }) => {
  const report = await session.engine.wallet.report();
  if (csv) screen.print(report.csv().trimEnd());
  else if (json) screen.json({ service: report.service, sample: report.sample, corruptLines: report.corruptLines });
  else {
    for (const [title, side] of [
      ["Your library", report.service],
      ["Sample library (not charged)", report.sample],
    ] as const) {
      screen.print(title);
      const byPlatform = side.platforms.map((each) => ({ ...each, name: labelOf(each.name) }));
      const sums = [
        { ...side.today, name: "Today" },
        { ...side.total, name: "Total" },
      ];
      const rows = [...sums, ...side.days, ...byPlatform, ...side.labels];
      screen.table([["", "Requests", "Credits", "May have been charged"], ...rows.map(creditsRow)]);
      screen.print("");
    }
  }
  return exitCodes.done;
};

const labelOf = (token: string) => platforms.find((each) => each.token === token)?.label ?? token;

const creditsRow = ({ name, requests, spent, maybe }: CreditsGroup) => [
  printable(name),
  ...[requests, spent, maybe].map(String),
];

/** The detail as the service sent it, with every digit exact. */
async function prettyDetail({ engine }: CliSession, ad: AdRef): Promise<string> {
  return printableLines(prettyJson(await engine.details.raw(ad))).trimEnd();
}

function adOf(session: CliSession, [platform = "", id = ""]: readonly string[]): AdRef {
  if (!/^-?\d{1,19}$/.test(id)) throw new UsageError(`${id} is not an ad ID. Ad IDs have only digits.`);
  return { platform: session.platform(platform), id };
}

/** Why `--max-credits` is needed where the end of the results decides the price. */
export const pagesUnknown =
  "The number of pages isn't known in advance. Set the limit with --max-credits, 100 credits per page.";

/**
 * A plan of agreed credits. Ctrl+C waits for its requests in progress, because their answers are charged.
 * @throws {FeatureError} `declined`
 */
export async function planOf({ engine, settings }: CliSession, credits: number, label: string) {
  const plan = await engine.wallet.plan(credits, label, settings.baseUrl === "sample:");
  if (!plan) throw new FeatureError("declined");
  plan.finishRequests();
  return plan;
}

/** The credits that `--max-credits` agrees to, at most the price. @throws {UsageError} if nothing was agreed to */
export function agreedCredits({ maxCredits }: Pick<Options, "maxCredits">, price: number): number {
  if (maxCredits === undefined)
    throw new UsageError(`This costs up to ${price} credits. To agree, add --max-credits ${price}.`);
  return Math.min(price, wholeNumber("--max-credits", maxCredits));
}
