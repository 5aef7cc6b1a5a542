import vscode = require("vscode");

export interface Question {
  readonly words: string;
  readonly detail: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * Asks a person to agree to something that may cost credits. The first button, which VS Code makes the default,
 * declines, and so does closing the question: a key meant for something else agrees to nothing.
 */
export async function agrees({ words, detail, yes, no }: Question): Promise<boolean> {
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, no, yes)) === yes;
}
