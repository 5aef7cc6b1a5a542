import * as vscode from "vscode";

export interface Question {
  readonly words: string;
  readonly detail: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * Has a person agree to something that may cost. The first button, which VS Code makes the default, declines, as closing
 * the question does: a key that was meant for something else agrees to nothing.
 */
export async function agrees({ words, detail, yes, no }: Question): Promise<boolean> {
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, no, yes)) === yes;
}
