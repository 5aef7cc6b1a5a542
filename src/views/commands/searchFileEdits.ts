import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { FeatureError } from "../../features/failures";
import { editSearchFile, readSearchFile } from "../../features/searchFiles";
import { fileOwner, type Runs } from "../../features/runs";
import { replaceText } from "../searchFiles/linkedFile";
import { pathOf } from "../searchFiles/searchFileTarget";
import { plain } from "./boundary";
import { askName } from "./chosenSearch";
import { nameOfFile } from "./searchFilePlace";
import { readUserFile, writeUserFile } from "./userFile";

/** Changes the name in the file; its path stays, so that references to it still work. */
export async function renameSearchFile(uri: vscode.Uri, given: string | undefined): Promise<void> {
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

/** Deletes a file, with an undo offer. If that is declined, its runs are released. */
export async function removeSearchFile(uri: vscode.Uri, runs: Pick<Runs, "release">): Promise<void> {
  const text = await readUserFile(uri);
  await vscode.workspace.fs.delete(uri);
  const undo = l10n.t("Undo");
  const words = l10n.t("Deleted {0}. What you paid for stays in the archive.", nameOfFile(uri));
  void vscode.window.showInformationMessage(plain(words), undo).then(async (chosen) => {
    if (chosen === undo) await writeUserFile(uri, text);
    else await runs.release(fileOwner(pathOf(uri)));
  });
}
