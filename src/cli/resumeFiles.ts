import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkLibrary, localTarget, lostAnswers, priceOfRest, type UnfinishedExport } from "../features/export";
import { FeatureError } from "../features/failures";
import { exitCodes, UsageError, type ExitCode } from "./exitCodes";
import { agreedCredits } from "./owned";
import type { Options } from "./options";
import type { Action, Run } from "./action";
import { exported, maybe, standardOutput } from "./runFiles";
import { wholeNumber } from "./session";

/** `resume`: lists stopped exports, or continues one. */
export const resumeExport: Action = async (run, options, [file]) => {
  const { screen, session } = run;
  const unfinished = await session.engine.exports.unfinished();
  if (file === undefined) {
    if (unfinished.length === 0) screen.note("There are no unfinished exports.");
    for (const { plan, pages, ads, credits, uncertain } of unfinished) {
      const target = nameOf(plan.target);
      if (options.json) screen.json({ file: target, platform: plan.about.platform, pages, ads, credits, uncertain });
      else screen.print(`${target}  ${pages} pages, ${ads} ads, ${credits} credits so far${maybe(uncertain)}`);
    }
    return exitCodes.done;
  }
  const resume = unfinished.find(({ plan }) => nameOf(plan.target) === (file === "-" ? file : resolve(file)));
  if (!resume)
    throw new UsageError(
      `There is no unfinished export of ${file}. To list unfinished exports, run ad-library resume.`,
    );
  return goOn(run, resume, options);
};

const nameOf = (target: string) =>
  target === "stdout:" ? "-" : target.startsWith("file:") ? fileURLToPath(target) : target;

async function goOn(run: Run, resume: UnfinishedExport, options: Options): Promise<ExitCode> {
  const { session, screen } = run;
  const { search, wallet } = session.engine;
  const { about, target, growing, format, details, pages: to, ahead: before } = resume.plan;
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
  if (price === undefined && options.maxCredits === undefined)
    throw new UsageError(
      "Nobody knows in advance where the results end. Set the limit with --max-credits, 100 credits per page.",
    );
  const credits =
    price === 0 ? 0 : agreedCredits(options, price ?? wholeNumber("--max-credits", options.maxCredits ?? ""));
  const gate = await wallet.plan(credits, "The rest of an export", session.settings.baseUrl === "sample:");
  if (!gate) throw new FeatureError("declined");
  const lastHit = resume.lastHit ?? about.lastHit;
  const place = target === "stdout:" ? standardOutput(session, growing) : localTarget(fileURLToPath(target), growing);
  return exported(
    run,
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
