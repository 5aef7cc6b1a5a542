import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import {
  addEntries,
  type BoardChange,
  boardEnding,
  type BoardEntry,
  newBoard,
  readBoard,
  removeEntries,
} from "../../features/boards";
import { FeatureError, toFailure } from "../../features/failures";
import { platformField } from "../../features/searches";
import { adKey, type AdRef, idPattern } from "../../protocol/ads";
import { askNewBoard, fileUri, nameOfFile, placeWords, readUserFile, writeUserFile } from "../files";
import { PanelTarget } from "../panel/session";
import { replaceText } from "../searchFiles/linkedFile";
import { type BoardFile, boardFiles, errorWords } from "../searchFiles/workspaceBoards";
import { adsText, noIcons, plain } from "../words";
import { given, showFailure } from "./boundary";
import type { CommandPorts } from "./commandIds";
import { pickOne } from "./steps";

const adField = z.strictObject({ platform: platformField, id: z.string().regex(idPattern) });
const wanted = z.strictObject({
  ads: z.array(adField).min(1).max(10_000),
  board: z.string().min(1).optional(),
  column: z.string().max(1000).optional(),
});
/** What VS Code passes from the context menu of an ad in one of our panels. */
const menu = z.object({ webview: z.string(), adLibraryAd: z.string() });

/** Where ads are added. */
interface Place {
  readonly uri: vscode.Uri;
  readonly column: string;
  /** The text with which the board was made just now. */
  readonly made?: string;
}

/** Adds ads to a board, for 0 credits. */
export async function addToBoard(ports: CommandPorts, argument: unknown): Promise<unknown> {
  const chosen = chosenAds(ports, argument);
  if (!chosen) return undefined;
  const place =
    chosen.board === undefined ? await askPlace(ports) : await placeOf(fileUri(chosen.board), chosen.column);
  if (!place) return undefined;
  const entries = await ports.boards.entriesOf(chosen.ads, place.column);
  if (entries.length === 0)
    throw new FeatureError("notFound", {
      specifics: l10n.t(
        "No stored answer of the connected library shows this ad, so a board couldn't say where it is from.",
      ),
    });
  const change = await changeBoard(place.uri, (text) => addEntries(text, entries));
  await ports.context.workspaceState.update(lastKey, { uri: place.uri.toString(), column: place.column });
  void tellAdded(place, change.entries, chosen.ads.length).catch((error: unknown) => showFailure(toFailure(error)));
  return { board: place.uri.toString(), added: change.entries.length };
}

interface ChosenAds {
  readonly ads: readonly { readonly ad: AdRef; readonly fetchedAt?: string | undefined }[];
  readonly board?: string | undefined;
  readonly column?: string | undefined;
}

/** The ads that the caller names. Without any, the panel in front is asked, which then starts the command itself. */
function chosenAds({ panels }: CommandPorts, argument: unknown): ChosenAds | undefined {
  if (argument instanceof PanelTarget) {
    const { ads = [], session } = argument;
    return { ads: ads.map((ad) => ({ ad, fetchedAt: session.seen(adKey(ad))?.fetchedAt })) };
  }
  const ofMenu = menu.safeParse(argument).data;
  const asked = ofMenu ? undefined : given(wanted, argument);
  if (asked) return { ...asked, ads: asked.ads.map((ad) => ({ ad })) };
  if (!panels.front)
    throw new FeatureError("notFound", {
      specifics: l10n.t("Select ads in an explorer first, in the archive, or in a run comparison."),
    });
  panels.front.tell("boardWanted", ofMenu ? { ad: ofMenu.adLibraryAd } : {});
  return undefined;
}

/** A file that a caller names. It is made if it is missing. */
async function placeOf(uri: vscode.Uri, column = ""): Promise<Place> {
  if (!uri.path.endsWith(boardEnding))
    throw new FeatureError("invalidRequest", { specifics: l10n.t("The name of a board ends with {0}.", boardEnding) });
  const found = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
  return { uri, column, ...(!found && { made: await makeBoard(uri) }) };
}

async function makeBoard(uri: vscode.Uri): Promise<string> {
  const text = newBoard(nameOfFile(uri).slice(0, -boardEnding.length));
  await writeUserFile(uri, text);
  return text;
}

const lastKey = "lastBoard";
const last = z.object({ uri: z.string(), column: z.string() });

interface PlaceItem extends vscode.QuickPickItem {
  readonly place?: Place;
}

/** Lets a person choose a board, or one of its columns: the one chosen last comes first. */
async function askPlace({ context }: CommandPorts): Promise<Place | undefined> {
  const title = l10n.t("Add to Board (0 credits)");
  const boards = await boardFiles();
  const before = last.safeParse(context.workspaceState.get(lastKey)).data;
  const isLast = ({ place }: PlaceItem) =>
    place !== undefined && place.uri.toString() === before?.uri && place.column === before.column;
  const all = boards.flatMap(itemsOf);
  const made: PlaceItem = { label: l10n.t("New Board…"), iconPath: new vscode.ThemeIcon("add") };
  const items = [...all.filter(isLast), ...all.filter((item) => !isLast(item)), made];
  const placeholder = l10n.t("Choose a board, or one of its columns");
  const chosen = boards.length === 0 ? made : await pickOne({ title, placeholder, items });
  if (chosen !== made) return chosen?.place;
  const uri = await askNewBoard(l10n.t("New Board (0 credits)"));
  return uri && { uri, column: "", made: await makeBoard(uri) };
}

function itemsOf({ uri, name, board, problem }: BoardFile): readonly PlaceItem[] {
  const label = noIcons(name);
  const path = vscode.workspace.asRelativePath(uri);
  const item = (column: string, description: string): PlaceItem => ({
    ...{ label: column === "" ? label : `${label} › ${noIcons(column)}`, description: noIcons(description) },
    iconPath: new vscode.ThemeIcon(problem === undefined ? "pinned" : "warning"),
    place: { uri, column },
  });
  if (!board) return [item("", problem ?? path)];
  return [...board.columns.map((column) => item(column, path)), item("", path)];
}

/** Changes a board. With unsaved changes, its document is edited, and stays unsaved. @throws {FeatureError} if it has errors */
async function changeBoard(uri: vscode.Uri, make: (text: string) => BoardChange | undefined): Promise<BoardChange> {
  const isOpen = (document: vscode.TextDocument) => document.isDirty && document.uri.toString() === uri.toString();
  const typed = vscode.workspace.textDocuments.find(isOpen);
  const text = typed?.getText() ?? (await readUserFile(uri));
  const change = make(text);
  if (!change) {
    // Its problems are shown there.
    await vscode.window.showTextDocument(uri);
    const specifics = errorWords(readBoard(text).problems) ?? "";
    throw new FeatureError("invalidRequest", { specifics: `${nameOfFile(uri)}: ${specifics}` });
  }
  if (!typed) await writeUserFile(uri, change.text);
  else if (!(await replaceText(typed, change.text)))
    throw new FeatureError("invalidRequest", { specifics: l10n.t("{0} couldn't be edited.", nameOfFile(uri)) });
  return change;
}

async function tellAdded(place: Place, added: readonly BoardEntry[], of: number): Promise<void> {
  const name = placeWords(place.uri);
  const words =
    added.length === 0
      ? l10n.t("Already on {1}: {0}.", adsText(of), name)
      : l10n.t("{0} added to {1} for 0 credits.", adsText(added.length), name);
  const rest =
    added.length > 0 && added.length < of
      ? l10n.t("Not added, because already on it or without a stored answer: {0}.", adsText(of - added.length))
      : "";
  const [undo, open] = [l10n.t("Undo"), l10n.t("Open")];
  const buttons = added.length > 0 ? [undo, open] : [open];
  const chosen = await vscode.window.showInformationMessage(plain(`${words} ${rest}`.trim()), ...buttons);
  if (chosen === open) await vscode.commands.executeCommand("vscode.open", place.uri);
  if (chosen === undo) await takeBack(place, added);
}

const withoutBlanks = (text: string) => text.replace(/\s/g, "");

/** Removes exactly what was added: what was changed since stays, and so does a new board that was changed. */
async function takeBack({ uri, made }: Place, added: readonly BoardEntry[]): Promise<void> {
  const change = await changeBoard(uri, (text) => removeEntries(text, added));
  if (made !== undefined && withoutBlanks(change.text) === withoutBlanks(made)) await vscode.workspace.fs.delete(uri);
  const left = added.length - change.entries.length;
  if (left > 0)
    void vscode.window.showInformationMessage(
      plain(l10n.t("Changed since, so still on {1}: {0}.", adsText(left), placeWords(uri))),
    );
}
