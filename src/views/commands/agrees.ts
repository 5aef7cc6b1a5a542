import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

export interface Question {
  readonly words: string;
  readonly detail: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * Asks a person to agree to something that may cost credits. VS Code makes the first button the default, and the one
 * that closes the question can't be first: the default therefore shows what was spent. It agrees to nothing, and neither
 * does closing the question, so a key meant for something else spends nothing.
 */
export async function agrees({ words, detail, yes, no }: Question): Promise<boolean> {
  const [show, agree] = [{ title: l10n.t("Show Credits") }, { title: yes }];
  const decline = { title: no, isCloseAffordance: true };
  const chosen = await vscode.window.showWarningMessage(words, { modal: true, detail }, show, agree, decline);
  if (chosen === show) void vscode.commands.executeCommand("adLibrary.showCredits");
  return chosen === agree;
}
