import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { type ToolName, toolNames } from "../features/assistants";
import { readAdKey } from "../protocol/ads";
import { looksLikeV1 } from "../features/convert";

/** Answers the tools of VS Code's chat. */
export interface ChatTools {
  /** The question to a person before `buy_plan`. Changes nothing. Rejects if no answer could permit it. */
  confirmation(input: unknown): Promise<vscode.LanguageModelToolConfirmationMessages>;
  /** @param caller who called it, as far as VS Code tells */
  invoke(
    tool: ToolName,
    input: unknown,
    caller: "chat" | "extension",
    cancellation: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
}

/** Registers the tools of the manifest; heavy code is loaded by the first call. */
export function registerTools(tools: () => Promise<ChatTools>): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(`adlibrary_${name}`, {
        // Without our confirmation, VS Code would decide whether to ask.
        prepareInvocation: async ({ input }) =>
          name === "buy_plan" ? { confirmationMessages: await (await tools()).confirmation(input) } : undefined,
        invoke: async ({ input, toolInvocationToken }, cancellation) =>
          (await tools()).invoke(name, input, toolInvocationToken ? "chat" : "extension", cancellation),
      }),
    ),
    vscode.window.registerUriHandler({ handleUri: openAdOf }),
  );
}

/** Opens the ad of an `adLink`. Anyone can make such a link, so the command asks first. */
async function openAdOf({ path }: vscode.Uri): Promise<void> {
  const ad = readAdKey(path.replace(/^\/ad\/([^/]+)\//, "$1:"));
  if (!ad) {
    void vscode.window.showWarningMessage(l10n.t("This link doesn't name an ad. Copy it again."));
    return;
  }
  await vscode.commands.executeCommand("adLibrary.openAd", ad);
}

/** The scheme of the schemas that complete search files and boards. */
const schemaScheme = "adlibrary-schema";
const ending = ".adsearch.json";
const boardEnding = ".adboard.json";
const selector: vscode.DocumentSelector = { pattern: `**/*${ending}` };

/** What the lazily loaded part of the extension does for search files and boards in editors. */
export interface SearchFileEditor {
  schema(of: "search" | "board"): Promise<string>;
  /** Keeps the problems of a document up to date until it is closed. */
  follow(document: vscode.TextDocument, delayMs: number): void;
  leave(document: vscode.TextDocument): void;
  lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]>;
  fixes(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]>;
  onChanged(listener: (what: "schema" | "lenses") => void): { dispose(): void };
}

/** Whether a document is a search file or a board that a person can edit: not a side of a diff, not output. */
function isSearchFile({ uri }: vscode.TextDocument): boolean {
  return (
    (uri.path.endsWith(ending) || uri.path.endsWith(boardEnding)) &&
    (uri.scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true)
  );
}

/** Shorter pauses between keystrokes do not trigger a check. */
const typingMs = 100;

/** Registers what editors of search files and boards need. Light: the rest is loaded with the first such document. */
export function registerSearchFiles(editor: () => Promise<SearchFileEditor>): vscode.Disposable {
  const schemaChanged = new vscode.EventEmitter<vscode.Uri>();
  const lensesChanged = new vscode.EventEmitter<void>();
  let following: { dispose(): void } | undefined;
  const loaded = async () => {
    const found = await editor();
    following ??= found.onChanged((what) =>
      what === "lenses" ? lensesChanged.fire() : schemaChanged.fire(vscode.Uri.parse(`${schemaScheme}:/search.json`)),
    );
    return found;
  };
  const follow = (document: vscode.TextDocument, delayMs: number) => {
    if (isSearchFile(document)) void loaded().then((found) => found.follow(document, delayMs));
  };
  for (const document of vscode.workspace.textDocuments) follow(document, 0);
  return vscode.Disposable.from(
    schemaChanged,
    lensesChanged,
    { dispose: () => following?.dispose() },
    vscode.workspace.registerTextDocumentContentProvider(schemaScheme, {
      onDidChange: schemaChanged.event,
      provideTextDocumentContent: async ({ path }) =>
        (await loaded()).schema(path === "/board.json" ? "board" : "search"),
    }),
    vscode.workspace.onDidOpenTextDocument((document) => follow(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => follow(document, typingMs)),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (isSearchFile(document)) void loaded().then((found) => found.leave(document));
    }),
    ...providers(loaded, lensesChanged.event),
  );
}

/** The providers that VS Code asks about a document. */
function providers(loaded: () => Promise<SearchFileEditor>, lensesChanged: vscode.Event<void>): vscode.Disposable[] {
  return [
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: lensesChanged,
      provideCodeLenses: async (document) => (isSearchFile(document) ? (await loaded()).lenses(document) : []),
    }),
    vscode.languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, range) =>
          isSearchFile(document) ? (await loaded()).fixes(document, range) : [],
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  ];
}

/** The name under which a search file's runs are kept: its path, as on the command line. */
export const pathOf = (uri: vscode.Uri) => (uri.scheme === "file" ? uri.fsPath : uri.toString());

/** The search file that a CodeLens or a row of our tree refers to. It proves no caller: any extension can get it. */
export class SearchFileTarget {
  constructor(readonly uri: vscode.Uri) {}
}

/** Offers to convert text that looks like V1 in JSON and shell editors. Light: loads nothing and sends nothing. */
export function registerConvertActions(): vscode.Disposable {
  const languages = ["json", "jsonc", "shellscript"].map((language) => ({ language }));
  return vscode.languages.registerCodeActionsProvider(
    languages,
    { provideCodeActions: convertActions },
    { providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite] },
  );
}

/** The code action on a selection, or else the whole document, that looks like a V1 search body or a V1 answer. */
function convertActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
  const texts = [range.isEmpty ? "" : document.getText(range), document.getText()];
  return texts.flatMap((text) => convertAction(text) ?? []).slice(0, 1);
}

function convertAction(text: string): vscode.CodeAction | undefined {
  const looks = looksLikeV1(text);
  if (!looks) return undefined;
  const [title, command] =
    looks === "request"
      ? [vscode.l10n.t("Convert this V1 search to V2 (0 credits)"), "adLibrary.convertV1Request"]
      : [vscode.l10n.t("Convert these V1 ads to V2 field names"), "adLibrary.convertV1Response"];
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorRewrite);
  action.command = { title, command, arguments: [{ text }] };
  return action;
}
