// What the views take from VS Code, for tests in plain Node: it does nothing and writes down what it was asked to do.
// The tests in the real VS Code say that the real one behaves; here it is asked more often than a real one could be.

/** Everything that would have left the extension: commands, messages, links, the clipboard, files, panels. */
export const acts: (readonly [what: string, ...values: unknown[]])[] = [];
/** Listeners that are registered and not disposed, over all emitters. */
export const listening = { count: 0 };
const act =
  <T>(what: string, answer?: T) =>
  (...values: unknown[]) => (acts.push([what, ...values]), Promise.resolve(answer));

export class Disposable {
  constructor(private readonly end: () => void) {}
  static from(...all: { dispose(): unknown }[]) {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
  dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    const own = (value: T) => listener(value);
    this.listeners.add(own);
    listening.count += 1;
    return new Disposable(() => {
      if (this.listeners.delete(own)) listening.count -= 1;
    });
  };
  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose(): void {
    listening.count -= this.listeners.size;
    this.listeners.clear();
  }
}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
  ) {}
  static file = (path: string) => new Uri("file", "", path);
  static from = ({ scheme, path = "" }: { scheme: string; path?: string }) => new Uri(scheme, "", path);
  static parse = (text: string) => {
    const { protocol, host, pathname, search, hash } = new URL(text);
    return new Uri(protocol.slice(0, -1), host, pathname + search + hash);
  };
  static joinPath = (uri: Uri, ...parts: string[]) => uri.with({ path: [uri.path, ...parts].join("/") });
  with = ({ path = this.path }: { path?: string }) => new Uri(this.scheme, this.authority, path);
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.authority}${this.path}`;
  }
}

export class ThemeIcon {
  constructor(readonly id: string) {}
}
export class TreeItem {
  constructor(
    readonly label: unknown,
    readonly collapsibleState = 0,
  ) {}
}
export class MarkdownString {
  constructor(readonly value = "") {}
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const ViewColumn = { Active: -1, Beside: -2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ConfigurationTarget = { Global: 1 };
export const ProgressLocation = { Notification: 15 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const QuickInputButtons = { Back: {} };

/** A panel whose page is the test: `say` sends what a page would, `heard` is what it was sent. */
export function createWebviewPanel(viewType = "adLibrary.explorer") {
  const [message, gone, state] = [new EventEmitter<unknown>(), new EventEmitter<void>(), new EventEmitter<void>()];
  const heard: unknown[] = [];
  const panel = {
    viewType,
    title: "",
    iconPath: undefined as unknown,
    active: true,
    visible: true,
    heard,
    say: (frame: unknown) => message.fire(frame),
    webview: {
      html: "",
      options: {},
      cspSource: "https://*.vscode-cdn.net",
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: message.event,
      postMessage: (frame: unknown) => (heard.push(frame), Promise.resolve(true)),
    },
    onDidDispose: gone.event,
    onDidChangeViewState: state.event,
    reveal: () => undefined,
    dispose: () => {
      gone.fire();
      for (const emitter of [message, gone, state]) emitter.dispose();
    },
  };
  return panel;
}

export const window = {
  createWebviewPanel: (viewType: string) => (acts.push(["createWebviewPanel", viewType]), createWebviewPanel(viewType)),
  createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined }),
  showInformationMessage: act("showInformationMessage"),
  showWarningMessage: act("showWarningMessage"),
  showErrorMessage: act("showErrorMessage"),
  showTextDocument: act("showTextDocument"),
  showSaveDialog: act("showSaveDialog"),
};
export const commands = { executeCommand: act("executeCommand") };
export const env = {
  language: "en",
  openExternal: act("openExternal", true),
  clipboard: { writeText: act("writeText") },
};
const closed = new EventEmitter<unknown>();
export const workspace = {
  registerTextDocumentContentProvider: () => new Disposable(() => undefined),
  onDidCloseTextDocument: closed.event,
  onDidChangeConfiguration: closed.event,
  openTextDocument: act("openTextDocument"),
  getConfiguration: () => ({ inspect: () => undefined, update: act("update") }),
  fs: { writeFile: act("writeFile"), delete: act("delete") },
  workspaceFolders: undefined,
};
export const l10n = {
  bundle: undefined,
  t: (text: string, ...values: readonly unknown[]) =>
    text.replace(/\{(\d+)\}/g, (_, at: string) => String(values[Number(at)])),
};
