import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { type LooksLike, looksLikeV1 } from "../../features/convert";
import { fileUri } from "./given";
import { pickStep } from "./steps";
import { readUserFile } from "./userFile";

/**
 * The text to convert: the one given, else the selection, else the editor's text if it looks like V1, else what a
 * person chooses. Undefined if nothing was chosen.
 */
export async function convertSource(
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
  const chosen = await pickStep({ title, placeholder, items, ...(active && { active }) });
  return typeof chosen === "string" ? undefined : chosen.value.read();
}

async function askFile(title: string): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({ title });
  return chosen?.[0] && readUserFile(chosen[0]);
}
