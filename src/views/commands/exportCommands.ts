import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import {
  beyondWords,
  endOfExportWords,
  exportFormats,
  type ExportProgress,
  type ExportStart,
  type ExportSummary,
  type ExportWish,
  priceOfPages,
  refusedWords,
  suggestName,
  type UnfinishedExport,
  wishOf,
} from "../../features/export";
import { FeatureError, toFailure } from "../../features/failures";
import { type FrozenSearch, searchAct } from "../../features/search";
import { figure } from "../../features/text";
import { abortedBy } from "../../features/wallet";
import { adKey, sampleUrl } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { SearchFileTarget } from "../doors";
import { askPlace, exportTarget, fileUri, formatOf, placeWords, tellFile } from "../files";
import { PanelTarget } from "../panel/session";
import { adsText, pagesText, plain } from "../words";
import { exportedSearch, fileTarget, shownSearch } from "./askedSearch";
import { given, showFailure } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";
import { agreeToLost, askExtent, askMostCredits, askOptions, askUnfinished, type Extent } from "./exportQuestions";
import { paidProgress } from "./progress";

/** How many requests to send at once if a person wants it faster. */
const ahead = 4;

const place = { file: z.string().optional(), format: z.enum(exportFormats).optional() };
/** What a keybinding or another extension may specify; the rest is asked. */
const wantedResults = z.strictObject(place);
const wantedPages = z.strictObject({
  ...place,
  pages: z.int().min(1).optional(),
  /** To the end, for at most this many credits. */
  mostCredits: z.int().min(0).optional(),
  details: z.boolean().optional(),
  faster: z.boolean().optional(),
});
type WantedPages = z.infer<typeof wantedPages>;
type Place = Pick<WantedPages, "file" | "format">;

/** Commands that write ads to files. */
export const exportCommands = {
  exportResults,
  exportPages,
  resumeExport,
  exportSearchFile: (ports, argument) => exportPages(ports, fileTarget(argument)),
} satisfies Handlers;

/** Sample credits are counted separately and never charged. */
const isSample = ({ address }: FrozenSearch) => address.origin === sampleUrl;

/** Exports what is loaded, for 0 credits. */
async function exportResults(ports: CommandPorts, argument: unknown): Promise<ExportSummary | undefined> {
  const { frozen, lastHit, pages } = await shownSearch(ports.panels, argument);
  const wanted = given(wantedResults, argument) ?? {};
  const only = argument instanceof PanelTarget && argument.ads ? new Set(argument.ads.map(adKey)) : undefined;
  const chosen = await placeOf(ports, wanted, frozen, l10n.t("Export Results (0 credits)"));
  if (!chosen) return undefined;
  return runExport(ports, frozen, {
    ...chosen,
    lastHit: lastHit ?? "",
    to: Math.max(1, ...pages.map(({ page }) => page)),
    ...(only && { only }),
  });
}

/** Exports from page 1 on: bought pages for 0 credits, others at their price, within the agreed extent and credits. */
async function exportPages(ports: CommandPorts, argument: unknown): Promise<ExportSummary | undefined> {
  const exported = await exportedSearch(ports, argument);
  if (!exported) return undefined;
  const { frozen, lastHit } = exported;
  const wanted = exported.named ? {} : (given(wantedPages, argument) ?? {});
  const away = isAway(ports);
  const extent =
    boughtExtent(ports, exported, wanted) ?? extentOf(wanted) ?? (await askExtent(exported.bought, exported.wanted));
  const asksNothing = extentOf(wanted) !== undefined || away;
  const options = extent && (asksNothing ? optionsOf(wanted) : await askOptions());
  if (!extent || !options) return undefined;
  const chosen = await placeOf(ports, wanted, frozen, l10n.t("Export Pages"));
  if (!chosen) return undefined;
  const credits =
    "mostCredits" in extent
      ? extent.mostCredits
      : await priceOfPages(ports.details, exported, extent.to, options.details);
  const label =
    "to" in extent
      ? extent.to === 1
        ? l10n.t("Export 1 page")
        : l10n.t("Export up to {0} pages", extent.to)
      : l10n.t("Export all pages, up to this price");
  const caller = ports.program.callerOf(argument);
  // A line above the text of a search file may have been clicked by the person.
  const question =
    argument instanceof SearchFileTarget ? l10n.t("Export for up to {0} credits?", figure(credits)) : undefined;
  const agreed = await ports.program.agreeToPlan(credits, searchAct(frozen), label, caller, question);
  const gate = await ports.wallet.plan(credits, label, isSample(frozen), agreed);
  if (!gate) throw new FeatureError("declined");
  const wish = {
    ...chosen,
    ...(lastHit !== undefined && { lastHit }),
    ...("to" in extent && { to: extent.to }),
    gate,
    withDetails: options.details,
    ...(options.faster && { ahead }),
  };
  const onlyBought = away && wanted.pages === undefined;
  const why = onlyBought ? l10n.t("Only bought pages were exported, because no library is connected.") : "";
  return runExport(ports, frozen, wish, why).finally(() => gate.end());
}

/** No library is connected, so only what is bought can be exported. */
const isAway = ({ clients }: Pick<CommandPorts, "clients">) => clients.nameIfKnown() === undefined;

/**
 * The bought pages, if no others can be had: the search no longer fits the platform's filters, or no library is
 * connected. @throws {FeatureError} if more are wanted
 */
function boughtExtent(
  ports: CommandPorts,
  { frozen: { unfit }, bought }: ExportStart,
  { pages = bought }: WantedPages,
): Extent | undefined {
  const away = isAway(ports);
  if (!unfit && !away) return undefined;
  if (bought > 0 && pages <= bought) return { to: pages };
  throw unfit && !away ? new FeatureError("invalidRequest", { problems: unfit }) : new FeatureError("noConnection");
}

function extentOf({ pages, mostCredits }: WantedPages): Extent | undefined {
  if (pages !== undefined) return { to: pages };
  return mostCredits === undefined ? undefined : { mostCredits };
}

const optionsOf = ({ details = false, faster = false }: WantedPages) => ({ details, faster });

async function resumeExport(ports: CommandPorts): Promise<ExportSummary | undefined> {
  const chosen = await askUnfinished(await ports.exports.unfinished());
  if (!chosen) return undefined;
  if (chosen.choice === "resume") return resume(ports, chosen.unfinished);
  await ports.exports.discard(chosen.unfinished);
  return undefined;
}

async function resume(ports: CommandPorts, unfinished: UnfinishedExport): Promise<ExportSummary | undefined> {
  const { frozen, lost, price } = await ports.exports.rest(unfinished);
  if (!(await agreeToLost(lost))) throw new FeatureError("declined");
  const extent = price === undefined ? await askMostCredits() : { mostCredits: price };
  if (!extent || "to" in extent) return undefined;
  const { mostCredits } = extent;
  const label = l10n.t("Resume an export");
  const agreed = await ports.program.agreeToPlan(mostCredits, searchAct(frozen), label, "picker");
  const gate = await ports.wallet.plan(mostCredits, label, isSample(frozen), agreed);
  if (!gate) throw new FeatureError("declined");
  const target = exportTarget(vscode.Uri.parse(unfinished.plan.target, true));
  return runExport(ports, frozen, wishOf(unfinished, target, gate)).finally(() => gate.end());
}

async function placeOf(
  { settings }: CommandPorts,
  { file, format }: Place,
  { query, label }: FrozenSearch,
  title: string,
): Promise<Pick<ExportWish, "format" | "separator" | "target" | "place"> | undefined> {
  const { exportFormat, csvSeparator: separator, segments } = settings();
  const first = format ?? exportFormat;
  const segment = segments[query.platform];
  const asked =
    file === undefined
      ? await askPlace(suggestName(segment, label, new Date(), first), first, title)
      : { uri: fileUri(file), format: format ?? formatOf(file) ?? first };
  return asked && { format: asked.format, separator, target: exportTarget(asked.uri), place: asked.uri.toString() };
}

/**
 * Runs an export with its progress and a cancel button, and reports how it ended.
 * @param why a sentence for the report: what limited the export from the start
 */
async function runExport(
  ports: CommandPorts,
  frozen: FrozenSearch,
  wish: ExportWish,
  why = "",
): Promise<ExportSummary> {
  const atOnce = wish.gate ? (wish.ahead ?? 1) * prices.search : 0;
  const summary = await paidProgress(l10n.t("Exporting ads"), atOnce, (tell, { signal, now }) => {
    const wished = { ...wish, ...(wish.gate && { gate: abortedBy(wish.gate, now) }) };
    return ports.exports.run(frozen, wished, (done) => tell(progressText(done, wish.to)), signal);
  });
  void tellEnd(ports, summary, wish, why);
  return summary;
}

const pagesOf = (pages: number, of: number | undefined) =>
  of === undefined || of === pages ? pagesText(pages) : l10n.t("{0} of {1}", figure(pages), pagesText(of));

function progressText({ pages, ads, credits }: ExportProgress, to: number | undefined): string {
  return [pagesOf(pages, to), adsText(ads), l10n.t("{0} credits", figure(credits))].join(", ");
}

/** The result of an export, in figures that match the ledger and the archive. */
function endWords(summary: ExportSummary, to: number | undefined, why: string): string {
  const { file, pages, ads, credits, uncertain, complete, notKept = 0, pagesBeyond = [], kept, refused = [] } = summary;
  const name = file === undefined ? undefined : placeWords(fileUri(file));
  const words = [
    name === undefined
      ? l10n.t("Nothing was exported. {0} credits were spent.", figure(credits))
      : l10n.t("{0} exported to {1} for {2} credits.", adsText(ads), name, figure(credits)),
    why,
    to !== undefined && pages < to && l10n.t("Exported: {0}.", pagesOf(pages, to)),
    uncertain > 0 &&
      l10n.t("{0} more credits may have been charged for requests without an answer.", figure(uncertain)),
    kept !== undefined && l10n.t("{0} has changed since the export began, so it was kept.", placeWords(fileUri(kept))),
    refusedWords(refused),
    endOfExportWords(summary),
    beyondWords(pagesBeyond),
    !complete && credits > 0 && notKept === 0 && l10n.t("Every answer you paid for is in the archive."),
    notKept > 0 && l10n.t("Answers worth {0} credits couldn't be stored in the archive.", figure(notKept)),
  ];
  return words.filter(Boolean).join(" ");
}

async function tellEnd(
  ports: CommandPorts,
  summary: ExportSummary,
  { to, place }: ExportWish,
  why: string,
): Promise<void> {
  if (summary.failure !== undefined) void showFailure(toFailure(summary.failure));
  const { file, complete, resumable } = summary;
  const words = plain(endWords(summary, to, why));
  const unfinished = resumable ? await ports.exports.unfinished().catch(() => []) : [];
  const rest = unfinished.find(({ plan }) => plan.target === place);
  const again = l10n.t("Resume");
  const more = rest ? [again] : [];
  const chosen =
    file === undefined
      ? await vscode.window.showWarningMessage(words, ...more)
      : await tellFile(words, fileUri(file), complete, more);
  if (chosen === again && rest) await resume(ports, rest).catch((error: unknown) => showFailure(toFailure(error)));
}
