import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkLibrary, localTarget, lostAnswers, priceOfRest, type UnfinishedExport } from "../features/export";
import { counted } from "./counted";
import { exitCodes, UsageError, type ExitCode } from "./exitCodes";
import { maybe } from "./exportWords";
import { agreedCredits, pagesUnknown, planOf } from "./owned";
import type { Options } from "./options";
import type { Action, ActionContext } from "./action";
import { exported, standardOutput } from "./runFiles";
import { printableName } from "./screen";
import { wholeNumber } from "./session";

/** `resume`: lists unfinished exports, or continues one. */
export const resumeExport: Action = async (context, options, [file]) => {
  const { screen, session } = context;
  const unfinished = await session.engine.exports.unfinished();
  if (file === undefined) {
    if (unfinished.length === 0) screen.note("There are no unfinished exports.");
    for (const { begun, pages, ads, credits, uncertain } of unfinished) {
      const target = nameOf(begun.target);
      const { platform, body, startedAt } = begun.about;
      if (options.json) screen.json({ file: target, platform, body, startedAt, pages, ads, credits, uncertain });
      else {
        const got = `${counted(pages, "page")}, ${counted(ads, "ad")}`;
        screen.print(`${printableName(target)}  ${got}, ${credits} credits so far${maybe(uncertain)}  ${startedAt}`);
      }
    }
    return exitCodes.done;
  }
  const name = file === "-" ? file : resolve(file);
  const named = unfinished.filter(
    ({ begun, incomplete }) => nameOf(begun.target) === name || incomplete?.file === name,
  );
  const [resume] = named;
  if (!resume)
    throw new UsageError(
      `There is no unfinished export of ${file}, or another window or terminal is writing it. To list unfinished exports, run ad-library resume.`,
    );
  if (named.length > 1)
    screen.warn(
      `${named.length} unfinished exports have this name. This continues the newest one, begun at ${resume.begun.about.startedAt}, of ${searchWords(resume)}.`,
    );
  return goOn(context, resume, options);
};

const searchWords = ({ begun: { about } }: UnfinishedExport) => `${about.platform} ${about.body}`;

const nameOf = (target: string) =>
  target === "stdout:" ? "-" : target.startsWith("file:") ? fileURLToPath(target) : target;

async function goOn(context: ActionContext, resume: UnfinishedExport, options: Options): Promise<ExitCode> {
  const { session, screen } = context;
  const { search } = session.engine;
  const { about, target, growing, format, details, pages: to, ahead: before } = resume.begun;
  const frozen = await search.freezeOwned(await search.fromSentBody(about.platform, about.body));
  checkLibrary(resume, frozen);
  const lost = await lostAnswers(session.engine, frozen, resume);
  const names = [
    ...lost.pages.map((page) => `page ${page}`),
    ...lost.details.map(({ id }) => `the details of ad ${id}`),
  ];
  if (names.length > 0)
    screen.warn(`These answers were lost and may have been charged. Requesting them again: ${names.join(", ")}.`);
  const price = to === undefined ? undefined : await priceOfRest(search, frozen, resume, to);
  if (price === undefined && options.maxCredits === undefined) throw new UsageError(pagesUnknown);
  const credits =
    price === 0 ? 0 : agreedCredits(options, price ?? wholeNumber("--max-credits", options.maxCredits ?? ""));
  const gate = await planOf(session, credits, "Resume an export");
  const lastHit = resume.lastHit ?? about.lastHit;
  const place = target === "stdout:" ? standardOutput(session, growing) : localTarget(fileURLToPath(target), growing);
  return exported(
    context,
    frozen,
    {
      ...{ format, target: place, place: target, gate, withDetails: details, resume },
      ...(lastHit !== undefined && { lastHit }),
      ...(to !== undefined && { to }),
      ...(before !== undefined && { ahead: before }),
    },
    options,
  );
}
