import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import {
  type Change,
  changeText,
  convertRequest,
  convertResponse,
  isLoss,
  liveFilters,
  type LooksLike,
  looksLikeV1,
  readRequestV1,
  requestDocument,
  requestProblems,
  type RequestV1,
  responseProblems,
  searchFor,
} from "../../features/convert";
import type { BodyQuery } from "../../features/forms";
import { platformOf, type PlatformToken } from "../../protocol/platforms";
import { fileUri, readUserFile } from "../files";
import { given } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";
import { freeProgress } from "./progress";
import { askPlatform } from "./searchQuestions";
import { pickOne } from "./steps";

/** A text, or a file with one; for a request also the platform, if the text does not name it. */
const wanted = z.strictObject({
  text: z.string().optional(),
  file: z.string().optional(),
  platform: z.string().optional(),
});

/** Commands that convert V1 requests and answers to V2. Free: only filters are requested. */
export const convertCommands = {
  convertV1Request,
  convertV1Response: (_, argument) => convertV1Response(argument),
} satisfies Handlers;

async function convertV1Request(ports: CommandPorts, argument: unknown): Promise<unknown> {
  const asked = given(wanted, argument);
  const title = l10n.t("Convert V1 Request");
  const text = await convertSource(asked, "request", title);
  if (text === undefined) return undefined;
  const request = readRequestV1(text);
  if (typeof request === "string") {
    const again = request === "notJson" ? ` ${l10n.t("Select or copy one, then try again.")}` : "";
    return void vscode.window.showWarningMessage(`${requestProblems[request]()}${again}`);
  }
  const platform = await platformFor(ports, asked?.platform ?? request.platform, title);
  if (!platform) return undefined;
  const { converted, notChecked } = await converting(ports, request, platform);
  const { segments } = ports.settings();
  await showBeside(`v2-${segments[platform]}.jsonc`, requestDocument(converted, segments, notChecked));
  void offerSearch(converted.changes, searchFor(ports.forms.version, request, converted));
  return { platform, body: converted.body, changes: converted.changes };
}

async function platformFor(
  { recent, settings }: CommandPorts,
  name: string | undefined,
  title: string,
): Promise<PlatformToken | undefined> {
  const { segments } = settings();
  const known = name === undefined ? undefined : platformOf(name, segments);
  if (known) return known;
  return askPlatform(recent, { title, totalSteps: 1, withDetails: true });
}

/** Converts with the live filters if they can be fetched; canceling leaves everything unchanged. */
function converting({ forms }: CommandPorts, request: RequestV1, platform: PlatformToken) {
  const title = l10n.t("Looking up names in the live filters (0 credits)…");
  return freeProgress(title, async (signal) => {
    const live = await liveFilters(forms, platform, signal);
    const converted = await convertRequest(request, platform, "form" in live ? live : undefined);
    return { converted, notChecked: live.why };
  });
}

async function offerSearch(changes: readonly Change[], { platform, body }: BodyQuery): Promise<void> {
  const lost = changes.filter(isLoss).length;
  const open = l10n.t("Open as a Search (0 credits)");
  const chosen =
    lost === 0
      ? await vscode.window.showInformationMessage(l10n.t("Converted to V2. Changes: {0}.", changes.length), open)
      : await vscode.window.showWarningMessage(
          l10n.t("Converted to V2. Parts removed: {0}. See the report above the request.", lost),
          open,
        );
  if (chosen) await vscode.commands.executeCommand("adLibrary.openExplorer", { platform, body });
}

async function convertV1Response(argument: unknown): Promise<unknown> {
  const text = await convertSource(given(wanted, argument), "response", l10n.t("Convert V1 Response"));
  if (text === undefined) return undefined;
  const converted = convertResponse(text);
  if (typeof converted === "string") {
    const again = l10n.t("Select or copy a V1 response, then try again.");
    return void vscode.window.showWarningMessage(`${responseProblems[converted]()} ${again}`);
  }
  const { cards, details, changes } = converted;
  await showBeside(`v2-ads.${converted.lines ? "ndjson" : "json"}`, converted.text);
  void tellRenames(cards, details, changes);
  return { text: converted.text, cards, details, changes };
}

async function tellRenames(cards: number, details: number, changes: readonly Change[]) {
  const show = l10n.t("Show Changes");
  const words = l10n.t("Converted to V2 field names. Cards: {0}. Details: {1}.", cards, details);
  if ((await vscode.window.showInformationMessage(words, show)) !== show) return;
  await showBeside("v2-ads-changes.txt", `${changes.map(changeText).join("\n")}\n`);
}

/** As an untitled file with a name that is free, so that its text survives a restart like any unsaved text. */
async function showBeside(name: string, text: string): Promise<void> {
  const taken = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.path));
  let path = name;
  for (let number = 2; taken.has(path); number++) path = name.replace(".", `-${number}.`);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: "untitled", path }));
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}

/**
 * The text to convert: the one given, else the selection, else the editor's text if it looks like V1, else what a
 * person chooses. Undefined if nothing was chosen.
 */
async function convertSource(
  given: { readonly text?: string | undefined; readonly file?: string | undefined } | undefined,
  wanted: LooksLike,
  title: string,
): Promise<string | undefined> {
  if (given?.text !== undefined) return given.text;
  if (given?.file !== undefined) return readUserFile(fileUri(given.file));
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? "";
  if (selected.trim() !== "") return selected;
  const whole = editor?.document.getText() ?? "";
  return looksLikeV1(whole) === wanted ? whole : askSource(whole, wanted, title);
}

interface SourcePick extends vscode.QuickPickItem {
  readonly read: () => Promise<string | undefined>;
}

async function askSource(whole: string, wanted: LooksLike, title: string): Promise<string | undefined> {
  const clipboard = await vscode.env.clipboard.readText();
  const items: SourcePick[] = [
    { label: l10n.t("$(file) File…"), read: () => askFile(title) },
    { label: l10n.t("$(clippy) Clipboard"), read: () => Promise.resolve(clipboard) },
    ...(whole.trim() === "" ? [] : [{ label: l10n.t("$(edit) Editor"), read: () => Promise.resolve(whole) }]),
  ];
  const placeholder =
    wanted === "request"
      ? l10n.t("Where is the V1 search body or cURL command? (0 credits)")
      : l10n.t("Where are the V1 cards or details? (0 credits)");
  const active = looksLikeV1(clipboard) === wanted ? items[1] : undefined;
  return (await pickOne({ title, placeholder, items, ...(active && { active }) }))?.read();
}

async function askFile(title: string): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({ title });
  return chosen?.[0] && readUserFile(chosen[0]);
}
