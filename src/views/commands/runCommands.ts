import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { FeatureError, toFailure } from "../../features/failures";
import {
  canonicalNdjson,
  type CheckResult,
  checkStopWords,
  fileOwner,
  type RunName,
  spentWords,
  usualKnownPages,
} from "../../features/runs";
import { searchAct } from "../../features/search";
import { figure } from "../../features/text";
import { sampleUrl } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import type { Run } from "../../protocol/runs";
import { pathOf } from "../doors";
import { age, moment, newAdsText, pagesText, plain } from "../words";
import { type AskedSearch, askedSearch, readBought } from "./askedSearch";
import { showFailure } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";
import { paidProgress } from "./progress";
import type { Caller } from "./programSpending";
import { askCredits, pickOne } from "./steps";

type Ports = Pick<
  CommandPorts,
  ("clients" | "saved" | "files" | "runs" | "ran" | "search") | ("wallet" | "panels" | "documents" | "program")
>;

/** Commands on the runs of a search: a row of the tree, the search of a panel, or one that a person chooses. */
export const runCommands = {
  checkForNewAds: async (ports: Ports, argument) => {
    // A check needs the connection: without one, this throws before anything is asked.
    ports.clients.libraryName();
    const asked = await askedSearch(ports, argument, l10n.t("Check for New Ads"));
    return asked && checkForNewAds(ports, asked, ports.program.callerOf(argument));
  },
  openRun: async (ports: Ports, argument) => {
    const asked = await askedSearch(ports, argument, l10n.t("Open Run (0 credits)"), readBought);
    return asked && openRun(ports, asked);
  },
  compareRuns: async (ports: Ports, argument) => {
    const pair = await askedPair(ports, argument, l10n.t("Compare With Earlier Run (0 credits)"));
    if (!pair) return undefined;
    const comparison = await ports.runs.compare(pair.earlier, pair.newer);
    await ports.panels.showComparison({ name: pair.name, comparison });
    await ports.runs.notes.looked(pair.newer.address);
    return comparison.counts;
  },
  diffRuns: async (ports: Ports, argument) => {
    const pair = await askedPair(ports, argument, l10n.t("Compare With Earlier Run as Text (0 credits)"));
    if (pair) await showDiff(ports, pair);
  },
} satisfies Handlers;

/** Asks how many credits a check may cost, runs it, and reports its findings. */
async function checkForNewAds(ports: Ports, asked: AskedSearch, caller: Caller) {
  const { runs, ran, search, wallet, panels, program } = ports;
  const { query, name, saved, file } = asked;
  const label = l10n.t("Check for New Ads: {0}", name);
  const prompt = l10n.t(
    "Credit limit for this check, at 100 per page. The check also stops after {0} pages without new ads, or at the end of the results.",
    usualKnownPages,
  );
  const credits = await askCredits({ title: label, prompt });
  if (credits === undefined) return undefined;
  const frozen = await search.freeze(query);
  const agreed = await program.agreeToPlan(credits, searchAct(frozen), label, caller);
  const gate = await wallet.plan(credits, label, frozen.address.origin === sampleUrl, agreed);
  if (!gate) return undefined;
  const result = await paidProgress(l10n.t("Checking for new ads"), prices.search, (tell, { signal, now }) => {
    const wish = { ...asked.wish, gate, now, knownPages: usualKnownPages };
    const checked = runs.check(frozen, wish, ({ pages, newAds }) => tell(progressText(pages, newAds)), signal);
    return checked.finally(() => gate.end());
  });
  const { lastHit } = result;
  if (saved && lastHit !== undefined) await ran.mark(saved, frozen, { lastHit, fetchedAt: new Date().toISOString() });
  else if (file) await runs.keep(frozen.address, fileOwner(pathOf(file)));
  else await runs.ran(frozen.address);
  void tellResult(result, async () => {
    const [newer, earlier] = await runs.list(frozen.address);
    if (!newer || !earlier) return;
    const { address } = frozen;
    const [from, to] = [earlier, newer].map((run) => ({ address, lastHit: run.lastHit }));
    if (!from || !to) return;
    await panels.showComparison({ name, comparison: await runs.compare(from, to) });
    await runs.notes.looked(address);
  });
  const { newAds, stopped, pages, first, credits: spent, uncertain } = result;
  return { newAds, stopped, pages, first, credits: spent, uncertain };
}

function progressText(pages: number, newAds: number): string {
  return [pagesText(pages), newAdsText(newAds)].join(", ");
}

async function tellResult(result: CheckResult, compare: () => Promise<void>): Promise<void> {
  if (result.failure !== undefined) void showFailure(toFailure(result.failure));
  const words = `${checkStopWords(result, usualKnownPages, figure)} ${spentWords(result, figure)}`;
  const show = l10n.t("Compare With Earlier Run");
  const chosen = await vscode.window.showInformationMessage(
    plain(words),
    ...(result.first || result.pages === 0 ? [] : [show]),
  );
  if (chosen === show) await compare().catch((error: unknown) => showFailure(toFailure(error)));
}

/** Shows a run's bought pages for 0 credits; by default those of the newest run. */
async function openRun({ runs, panels, search }: Ports, { query, lastHit }: AskedSearch): Promise<void> {
  const frozen = await search.freezeBought(query);
  const [newest] = await runs.list(frozen.address);
  const shown = lastHit ?? newest?.lastHit;
  await panels.showRun(frozen, shown);
  if (shown === newest?.lastHit) await runs.notes.looked(frozen.address);
}

type Dated = RunName & Pick<Run, "fetchedAt">;

interface Pair {
  readonly name: string;
  readonly earlier: Dated;
  readonly newer: Dated;
}

/** The newest run and an earlier one, or the given one and the newest. @throws {FeatureError} if there is only one */
async function askedPair(ports: Ports, argument: unknown, title: string): Promise<Pair | undefined> {
  const asked = await askedSearch(ports, argument, title, readBought);
  if (!asked) return undefined;
  const { address } = await ports.search.freezeBought(asked.query);
  const [newest, ...earlier] = await ports.runs.list(address);
  const first = earlier[0];
  if (!newest || !first)
    throw new FeatureError("notFound", {
      specifics: l10n.t("This search doesn't have two runs yet. Run it again, or check it for new ads."),
    });
  const given = earlier.find(({ lastHit }) => lastHit === asked.lastHit);
  const chosen = given ?? (earlier.length === 1 ? first : await askRun(earlier, title));
  if (!chosen) return undefined;
  const named = ({ lastHit, fetchedAt }: Run) => ({ address, lastHit, fetchedAt });
  return { name: asked.name, earlier: named(chosen), newer: named(newest) };
}

async function askRun(earlier: readonly Run[], title: string): Promise<Run | undefined> {
  const items = earlier.map((run) => ({
    run,
    label: moment(run.fetchedAt, "medium"),
    description: [age(run.fetchedAt), pagesText(run.pages)].join(" · "),
  }));
  return (await pickOne({ title, placeholder: l10n.t("Choose the run to compare with the newest one"), items }))?.run;
}

/** Shows both runs in VS Code's diff editor, as texts in which only real changes differ. */
async function showDiff({ runs, documents }: Ports, { name, earlier, newer }: Pair): Promise<void> {
  const [from, to] = [await runs.read(earlier), await runs.read(newer)];
  const left = documents.set(`run-${earlier.lastHit}.ndjson`, canonicalNdjson(from));
  const right = documents.set(`run-${newer.lastHit}.ndjson`, canonicalNdjson(to));
  const times = [earlier, newer].map(({ fetchedAt }) => moment(fetchedAt, "medium"));
  await vscode.commands.executeCommand("vscode.diff", left, right, `${name}: ${times.join(" ↔ ")}`);
}
