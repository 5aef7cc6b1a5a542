import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { FeatureError } from "../../features/failures";
import type { LibraryClients } from "../../features/connection";
import { queryLabel, type SearchAds } from "../../features/search";
import { fileOwner, type Runs } from "../../features/runs";
import { freezeFile, ownedOf, type SearchFile, type SearchFiles, writeSearchFile } from "../../features/searchFiles";
import type { RecentSearches } from "../../features/searches";
import type { Settings } from "../../features/settings";
import { platforms } from "../../protocol/platforms";
import { age } from "../age";
import type { Panels } from "../panel/panels";
import { PanelTarget } from "../panel/session";
import type { FileLinks } from "../searchFiles/fileLinks";
import { pathOf, SearchFileTarget } from "../searchFiles/searchFileTarget";
import { askPlatform } from "./askPlatform";
import { plain } from "./boundary";
import type { CommandHandler } from "./commandIds";
import { fileUri, given, givenPlatform } from "./given";
import type { ProgramSpending } from "./programSpending";
import { targetSession } from "./sessionCommands";
import { askSearchFile, nameOfFile } from "./searchFilePlace";
import { removeSearchFile, renameSearchFile } from "./searchFileEdits";
import { writeUserFile } from "./userFile";

export interface SearchFileCommandPorts {
  readonly clients: LibraryClients;
  readonly files: SearchFiles;
  readonly panels: Panels;
  readonly recent: RecentSearches;
  readonly search: SearchAds;
  readonly runs: Runs;
  readonly program: ProgramSpending;
  /** Whether a value is a row of our trees: the object itself, not a copy. */
  readonly isOwnRow: (value: unknown) => boolean;
  readonly settings: () => Settings;
  readonly links: FileLinks;
}

type Names =
  | "newSearchFile"
  | "saveAsSearchFile"
  | "runSearchFile"
  | "showOwnedOfSearchFile"
  | "openSearchFile"
  | "exportSearchFile"
  | "renameSearchFile"
  | "deleteSearchFile";

const named = z.strictObject({ file: z.string(), name: z.string().optional() });
const wanted = z.strictObject({ file: z.string().optional(), platform: z.string().optional() });
/** A row of our tree. */
const row = z.object({ target: z.instanceof(SearchFileTarget) });

/** Commands on search files. Each takes a CodeLens' file, a tree row, a file, or the editor in front. */
export function searchFileCommands(
  ports: SearchFileCommandPorts,
  exportPages: CommandHandler,
): Record<Names, CommandHandler> {
  return {
    newSearchFile: (argument) => newSearchFile(ports, argument),
    saveAsSearchFile: (argument) => saveAsSearchFile(ports, argument),
    runSearchFile: async (argument) => {
      const target = targetOf(argument);
      const file = await readSearch(ports, target.uri);
      await ports.clients.current();
      if (!ports.isOwnRow(argument)) await agreeToRun(ports, file, target);
      return open(ports, target, file, "run");
    },
    showOwnedOfSearchFile: async (argument) => {
      const target = targetOf(argument);
      return open(ports, target, await readSearch(ports, target.uri), "owned");
    },
    openSearchFile: async (argument) => {
      const target = targetOf(argument);
      return open(ports, target, await readSearch(ports, target.uri), "form");
    },
    exportSearchFile: async (argument) => exportPages(targetOf(argument)),
    renameSearchFile: (argument) => renameSearchFile(targetOf(argument).uri, named.safeParse(argument).data?.name),
    deleteSearchFile: (argument) => removeSearchFile(targetOf(argument).uri, ports.runs),
  };
}

/** The search file that a command is about. @throws {FeatureError} */
function targetOf(argument: unknown): SearchFileTarget {
  if (argument instanceof SearchFileTarget) return argument;
  const ofRow = row.safeParse(argument).data;
  if (ofRow) return ofRow.target;
  if (argument instanceof vscode.Uri) return new SearchFileTarget(argument);
  const file = given(named, argument)?.file;
  const uri = file === undefined ? vscode.window.activeTextEditor?.document.uri : fileUri(file);
  if (!uri?.path.endsWith(".adsearch.json"))
    throw new FeatureError("notFound", { specifics: l10n.t("Open a search file (.adsearch.json) first.") });
  return new SearchFileTarget(uri);
}

/** The search of a file with unsaved changes. @throws {FeatureError} `invalidRequest` with its first error */
export async function readSearch(
  { files }: Pick<SearchFileCommandPorts, "files">,
  uri: vscode.Uri,
): Promise<SearchFile> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { file, problems } = await files.lint(document.getText(), { age });
  if (file) return file;
  const error = problems.find(({ severity }) => severity === "error") ?? problems[0];
  const specifics = error && l10n.t("line {0} of {1}: {2}", error.range.line, nameOfFile(uri), error.message);
  throw new FeatureError("invalidRequest", specifics === undefined ? {} : { specifics });
}

/**
 * Asks a person to agree to the price of a run. VS Code hands our CodeLens to any extension that asks for it, and does
 * not say whether a person clicked it: only a row of our tree proves a person's own click. @throws {FeatureError}
 */
async function agreeToRun(
  { program, search }: SearchFileCommandPorts,
  file: SearchFile,
  { uri }: SearchFileTarget,
): Promise<void> {
  const label = platforms.find(({ token }) => token === file.platform)?.label ?? file.platform;
  const question = l10n.t("Run “{0}” on {1}?", file.name ?? nameOfFile(uri), label);
  await program.agreeToSearch(await freezeFile(file, search), plain(question));
}

/** Opens the file's search in an explorer that stays linked to it. Only `run` costs anything. */
async function open(
  { links, panels, search, runs }: SearchFileCommandPorts,
  { uri }: SearchFileTarget,
  file: SearchFile,
  how: "run" | "owned" | "form",
): Promise<unknown> {
  const query = await search.fromBody(file.platform, file.body);
  const frozen = how === "owned" ? await search.freezeOwned(query) : undefined;
  const owned = frozen && ownedOf(file, await search.owned(frozen));
  if (frozen && !owned)
    throw new FeatureError("notFound", {
      specifics: l10n.t("You don't own a result of this search yet. Run it first."),
    });
  const panel = await panels.show(query.platform);
  const ended = panel.carryOut({ query, run: how === "run", ...(owned && { showOwned: owned.lastHit }) });
  links.link(panel, uri, query);
  const result = await ended;
  if (!result || "owned" in result) return result;
  const { page, ads, lastHit, hasNextPage } = result.page;
  await runs.keep((await search.freezeOwned(query)).address, fileOwner(pathOf(uri)));
  return { page, ads: ads.length, lastHit, hasNextPage };
}

async function newSearchFile({ recent, settings }: SearchFileCommandPorts, argument: unknown): Promise<unknown> {
  const asked = given(wanted, argument);
  const question = { title: l10n.t("New Search File (0 credits)"), totalSteps: 1 };
  const platform =
    asked?.platform === undefined
      ? await askPlatform(recent, question)
      : givenPlatform(asked.platform, settings().segments);
  if (!platform) return undefined;
  const segment = settings().segments[platform];
  const uri = await askSearchFile(question.title, segment, asked?.file);
  if (!uri) return undefined;
  await writeUserFile(uri, writeSearchFile({ platform, body: {} }));
  await vscode.window.showTextDocument(uri);
  return { file: uri.toString() };
}

/** Saves the form of an explorer as a file and links the two. */
async function saveAsSearchFile(ports: SearchFileCommandPorts, argument: unknown): Promise<unknown> {
  const { panels, search, links } = ports;
  const session = targetSession(panels, argument);
  const query = session?.draft ?? session?.shown?.frozen.query;
  if (!session || !query) throw new FeatureError("nothingShown");
  const asked = argument instanceof PanelTarget ? undefined : given(wanted, argument);
  const body = search.bodyQuery(await search.freezeOwned(query));
  const pages = session.shown?.pages.length ?? 1;
  const label = queryLabel(query);
  const uri = await askSearchFile(l10n.t("Save as Search File (0 credits)"), label || query.platform, asked?.file);
  if (!uri) return undefined;
  await writeUserFile(
    uri,
    writeSearchFile({ ...(label !== "" && { name: label }), ...body, ...(pages > 1 && { pages }) }),
  );
  const panel = panels.withSession(session);
  if (panel) links.link(panel, uri, query);
  const show = l10n.t("Open");
  const words = l10n.t("Saved as {0}. Changes in the form appear in the file.", nameOfFile(uri));
  void vscode.window.showInformationMessage(plain(words), show).then(async (chosen) => {
    if (chosen === show) await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
  });
  return { file: uri.toString() };
}
