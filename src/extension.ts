import * as vscode from "vscode";
import { isBaseUrlProblem, parseBaseUrl } from "./features/connection/baseUrl";
import type { Library } from "./library";
import type { SampleLibrary } from "./sample";
import { registerTools } from "./views/assistants/toolDoor";
import { commandIds } from "./views/commands/commandIds";
import { registerConvertActions } from "./views/convertActions";
import { equipTerminals } from "./views/terminals";
import { onSettingsChanged, readBaseUrl, readSettings } from "./views/settings";
import { registerSearchFiles } from "./views/searchFiles/searchFileDoor";
import { PlatformsTree } from "./views/tree/platformsTree";
import type { SearchNode, SearchRows } from "./views/tree/searchNodes";
import { SearchesTree } from "./views/tree/searchesTree";

/** The value of `make`, made once, when it is first asked for; a failure is not kept. */
function onFirstUse<T>(make: () => Promise<T>): {
  readonly get: () => Promise<T>;
  readonly made: () => Promise<T> | undefined;
} {
  let value: Promise<T> | undefined;
  const get = () => {
    value ??= make().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
  return { get, made: () => value };
}

/** Panels of both kinds come back after a restart. */
function serializers(deserializeWebviewPanel: vscode.WebviewPanelSerializer<unknown>["deserializeWebviewPanel"]) {
  return ["adLibrary.explorer", "adLibrary.archive"].map((type) =>
    vscode.window.registerWebviewPanelSerializer(type, { deserializeWebviewPanel }),
  );
}

const isAddress = (baseUrl: string) => !isBaseUrlProblem(parseBaseUrl(baseUrl));

/** Has views and menus know whether a library is connected. */
function tellConnected(): void {
  const baseUrl = readBaseUrl();
  void vscode.commands.executeCommand("setContext", "adLibrary.connected", isAddress(baseUrl));
  void vscode.commands.executeCommand("setContext", "adLibrary.baseUrlWrong", baseUrl !== "" && !isAddress(baseUrl));
}

/** The count of new ads that nobody has looked at. */
function newAdsBadge(value: number): vscode.ViewBadge | undefined {
  if (value === 0) return undefined;
  const tooltip = value === 1 ? vscode.l10n.t("1 new ad") : vscode.l10n.t("{0} new ads", value);
  return { value, tooltip };
}

/** The view of searches, whose badge counts the new ads. */
function searchesIn(rows: () => Promise<SearchRows>, connected: () => boolean) {
  const tell = (count: number) => (searchesView.badge = newAdsBadge(count));
  const searches: SearchesTree = new SearchesTree(rows, connected, tell);
  const searchesView: vscode.TreeView<SearchNode> = vscode.window.createTreeView("adLibrary.searches", {
    treeDataProvider: searches,
    dragAndDropController: searches,
  });
  return { searches, searchesView };
}

/** What programs and editors ask for: registered at once, loaded when they do. */
const lazily = (library: () => Promise<Library>) => [
  registerTools(async () => (await library()).tools),
  registerSearchFiles(async () => (await library()).searchFiles),
];

let end = () => Promise.resolve();

/** Waits until what is on its way has ended and its outcome is written down. */
export function deactivate(): Promise<void> {
  return end();
}

/** Wires the extension: synchronous, no network; all that is heavy is loaded by the first act that needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const sample = onFirstUse<SampleLibrary>(async () => (await import("./sample")).startSampleLibrary());
  const log = vscode.window.createOutputChannel("Ad Library", { log: true });
  const library = onFirstUse<Library>(async () =>
    (await import("./library")).openLibrary({ context, log, startSample: sample.get, isOwnRow }),
  );
  end = async () => {
    await library.made()?.then((opened) => opened.close());
    await sample.made()?.then((started) => started.close());
  };
  const connected = () => isAddress(readBaseUrl());
  const platforms = new PlatformsTree(context.extensionUri, connected, () => readSettings().apiVersion);
  const isOwnRow = (value: unknown) => platforms.owns(value) || searches.owns(value);
  const { searches, searchesView } = searchesIn(async () => (await library.get()).searches, connected);
  const follow = () => {
    tellConnected();
    equipTerminals(context);
  };
  follow();
  context.subscriptions.push(
    log,
    platforms,
    searches,
    registerConvertActions(),
    ...lazily(library.get),
    vscode.window.createTreeView("adLibrary.platforms", { treeDataProvider: platforms }),
    searchesView,
    ...serializers(async (panel, remembered) => (await library.get()).adopt(panel, remembered)),
    onSettingsChanged(() => {
      follow();
      platforms.refresh();
      searches.refresh();
    }),
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(`adLibrary.${id}`, async (...args: unknown[]) =>
        (await library.get()).run(id, args),
      ),
    ),
  );
}
