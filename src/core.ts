import * as l10n from "@vscode/l10n";
import { join } from "node:path";
import vscode = require("vscode");
import type { ConnectionPorts, SampleService } from "./features/connection";
import { deleteParts, storedParts } from "./features/dataFolder";
import { readText, removeWhole } from "./features/disk";
import { type Engine, openEngine } from "./features/engine";
import { onFirstUse } from "./features/events";
import {
  type CapNotice,
  capWords,
  emptyLinkedWords,
  FeatureError,
  toFailure,
  unbookedWords,
} from "./features/failures";
import { requestLine } from "./features/search";
import type { SearchFileProblem } from "./features/searches";
import { AllowedSearches } from "./features/wallet";
import { messageOf } from "./protocol/failure";
import { chatTools } from "./views/chatTools";
import { allCommands } from "./views/commands/allCommands";
import { QueryTarget } from "./views/commands/askedSearch";
import { guarded } from "./views/commands/boundary";
import type { CommandId } from "./views/commands/commandIds";
import { Documents } from "./views/documents";
import type { ChatTools, SearchFileEditor } from "./views/doors";
import { keepInformed } from "./views/keepInformed";
import type { PanelSurroundings } from "./views/panel/adPanel";
import type { PageMakings } from "./views/panel/prerender";
import type { PreparedPanels } from "./views/panel/panelPage";
import { Panels } from "./views/panel/panels";
import { KeptMemories, PanelTarget } from "./views/panel/session";
import { boardOpener } from "./views/searchFiles/boardEditor";
import { FileLinks } from "./views/searchFiles/linkedFile";
import { OpenSearchFiles } from "./views/searchFiles/openSearchFiles";
import { type UserSettings, writeSetting } from "./views/settings";
import { confirmSpending, Refusals } from "./views/spending";
import type { SearchRows } from "./views/tree/searchNodes";
import { searchRows } from "./views/tree/searchRows";
import { programsIn } from "./views/terminals";
import { tick, tickKnown, tickWhenOpened } from "./views/walkthrough";
import { plain } from "./views/words";

export interface CoreSurroundings {
  readonly context: vscode.ExtensionContext;
  /** The folder of all that is stored on this machine, apart from secrets. */
  readonly folder: string;
  readonly log: vscode.LogOutputChannel;
  readonly settings: UserSettings;
  readonly startSample: () => Promise<SampleService>;
  /** Webviews that are already made. */
  readonly prepared: Pick<PreparedPanels, "take">;
  /** Where pictures may come from apart from https: a library on this machine. Starts nothing. */
  readonly mediaOrigin: () => Promise<string | undefined>;
}

/** The part of the extension that is loaded on first use. */
export interface Core {
  readonly searches: SearchRows;
  readonly searchFiles: SearchFileEditor;
  readonly tools: ChatTools;
  run(command: CommandId, args: readonly unknown[]): Promise<unknown>;
  /** Takes over a panel that VS Code restored, with the memory that it stored. */
  adopt(panel: vscode.WebviewPanel, remembered: unknown): Promise<void>;
  /** Shows a board's document in an editor of its own. */
  openBoard(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void>;
  /** Ends everything; resolves when requests on their way have ended and their outcomes are written. */
  close(): Promise<void>;
}

/** VS Code ends an extension that takes five seconds to deactivate. */
const closingMs = 4500;
/** The time left after that is for storing answers and outcomes. */
const answersMs = 3500;

/** @throws FeatureError if VS Code refuses to write, as it does while the open settings file has unsaved changes */
async function written(writing: Thenable<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    throw new FeatureError("settingNotWritten", { specifics: messageOf(error) });
  }
}

function openFeatures(around: CoreSurroundings, refusals: Refusals): Engine {
  const { context, folder, log, settings, startSample } = around;
  let toldUnbooked = false;
  return openEngine({
    folder,
    connection: {
      secrets: secretsOf(context),
      baseUrl: {
        read: () => settings.read().baseUrl,
        write: (url) => written(writeSetting("baseUrl", url)),
        onDidChange: settings.onDidChange,
      },
      apiVersion: {
        read: () => settings.read().apiVersion,
        write: (version) => written(writeSetting("apiVersion", version)),
      },
      startSample,
    },
    settings: () => ({ ...settings.read(), inContainer: isInContainer(around) }),
    confirm: confirmSpending(refusals, () => void context.globalState.update(containerKnown, true)),
    settingsMayChange: true,
    now: () => new Date(),
    notices: {
      request: (record) => log[record.failure ? "warn" : "info"](requestLine(record)),
      archive: (line) => log.warn(line),
      filtersNotKept: (error) => log.warn(`The filters couldn't be kept for later: ${String(error)}`),
      notStored: (error) => {
        log.error(`Couldn't store an answer: ${String(error)}`);
        tellNotStored(error);
      },
      ledger: (error) => {
        log.error(`Couldn't write to the ledger: ${String(error)}`);
        if (!toldUnbooked) void vscode.window.showWarningMessage(plain(unbookedWords(error, "editor")));
        toldUnbooked = true;
      },
      brokenFile: tellBrokenFile,
      archiveCap: (notice) => void tellCap(notice),
      emptyLinked: (linked) => void vscode.window.showWarningMessage(plain(emptyLinkedWords(linked))),
    },
  });
}

/** The oldest VS Code can't list secrets, so their names are kept. They are those of libraries, never keys. */
function secretsOf({ secrets, globalState }: vscode.ExtensionContext): ConnectionPorts["secrets"] {
  const names = () => {
    const kept = globalState.get(secretsKnown);
    return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === "string") : [];
  };
  const others = (name: string) => names().filter((each) => each !== name);
  return {
    names,
    get: (name) => secrets.get(name),
    store: async (name, value) => {
      await globalState.update(secretsKnown, [...others(name), name]);
      await secrets.store(name, value);
    },
    delete: async (name) => {
      await secrets.delete(name);
      await globalState.update(secretsKnown, others(name));
    },
    onDidChange: (listener) => secrets.onDidChange(({ key }) => listener(key)),
  };
}

const secretsKnown = "secretsKnown";
/** Set once a person went on in a container that forgets what is bought. */
const containerKnown = "containerKnown";
const containers: ReadonlySet<string | undefined> = new Set(["dev-container", "attached-container", "codespaces"]);

/** Whether what is bought is lost when this window's container is rebuilt, and nobody was told yet. */
function isInContainer({ context, folder }: CoreSurroundings): boolean {
  const isOurs = folder === context.globalStorageUri.fsPath;
  return isOurs && containers.has(vscode.env.remoteName) && context.globalState.get(containerKnown) !== true;
}

/** Builds everything bottom-up; nothing is fetched or opened before it is needed. */
export function openCore(around: CoreSurroundings): Core {
  const { context, log, settings } = around;
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const refusals = new Refusals();
  const features = openFeatures(around, refusals);
  const onFailure = (what: string, error: unknown) => log.warn(`${what}: ${String(error)}`);
  void features.exports.clean();
  const noteLimits = () => void features.wallet.noteLimits().catch((error) => onFailure("limits", error));
  noteLimits();
  tickKnown(features).catch((error: unknown) => onFailure("walkthrough", error));
  const links = new FileLinks({ ...features, onFailure }, context.workspaceState);
  const surroundings: PanelSurroundings = {
    extensionUri: context.extensionUri,
    makings: pageMakings(around),
    services: {
      ...features,
      ...{ settings: settings.read, library: () => features.clients.formsName() },
      memories: new KeptMemories(context.workspaceState, () => features.clients.formsName()),
      connectionState: () => features.connection.state(),
      showArchive: (criteria) => panels.showArchive(criteria),
      showQuery: async (query) => void (await panels.beside(query.platform)).carryOut({ query, run: false }),
      watchQuery: async (query, name) => void (await run("watchSearch", [new QueryTarget(query, name)])),
      onPage: (frozen, page) => {
        tick.searched();
        void features.ran.note(frozen, page).catch((error) => onFailure("note", error));
      },
      runCommand: async (id, session, ads) => void (await command(id, new PanelTarget(session, ads))),
    },
    ...{ mediaOrigin: around.mediaOrigin, onFailure },
    onRestored: (panel) => links.again(panel),
  };
  const panels = new Panels(surroundings);
  const documents = new Documents();
  const command = allCommands({
    ...features,
    ...around,
    allowed: new AllowedSearches(around.folder),
    ...{ refusals, panels, links, documents, settings: settings.read },
    programs: programsIn(context.globalStorageUri.fsPath),
    deleteStored: () => features.close(answersMs).then(() => deleteStored(around)),
  });
  const searchFiles = new OpenSearchFiles({ ...features, onFailure });
  const run: Core["run"] = guarded(command, onFailure);
  const informed = keepInformed({ ...features, panels, settings, onFailure, run });
  const subscriptions = [...[documents, searchFiles, settings.onDidChange(noteLimits), tickWhenOpened(), ...informed]];
  return {
    searches: searchRows(features),
    searchFiles,
    tools: chatTools(features, settings, refusals),
    run,
    openBoard: boardOpener({ ...features, around: surroundings, panels }),
    adopt: (panel, remembered) => panels.adopt(panel, remembered),
    close: () => features.close(answersMs, closingMs).then(() => subscriptions.forEach((each) => void each.dispose())),
  };
}

/** Deletes what is kept for this extension on this machine; its features have ended. @throws {StorageError} */
async function deleteStored({ context, folder }: CoreSurroundings): Promise<void> {
  const { globalStorageUri, workspaceState } = context;
  // The user's own folder may have other files.
  await deleteParts(await storedParts(folder));
  await removeWhole(globalStorageUri.fsPath);
  for (const key of workspaceState.keys()) await workspaceState.update(key, undefined);
}

/** What pages are made of, read with the first one. */
function pageMakings({ context, prepared }: CoreSurroundings): PageMakings {
  const read = (name: string) => readText(join(context.extensionUri.fsPath, "dist", name));
  const head = async () => ({ style: await read("webview-first.css"), script: await read("webview-first.js") });
  return {
    head: onFirstUse(head).get,
    prerender: async () => (await import("./prerender")).prerenderExplorer,
    prepared: (platform) => prepared.take(platform),
  };
}

/** A paid answer is only on the screen: a person can still export it. */
function tellNotStored(error: unknown): void {
  const words = l10n.t(
    "An answer couldn't be stored on this machine. It is lost when its panel closes, so export it first.",
  );
  void vscode.window.showWarningMessage(plain(`${words} ${toFailure(error).message}`));
}

/** The archive's size cap has removed paid answers, or is about to. */
async function tellCap(notice: CapNotice): Promise<void> {
  const settings = l10n.t("Open Settings");
  const chosen = await vscode.window.showWarningMessage(capWords(notice, "editor"), settings);
  if (chosen) await vscode.commands.executeCommand("workbench.action.openSettings", "adLibrary.archive.maxSizeMb");
}

/** A broken file was set aside: reported once, with its new place. */
function tellBrokenFile(problem: SearchFileProblem): void {
  void vscode.window.showWarningMessage(
    problem.kind === "corrupt"
      ? l10n.t("{0} couldn't be read and was kept as {1}.", problem.file, problem.movedTo)
      : l10n.t(
          "{0} was written by a newer version of the extension and was not changed. Update the extension.",
          problem.file,
        ),
  );
}
