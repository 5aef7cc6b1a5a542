import vscode = require("vscode");

/** The scheme of the schema that completes search files. */
export const schemaScheme = "adlibrary-schema";
const ending = ".adsearch.json";
const selector: vscode.DocumentSelector = { pattern: `**/*${ending}` };

/** What the lazily loaded part of the extension does for search files in editors. */
export interface SearchFileEditor {
  schema(): Promise<string>;
  /** Keeps the problems of a document up to date until it is closed. */
  follow(document: vscode.TextDocument, delayMs: number): void;
  leave(document: vscode.TextDocument): void;
  lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]>;
  fixes(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]>;
  onChanged(listener: (what: "schema" | "lenses") => void): { dispose(): void };
}

/** Whether a document is a search file that a person can edit: not a side of a diff, not output. */
export function isSearchFile({ uri }: vscode.TextDocument): boolean {
  return (
    uri.path.endsWith(ending) &&
    (uri.scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true)
  );
}

/** Shorter pauses between keystrokes do not trigger a check. */
const typingMs = 100;

/** Registers what editors of search files need. Light: the rest is loaded with the first such document. */
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
      provideTextDocumentContent: async () => (await loaded()).schema(),
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
