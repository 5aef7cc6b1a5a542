import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { sampleUrl } from "../../features/connection";
import { FeatureError, toFailure } from "../../features/failures";
import type { SearchAds } from "../../features/search";
import {
  canonicalNdjson,
  type CheckResult,
  fileOwner,
  type RanSearches,
  type RunName,
  type Runs,
  checkStopWords,
  usualKnownPages,
} from "../../features/runs";
import type { Wallet } from "../../features/wallet";
import { prices } from "../../protocol/credits";
import type { Run } from "../../protocol/runs";
import { age, moment } from "../age";
import type { Documents } from "../documents";
import type { Panels } from "../panel/panels";
import { pathOf } from "../searchFiles/searchFileTarget";
import { plain, showFailure } from "./boundary";
import type { CommandHandler } from "./commandIds";
import { type AskedSearch, askedSearch, type AskedSearchPorts } from "./askedSearch";
import { pickStep, textStep } from "./steps";

export interface RunCommandPorts extends AskedSearchPorts {
  readonly runs: Runs;
  readonly ran: RanSearches;
  readonly search: SearchAds;
  readonly wallet: Wallet;
  readonly panels: Panels;
  readonly documents: Documents;
}

type Names = "checkForNewAds" | "openRun" | "compareRuns" | "diffRuns";

/** Commands on the runs of a search: a row of the tree, the search of a panel, or one that a person chooses. */
export function runCommands(ports: RunCommandPorts): Record<Names, CommandHandler> {
  return {
    checkForNewAds: async (argument) => {
      const asked = await askedSearch(ports, argument, l10n.t("Check for New Ads"));
      return asked && checkForNewAds(ports, asked);
    },
    openRun: async (argument) => {
      const asked = await askedSearch(ports, argument, l10n.t("Open Run (0 credits)"));
      return asked && openRun(ports, asked);
    },
    compareRuns: async (argument) => {
      const pair = await askedPair(ports, argument, l10n.t("Compare With Earlier Run (0 credits)"));
      if (!pair) return undefined;
      const comparison = await ports.runs.compare(pair.earlier, pair.newer);
      await ports.panels.showComparison({ name: pair.name, comparison });
      await ports.runs.notes.looked(pair.newer.address);
      return comparison.counts;
    },
    diffRuns: async (argument) => {
      const pair = await askedPair(ports, argument, l10n.t("Compare With Earlier Run as Text (0 credits)"));
      if (pair) await showDiff(ports, pair);
    },
  };
}

/** Asks how many credits a check may cost, runs it, and reports its findings. */
async function checkForNewAds({ runs, ran, search, wallet, panels }: RunCommandPorts, asked: AskedSearch) {
  const { query, name, saved, file } = asked;
  const credits = await askCredits(name);
  if (credits === undefined) return undefined;
  const frozen = await search.freeze(query);
  const gate = await wallet.plan(credits, l10n.t("Check for New Ads: {0}", name), frozen.address.origin === sampleUrl);
  if (!gate) return undefined;
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Checking for new ads"), cancellable: true },
    (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      const tell = ({ pages, newAds }: { readonly pages: number; readonly newAds: number }) =>
        progress.report({ message: progressText(pages, newAds) });
      return runs.check(frozen, { gate, knownPages: usualKnownPages }, tell, stop.signal);
    },
  );
  const { lastHit } = result;
  if (saved && lastHit !== undefined) await ran.mark(saved, frozen, { lastHit, fetchedAt: new Date().toISOString() });
  else if (file) await runs.keep(frozen.address, fileOwner(pathOf(file)));
  else await runs.ran(frozen.address);
  void tellResult(result, gate.used, async () => {
    const [newer, earlier] = await runs.list(frozen.address);
    if (!newer || !earlier) return;
    const { address } = frozen;
    const [from, to] = [earlier, newer].map((run) => ({ address, lastHit: run.lastHit }));
    if (!from || !to) return;
    await panels.showComparison({ name, comparison: await runs.compare(from, to) });
    await runs.notes.looked(address);
  });
  const { newAds, stopped, pages, first } = result;
  return { newAds, stopped, pages, first, credits: gate.used };
}

function progressText(pages: number, newAds: number): string {
  return [pagesText(pages), newAds === 1 ? l10n.t("1 new ad") : l10n.t("{0} new ads", newAds.toLocaleString())].join(
    ", ",
  );
}

const pagesText = (pages: number) => (pages === 1 ? l10n.t("1 page") : l10n.t("{0} pages", pages.toLocaleString()));

/** @param used credits that were, or may have been, charged */
async function tellResult(result: CheckResult, used: number, compare: () => Promise<void>): Promise<void> {
  if (result.failure !== undefined) void showFailure(toFailure(result.failure));
  const spent = result.bought * prices.search;
  const words = [
    checkStopWords(result, usualKnownPages, (count) => count.toLocaleString()),
    l10n.t("Spent {0} credits.", spent.toLocaleString()),
    ...(used > spent ? [l10n.t("{0} more may have been charged.", (used - spent).toLocaleString())] : []),
  ].join(" ");
  const show = l10n.t("Compare With Earlier Run");
  const chosen = await vscode.window.showInformationMessage(
    plain(words),
    ...(result.first || result.pages === 0 ? [] : [show]),
  );
  if (chosen === show) await compare().catch((error: unknown) => showFailure(toFailure(error)));
}

async function askCredits(name: string): Promise<number | undefined> {
  const entered = await textStep({
    title: l10n.t("Check for New Ads: {0}", name),
    placeholder: l10n.t("Credits"),
    prompt: l10n.t(
      "The most credits to spend, 100 per page. The check also stops after {0} pages in a row with only known ads, or at the end of the results.",
      usualKnownPages,
    ),
    value: "300",
    check: (text) => (/^[1-9]\d{2,8}$/.test(text.trim()) ? undefined : l10n.t("Enter at least 100 credits.")),
  });
  return typeof entered === "string" ? undefined : Number(entered.value.trim());
}

/** Shows a run's owned pages for 0 credits; by default those of the newest run. */
async function openRun({ runs, panels, search }: RunCommandPorts, { query, lastHit }: AskedSearch): Promise<void> {
  const { address } = await search.freezeOwned(query);
  const [newest] = await runs.list(address);
  const shown = lastHit ?? newest?.lastHit;
  const panel = await panels.show(query.platform);
  await panel.carryOut({ query, run: false, ...(shown !== undefined && { showOwned: shown }) });
  if (shown === newest?.lastHit) await runs.notes.looked(address);
}

type Dated = RunName & Pick<Run, "fetchedAt">;

interface Pair {
  readonly name: string;
  readonly earlier: Dated;
  readonly newer: Dated;
}

/** The newest run and an earlier one, or the given one and the newest. @throws {FeatureError} if there is only one */
async function askedPair(ports: RunCommandPorts, argument: unknown, title: string): Promise<Pair | undefined> {
  const asked = await askedSearch(ports, argument, title);
  if (!asked) return undefined;
  const { address } = await ports.search.freezeOwned(asked.query);
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
  const chosen = await pickStep({ title, placeholder: l10n.t("Choose the run to compare with the newest one"), items });
  return typeof chosen === "string" ? undefined : chosen.value.run;
}

/** Shows both runs in VS Code's diff editor, as texts in which only real changes differ. */
async function showDiff({ runs, documents }: RunCommandPorts, { name, earlier, newer }: Pair): Promise<void> {
  const [from, to] = [await runs.read(earlier), await runs.read(newer)];
  const left = documents.set(`run-${earlier.lastHit}.ndjson`, canonicalNdjson(from));
  const right = documents.set(`run-${newer.lastHit}.ndjson`, canonicalNdjson(to));
  const times = [earlier, newer].map(({ fetchedAt }) => moment(fetchedAt, "medium"));
  await vscode.commands.executeCommand("vscode.diff", left, right, `${name}: ${times.join(" ↔ ")}`);
}
