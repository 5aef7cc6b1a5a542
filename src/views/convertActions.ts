import vscode = require("vscode");
import { type LooksLike, looksLikeV1 } from "../features/convert";

/** Offers to convert text that looks like V1 in JSON and shell editors. Light: loads nothing and sends nothing. */
export function registerConvertActions(): vscode.Disposable {
  const languages = ["json", "jsonc", "shellscript"].map((language) => ({ language }));
  return vscode.languages.registerCodeActionsProvider(languages, new ConvertActions(), {
    providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite],
  });
}

/** Code actions on a selection, or a whole document, that looks like a V1 search body or a V1 answer. */
class ConvertActions implements vscode.CodeActionProvider {
  private readonly seen = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly looks: LooksLike | undefined }
  >();

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const selected = range.isEmpty ? "" : document.getText(range);
    const looks = looksLikeV1(selected);
    if (looks) return [convertAction(looks, selected)];
    const whole = this.looksOf(document);
    return whole ? [convertAction(whole, document.getText())] : [];
  }

  /** Called at every cursor move, so each version of a document is examined only once. */
  private looksOf(document: vscode.TextDocument): LooksLike | undefined {
    const known = this.seen.get(document);
    if (known?.version === document.version) return known.looks;
    const looks = looksLikeV1(document.getText());
    this.seen.set(document, { version: document.version, looks });
    return looks;
  }
}

function convertAction(looks: LooksLike, text: string): vscode.CodeAction {
  const [title, command] =
    looks === "request"
      ? [vscode.l10n.t("Convert this V1 search to V2 (0 credits)"), "adLibrary.convertV1Request"]
      : [vscode.l10n.t("Convert these V1 ads to V2 field names"), "adLibrary.convertV1Response"];
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorRewrite);
  action.command = { title, command, arguments: [{ text }] };
  return action;
}
