import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import type { AdDetails } from "../../features/details";
import { sampleUrl } from "../../features/connection";
import {
  checkLibrary,
  exportFormats,
  type ExportSearch,
  type ExportSummary,
  type ExportWish,
  lostAnswers,
  priceOfPages,
  priceOfRest,
  suggestName,
} from "../../features/export";
import { FeatureError } from "../../features/failures";
import { type FrozenSearch, queryLabel, type SearchAds } from "../../features/search";
import type { SearchFiles } from "../../features/searchFiles";
import type { SavedSearches } from "../../features/searches";
import type { Settings } from "../../features/settings";
import type { Wallet } from "../../features/wallet";
import { askPlace, exportTarget, formatOf } from "../exportPlace";
import type { Panels } from "../panel/panels";
import { PanelTarget } from "../panel/session";
import type { CommandHandler } from "./commandIds";
import { agreeToLost, askExtent, askMostCredits, askOptions, askUnfinished, type Extent } from "./exportQuestions";
import { exportedSearch } from "./exportedSearch";
import { fileUri, given } from "./given";
import type { ProgramSpending } from "./programSpending";
import { runExport } from "./runExport";
import { shownSearch } from "./sessionCommands";

export interface ExportCommandPorts {
  readonly panels: Panels;
  readonly saved: SavedSearches;
  readonly search: SearchAds;
  readonly files: SearchFiles;
  readonly details: AdDetails;
  readonly wallet: Wallet;
  readonly program: ProgramSpending;
  readonly exports: ExportSearch;
  readonly settings: () => Settings;
}

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
export function exportCommands(
  ports: ExportCommandPorts,
): Record<"exportResults" | "exportPages" | "resumeExport", CommandHandler> {
  return {
    exportResults: (argument) => exportResults(ports, argument),
    exportPages: (argument) => exportPages(ports, argument),
    resumeExport: () => resumeExport(ports),
  };
}

/** Sample credits are counted separately and never charged. */
const isSample = ({ address }: FrozenSearch) => address.origin === sampleUrl;

/** Exports what is loaded, for 0 credits. */
async function exportResults(ports: ExportCommandPorts, argument: unknown): Promise<ExportSummary | undefined> {
  const { frozen, lastHit, pages } = shownSearch(ports.panels, argument);
  const wanted = given(wantedResults, argument) ?? {};
  const only =
    argument instanceof PanelTarget && argument.ads
      ? new Set(argument.ads.map(({ platform, id }) => `${platform}:${id}`))
      : undefined;
  const chosen = await placeOf(ports, wanted, frozen, l10n.t("Export Results (0 credits)"));
  if (!chosen) return undefined;
  return runExport(ports.exports, frozen, {
    ...chosen,
    lastHit: lastHit ?? "",
    to: Math.max(1, ...pages.map(({ page }) => page)),
    ...(only && { only }),
  });
}

/** Exports from page 1 on: owned pages for 0 credits, others at their price, within the agreed extent and credits. */
async function exportPages(ports: ExportCommandPorts, argument: unknown): Promise<ExportSummary | undefined> {
  const exported = await exportedSearch(ports, argument);
  if (!exported) return undefined;
  const { frozen, lastHit } = exported;
  const wanted = exported.named ? {} : (given(wantedPages, argument) ?? {});
  const extent = extentOf(wanted) ?? (await askExtent(exported.owned, exported.wanted));
  const options = extent && (extentOf(wanted) ? optionsOf(wanted) : await askOptions());
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
  // If the extent was given, no person has seen a price yet.
  const byProgram = extentOf(wanted) !== undefined;
  if (byProgram) await ports.program.agreeToExport(credits, frozen, label);
  const gate = await ports.wallet.plan(credits, label, isSample(frozen), byProgram);
  if (!gate) throw new FeatureError("declined");
  return runExport(ports.exports, frozen, {
    ...chosen,
    ...(lastHit !== undefined && { lastHit }),
    ...("to" in extent && { to: extent.to }),
    gate,
    withDetails: options.details,
    ...(options.faster && { ahead }),
  });
}

function extentOf({ pages, mostCredits }: WantedPages): Extent | undefined {
  if (pages !== undefined) return { to: pages };
  return mostCredits === undefined ? undefined : { mostCredits };
}

const optionsOf = ({ details = false, faster = false }: WantedPages) => ({ details, faster });

async function resumeExport(ports: ExportCommandPorts): Promise<ExportSummary | undefined> {
  const chosen = await askUnfinished(await ports.exports.unfinished());
  if (!chosen) return undefined;
  if (chosen.choice === "discard") {
    await ports.exports.discard(chosen.unfinished);
    return undefined;
  }
  const { unfinished: resume } = chosen;
  const { about, target, growing, format, details, pages: to, ahead: before } = resume.begun;
  const frozen = await ports.search.freezeOwned(await ports.search.fromSentBody(about.platform, about.body));
  checkLibrary(resume, frozen);
  const lastHit = resume.lastHit ?? about.lastHit;
  if (!(await agreeToLost(await lostAnswers(ports, frozen, resume)))) throw new FeatureError("declined");
  const extent =
    to === undefined ? await askMostCredits() : { mostCredits: await priceOfRest(ports.search, frozen, resume, to) };
  if (!extent || "to" in extent) return undefined;
  const gate = await ports.wallet.plan(extent.mostCredits, l10n.t("Resume an export"), isSample(frozen));
  if (!gate) throw new FeatureError("declined");
  return runExport(ports.exports, frozen, {
    format,
    target: exportTarget(vscode.Uri.parse(target, true), undefined, growing),
    place: target,
    ...(lastHit !== undefined && { lastHit }),
    ...(to !== undefined && { to }),
    gate,
    withDetails: details,
    ...(before !== undefined && { ahead: before }),
    resume,
  });
}

async function placeOf(
  { settings }: ExportCommandPorts,
  { file, format }: Place,
  { query }: FrozenSearch,
  title: string,
): Promise<Pick<ExportWish, "format" | "target" | "place"> | undefined> {
  const first = format ?? settings().exportFormat;
  const segment = settings().segments[query.platform];
  const asked =
    file === undefined
      ? await askPlace(suggestName(segment, queryLabel(query), new Date(), first), first, title)
      : { uri: fileUri(file), format: format ?? formatOf(file) ?? first };
  return asked && { format: asked.format, target: exportTarget(asked.uri), place: asked.uri.toString() };
}
