import * as vscode from "vscode";

/** An answer to a page, or a failure. */
export interface Answer<V> {
  readonly kind: string;
  readonly id: number;
  readonly value?: V;
  readonly failure?: { readonly code: string; readonly charge: string };
}

/** How many listeners are registered and not yet disposed, over all panels from this file. */
export const listening = { count: 0 };

function counted<T>({ event }: vscode.EventEmitter<T>): vscode.Event<T> {
  return (listener, self, disposables) => {
    const registered = event(listener, self, disposables);
    listening.count += 1;
    let ended = false;
    return new vscode.Disposable(() => {
      if (!ended) listening.count -= 1;
      ended = true;
      registered.dispose();
    });
  };
}

/**
 * Makes a panel for which the test acts as the page: `say` sends what a page would, `heard` is what the page was sent,
 * `ask` gives the answer to a question, and `answerTo` that to a question which was said under a number.
 */
export function openPageOfTest(viewType = "adLibrary.explorer") {
  const [message, gone, state] = [
    new vscode.EventEmitter<unknown>(),
    new vscode.EventEmitter<void>(),
    new vscode.EventEmitter<never>(),
  ];
  const before = listening.count;
  const heard: unknown[] = [];
  const webview = {
    html: "",
    options: {},
    cspSource: "https://*.vscode-cdn.net",
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: counted(message),
    postMessage: (frame: unknown) => (heard.push(frame), Promise.resolve(true)),
  };
  const panel = {
    viewType,
    title: "",
    active: true,
    visible: true,
    options: {},
    viewColumn: undefined,
    webview,
    onDidDispose: counted(gone),
    onDidChangeViewState: counted(state),
    reveal: () => undefined,
    dispose: () => {
      gone.fire();
      // VS Code drops the listeners of a panel that is gone.
      for (const emitter of [message, gone, state]) emitter.dispose();
      listening.count = before;
    },
  };
  const say = (frame: unknown) => message.fire(frame);
  const answerTo = async <V>(id: number): Promise<Answer<V>> => {
    for (;;) {
      const found = (heard as Answer<V>[]).find((frame) => frame.id === id);
      if (found) return found;
      await new Promise(setImmediate);
    }
  };
  let last = 1000;
  const ask = <V>(method: string, params: unknown): Promise<Answer<V>> => {
    const id = ++last;
    say({ kind: "ask", id, method, params });
    return answerTo(id);
  };
  return { panel: panel satisfies vscode.WebviewPanel, heard, say, ask, answerTo };
}
