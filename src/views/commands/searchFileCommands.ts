import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { FeatureError, toFailure } from "../../features/failures";
import { fileOwner } from "../../features/runs";
import type { FrozenSearch } from "../../features/search";
import {
  boughtOf,
  checkPinned,
  editSearchFile,
  readSearchFile,
  type SearchFile,
  writeSearchFile,
} from "../../features/searchFiles";
import { pathOf, type SearchFileTarget } from "../doors";
import { askSearchFile, isThere, nameOfFile, readUserBytes, writeUserFile } from "../files";
import { asHandover, libraryOfSearch } from "../panel/panelServices";
import { PanelTarget } from "../panel/session";
import { replaceText } from "../searchFiles/linkedFile";
import { plain } from "../words";
import { askName, fileTarget, readBought, readSearch, resultOf, targetSession } from "./askedSearch";
import { given, givenPlatform, showFailure } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";
import { askPlatform } from "./searchQuestions";

type Ports = Pick<
  CommandPorts,
  "clients" | "files" | "panels" | "recent" | "search" | "runs" | "watches" | "program" | "settings" | "links"
>;

const named = z.strictObject({ file: z.string(), name: z.string().optional() });
const wanted = z.strictObject({ file: z.string().optional(), platform: z.string().optional() });

/** Commands on search files. Each takes a CodeLens' file, a tree row, a file, or the editor in front. */
export const searchFileCommands = {
  newSearchFile,
  saveAsSearchFile,
  runSearchFile: async (ports: Ports, argument) => {
    const target = fileTarget(argument);
    const file = await readSearch(ports, target.uri);
    const caller = ports.program.callerOf(argument);
    // A CodeLens and an editor's button state no price: a person goes on in the form.
    if (caller !== "row" && !named.safeParse(argument).success) return open(ports, target, file, "form");
    await ports.clients.current();
    const frozen = await ports.search.ofBody(file);
    checkPinned(file, await ports.search.bought(frozen));
    await ports.program.agreeToSearch(frozen, caller, file.pages);
    return open(ports, target, file, "run", frozen);
  },
  showBoughtOfSearchFile: async (ports: Ports, argument) => {
    const target = fileTarget(argument);
    return open(ports, target, await readBought(ports, target.uri), "bought");
  },
  openSearchFile: async (ports: Ports, argument) => {
    const target = fileTarget(argument);
    return open(ports, target, await readSearch(ports, target.uri), "form");
  },
  renameSearchFile: (_: unknown, argument) =>
    renameSearchFile(fileTarget(argument).uri, named.safeParse(argument).data?.name),
  deleteSearchFile: (ports: Ports, argument) => removeSearchFile(fileTarget(argument).uri, ports),
} satisfies Handlers;

/** Opens the file's search in an explorer that stays linked to it. Only `run` costs anything. */
async function open(
  { links, panels, search, runs }: Ports,
  { uri }: SearchFileTarget,
  file: SearchFile,
  how: "run" | "bought" | "form",
  agreed?: FrozenSearch,
): Promise<unknown> {
  const frozen = agreed ?? (await search.ofBody(file));
  const { query } = frozen;
  const bought = how === "bought" ? boughtOf(file, await search.bought(frozen)) : undefined;
  if (how === "bought" && !bought)
    throw new FeatureError("notFound", {
      specifics: l10n.t("You haven't bought a result of this search yet. Run it first."),
    });
  const panel = await panels.beside(query.platform, uri);
  const { pages = 1 } = file;
  const ended = panel.carryOut({
    ...asHandover(frozen),
    run: how === "run",
    library: libraryOfSearch(frozen),
    ...(bought && { showBought: bought.lastHit }),
    ...(pages > 1 && { pages }),
  });
  // A form that has only a part of it must not change the file.
  if (!frozen.unfit) links.link(panel, uri, query, pages);
  const result = await ended;
  if (result && "page" in result) await runs.keep((await search.freezeBought(query)).address, fileOwner(pathOf(uri)));
  return resultOf(result);
}

async function newSearchFile({ recent, settings }: Ports, argument: unknown): Promise<unknown> {
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
async function saveAsSearchFile(ports: Ports, argument: unknown): Promise<unknown> {
  const { panels, search, links } = ports;
  const session = targetSession(panels, argument);
  const query = session?.draft ?? session?.shown?.frozen.query;
  if (!session || !query) throw new FeatureError("nothingShown");
  const asked = argument instanceof PanelTarget ? undefined : given(wanted, argument);
  const body = search.bodyQuery(await search.freezeBought(query));
  const pages = session.shown?.pages.length ?? 1;
  const label = await search.label(query);
  const uri = await askSearchFile(l10n.t("Save as Search File (0 credits)"), label || query.platform, asked?.file);
  if (!uri) return undefined;
  await writeUserFile(
    uri,
    writeSearchFile({ ...(label !== "" && { name: label }), ...body, ...(pages > 1 && { pages }) }),
  );
  const panel = panels.withSession(session);
  if (panel) links.link(panel, uri, query, pages);
  const show = l10n.t("Open");
  const words = l10n.t("Saved as {0}. Changes in the form appear in the file.", nameOfFile(uri));
  void vscode.window.showInformationMessage(plain(words), show).then(async (chosen) => {
    if (chosen === show) await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
  });
  return { file: uri.toString() };
}

/** Changes the name in the file; its path stays, so that references to it still work. */
async function renameSearchFile(uri: vscode.Uri, given: string | undefined): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const current = readSearchFile(document.getText()).file?.name ?? nameOfFile(uri).replace(/\.adsearch\.json$/, "");
  const name = given ?? (await askName(l10n.t("Rename Search"), current));
  const text = name === undefined ? undefined : editSearchFile(document.getText(), { name });
  if (name === undefined) return;
  if (text === undefined)
    throw new FeatureError("invalidRequest", {
      specifics: l10n.t("The file is not valid JSON. Correct it, then try again."),
    });
  await replaceText(document, text);
  await document.save();
}

/**
 * Deletes a file, with an undo offer. If that is declined, its runs are released and it is no longer watched. A file that
 * is there again by then keeps all.
 */
async function removeSearchFile(uri: vscode.Uri, { runs, watches }: Pick<Ports, "runs" | "watches">): Promise<void> {
  const bytes = await readUserBytes(uri);
  await vscode.workspace.fs.delete(uri);
  const undo = l10n.t("Undo");
  const words = l10n.t("Deleted {0}. What you paid for stays in the archive.", nameOfFile(uri));
  const ended = async (chosen: string | undefined) => {
    if (await isThere(uri)) return;
    if (chosen === undo) return writeUserFile(uri, bytes);
    await runs.release(fileOwner(pathOf(uri)));
    await watches.remove(fileOwner(pathOf(uri)));
  };
  void vscode.window
    .showInformationMessage(plain(words), undo)
    .then(ended)
    .then(undefined, (error: unknown) => showFailure(toFailure(error)));
}
