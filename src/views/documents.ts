import vscode = require("vscode");

const documentScheme = "ad-library";

/** Read-only documents made by the extension: shown like files, never written to disk. */
export class Documents implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === documentScheme) this.texts.delete(uri.path);
    }),
    this.changed,
  );

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.texts.get(path) ?? "";
  }

  /** Makes or replaces a document; the ending of `name` decides its language. */
  set(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: documentScheme, path: `/${name}` });
    this.texts.set(uri.path, text);
    this.changed.fire(uri);
    return uri;
  }

  async show(name: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.set(name, text)), {
      preview: true,
    });
  }

  /** Shows Markdown as it is meant to look, or its text: the preview is an extension of VS Code that can be switched off. */
  async preview(name: string, text: string): Promise<void> {
    const showing = vscode.commands.executeCommand("markdown.showPreview", this.set(name, text));
    await showing.then(undefined, () => this.show(name, text));
  }

  dispose(): void {
    this.registration.dispose();
  }
}
