import { access } from "node:fs/promises";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { CompiledBundle } from "./compiledBundle";
import type * as coreBundle from "./core";
import type { Core, CoreSurroundings } from "./core";
import { isBaseUrlProblem, parseBaseUrl } from "./features/connection";
import { onFirstUse } from "./features/events";
import type { PlatformToken } from "./protocol/platforms";
import type * as sampleBundle from "./sample";
import type { SampleLibrary } from "./sample";
import { type SamplePlace, takeSamplePlace } from "./sample/samplePlace";
import { type CommandId, commandIds } from "./views/commands/commandIds";
import { registerConvertActions, registerSearchFiles, registerTools } from "./views/doors";
import { iconOf, PreparedPanels } from "./views/panel/panelPage";
import { readBaseUrl, readDataFolder, UserSettings } from "./views/settings";
import { equipTerminals } from "./views/terminals";
import { PlatformsTree } from "./views/tree/platformsTree";
import type { SearchNode, SearchRows } from "./views/tree/searchNodes";
import { SearchesTree } from "./views/tree/searchesTree";

/** Panels of all kinds come back after a restart. */
function serializers(deserializeWebviewPanel: vscode.WebviewPanelSerializer<unknown>["deserializeWebviewPanel"]) {
  return ["adLibrary.explorer", "adLibrary.archive", "adLibrary.comparison"].map((type) =>
    vscode.window.registerWebviewPanelSerializer(type, { deserializeWebviewPanel }),
  );
}

const isBaseUrl = (baseUrl: string) => !isBaseUrlProblem(parseBaseUrl(baseUrl));

/** The origin of pictures on this machine, which the library uses once it is started. */
async function mediaOriginAt(place: () => Promise<SamplePlace>): Promise<string | undefined> {
  const url = parseBaseUrl(readBaseUrl());
  if (isBaseUrlProblem(url)) return undefined;
  if (url.sample) return (await place()).origin;
  return url.text.startsWith("http://") ? new URL(url.text).origin : undefined;
}

/** Informs views and menus whether a library is connected. */
function tellConnected(): void {
  const baseUrl = readBaseUrl();
  const url = parseBaseUrl(baseUrl);
  const isUrl = !isBaseUrlProblem(url);
  void vscode.commands.executeCommand("setContext", "adLibrary.connected", isUrl);
  void vscode.commands.executeCommand("setContext", "adLibrary.onSample", isUrl && url.sample);
  void vscode.commands.executeCommand("setContext", "adLibrary.ownLibrary", isUrl && !url.sample);
  void vscode.commands.executeCommand("setContext", "adLibrary.baseUrlWrong", baseUrl !== "" && !isUrl);
}

/** The count of new ads that no one has looked at, and of watched searches that are due. */
function newsBadge(ads: number, due: number): vscode.ViewBadge | undefined {
  const newAds = ads === 1 ? vscode.l10n.t("1 ad new to you") : vscode.l10n.t("{0} ads new to you", ads);
  const checks =
    due === 1 ? vscode.l10n.t("1 watched search is due.") : vscode.l10n.t("{0} watched searches are due.", due);
  const tooltip = [...(ads > 0 ? [newAds] : []), ...(due > 0 ? [checks] : [])].join(", ");
  return ads + due === 0 ? undefined : { value: ads + due, tooltip };
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Watched searches may be due. Without any, nothing is loaded. */
async function loadIfWatching(folder: string, core: () => Promise<Core>): Promise<void> {
  if (await isThere(join(folder, "watches", "watches.json"))) await core();
}

/** The view of searches, whose badge counts the new ads. */
function searchesIn(rows: () => Promise<SearchRows>, mayHave: () => Promise<boolean>, extensionUri: vscode.Uri) {
  const tell = (ads: number, due: number) => (searchesView.badge = newsBadge(ads, due));
  const searches: SearchesTree = new SearchesTree(rows, mayHave, tell, (token) =>
    iconOf(extensionUri, "explorer", token),
  );
  const searchesView: vscode.TreeView<SearchNode> = vscode.window.createTreeView("adLibrary.searches", {
    treeDataProvider: searches,
    dragAndDropController: searches,
  });
  return { searches, searchesView };
}

/** Providers for programs and editors: registered at once, loaded on first use. */
const lazily = (core: () => Promise<Core>) => [
  registerTools(async () => (await core()).tools),
  registerSearchFiles(async () => (await core()).searchFiles),
];

/** By then, the functions that a new explorer needs have been called, and so compiled. */
const keepCompiledAfterMs = 10_000;

/** The bundles of a folder that are loaded on first use. After the first explorer, their compiled code is kept. */
function bundlesIn(folder: string, log: vscode.LogOutputChannel) {
  const zod = new CompiledBundle(join(folder, "zod.js"));
  const core = new CompiledBundle(join(folder, "core.js"), new Map([["./zod.js", zod]]));
  const sample = new CompiledBundle(join(folder, "sample.js"));
  const keep = () => {
    for (const bundle of [zod, core, sample])
      bundle.keep().catch((error: unknown) => log.debug(`Compiled code was not kept: ${String(error)}`));
  };
  const keepOnce = onFirstUse(() => void setTimeout(keep, keepCompiledAfterMs).unref());
  // Bundles of this package have the types of their sources.
  /* eslint-disable no-restricted-syntax */
  return {
    core: () => core.load() as typeof coreBundle,
    sample: () => sample.load() as typeof sampleBundle,
    onExplorer: () => void keepOnce.get(),
  };
  /* eslint-enable no-restricted-syntax */
}

/** The parts that are loaded on first use. */
function lateParts(around: Pick<CoreSurroundings, "context" | "folder" | "log" | "settings">) {
  const { context, log, settings } = around;
  const place = onFirstUse(takeSamplePlace);
  const bundles = bundlesIn(context.asAbsolutePath("dist"), log);
  const sample = onFirstUse<SampleLibrary>(async () => {
    const { server } = await place.get();
    return bundles.sample().startSampleLibrary({ server });
  });
  const mediaOrigin = () => mediaOriginAt(place.get).catch(() => undefined);
  const prepared = new PreparedPanels(context.extensionUri, mediaOrigin, () => settings.read().segments);
  const take = (platform: PlatformToken) => (bundles.onExplorer(), prepared.take(platform));
  const core = onFirstUse<Core>(() =>
    bundles.core().openCore({ ...around, startSample: sample.get, prepared: { take }, mediaOrigin }),
  );
  return {
    core: core.get,
    /** If a command is certain to open an explorer, its webview is made before anything is loaded. */
    run: async (id: CommandId, args: readonly unknown[]) => {
      const giveUp = id === "openExplorer" && !core.made() ? await prepared.prepare(args[0]) : undefined;
      try {
        return await (await core.get()).run(id, args);
      } finally {
        giveUp?.();
      }
    },
    adopt: async (panel: vscode.WebviewPanel, remembered: unknown) => {
      bundles.onExplorer();
      await (await core.get()).adopt(panel, remembered);
    },
    close: async () => {
      await core.made()?.then((opened) => opened.close());
      await (sample.made()?.then((started) => started.close()) ?? place.made()?.then(({ server }) => server.close()));
    },
  };
}

/** A window keeps its folder: what it has open there can't move. */
const offerReload = onFirstUse(async () => {
  const reload = vscode.l10n.t("Reload Window");
  const words = vscode.l10n.t("Reload the window to use the new data folder. What is in the previous one stays there.");
  if ((await vscode.window.showInformationMessage(words, reload)) === reload)
    await vscode.commands.executeCommand("workbench.action.reloadWindow");
}).get;

// eslint-disable-next-line no-restricted-syntax -- VS Code hands `deactivate` nothing
let end = () => Promise.resolve();

/** Waits until requests on their way have ended and their outcomes are written. */
export function deactivate(): Promise<void> {
  return end();
}

/** Wires the extension: synchronous, no network; heavy code is loaded on first use. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel("Ad Library", { log: true });
  const settings = new UserSettings();
  const folderNow = () => readDataFolder() ?? context.globalStorageUri.fsPath;
  const folder = folderNow();
  const { core, run, adopt, close } = lateParts({ context, folder, log, settings });
  end = close;
  const connected = () => isBaseUrl(readBaseUrl());
  const platforms = new PlatformsTree(context.extensionUri, connected, () => settings.read().apiVersion);
  const mayHave = async () => connected() || isThere(join(folder, "searches"));
  const { searches, searchesView } = searchesIn(async () => (await core()).searches, mayHave, context.extensionUri);
  loadIfWatching(folder, core).catch((error: unknown) => log.warn(`watches: ${String(error)}`));
  const follow = () => {
    tellConnected();
    const { environmentVariableCollection, extensionPath, globalStorageUri } = context;
    const place = { environmentVariableCollection, extensionPath, globalStorageUri, folder };
    equipTerminals(place, vscode.env.uriScheme, settings.read);
  };
  follow();
  context.subscriptions.push(
    log,
    settings,
    platforms,
    searches,
    registerConvertActions(),
    ...lazily(core),
    vscode.window.createTreeView("adLibrary.platforms", { treeDataProvider: platforms }),
    searchesView,
    ...serializers(adopt),
    vscode.window.registerCustomEditorProvider(
      "adLibrary.board",
      {
        resolveCustomTextEditor: async (document: vscode.TextDocument, panel: vscode.WebviewPanel) =>
          (await core()).openBoard(document, panel),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    settings.onDidChange(() => {
      follow();
      platforms.refresh();
      searches.refresh();
      if (folderNow() !== folder) void offerReload();
    }),
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(`adLibrary.${id}`, (...args: unknown[]) => run(id, args)),
    ),
  );
}
