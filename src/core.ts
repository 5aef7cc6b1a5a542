import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { SampleService } from "./features/connection";
import { openEngine, type Engine } from "./features/engine";
import type { Rescued } from "./features/archive";
import { type CapNotice, capWords, toFailure } from "./features/failures";
import { AllowedSearches } from "./features/wallet";
import { requestLine } from "./features/search";
import type { SearchFileProblem } from "./features/searches";
import { chatTools } from "./views/assistants/chatTools";
import type { ChatTools } from "./views/assistants/toolDoor";
import { guarded, plain } from "./views/commands/boundary";
import type { CommandId } from "./views/commands/commandIds";
import { allCommands } from "./views/commands/allCommands";
import { confirmSpending } from "./views/commands/confirmSpending";
import { onFirstUse } from "./views/onFirstUse";
import { KeptMemories } from "./views/panel/keptMemories";
import type { PageMakings } from "./views/panel/painting";
import { Panels } from "./views/panel/panels";
import type { PreparedPanels } from "./views/panel/preparedPanels";
import { PanelTarget } from "./views/panel/session";
import { Documents } from "./views/documents";
import { keepInformed } from "./views/keepInformed";
import { FileLinks } from "./views/searchFiles/fileLinks";
import { WorkspaceSearches } from "./views/tree/workspaceSearches";
import { OpenSearchFiles } from "./views/searchFiles/openSearchFiles";
import type { SearchFileEditor } from "./views/searchFiles/searchFileDoor";
import { searchRows } from "./views/tree/searchRows";
import type { SearchRows } from "./views/tree/searchNodes";
import { type UserSettings, writeApiVersion, writeBaseUrl } from "./views/settings";

export interface CoreSurroundings {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: UserSettings;
  readonly startSample: () => Promise<SampleService>;
  /** Whether a value is a row of our trees: the object itself, not a copy. */
  readonly isOwnRow: (value: unknown) => boolean;
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
  /** Ends everything; resolves when requests on their way have ended and their outcomes are written. */
  close(): Promise<void>;
}

/** VS Code ends an extension that takes five seconds to deactivate. */
const closingMs = 4500;
/** The time left after that is for storing answers and outcomes. */
const answersMs = 3500;

function openFeatures({ context, log, settings, startSample }: CoreSurroundings): Engine {
  return openEngine({
    folder: context.globalStorageUri.fsPath,
    connection: {
      secrets: {
        get: (name) => context.secrets.get(name),
        store: (name, value) => context.secrets.store(name, value),
        delete: (name) => context.secrets.delete(name),
        onDidChange: (listener) => context.secrets.onDidChange(({ key }) => listener(key)),
      },
      baseUrl: { read: () => settings.read().baseUrl, write: writeBaseUrl, onDidChange: settings.onDidChange },
      apiVersion: { read: () => settings.read().apiVersion, write: writeApiVersion },
      startSample,
    },
    settings: settings.read,
    confirm: confirmSpending,
    now: () => new Date(),
    notices: {
      request: (record) => log[record.failure ? "warn" : "info"](requestLine(record)),
      archive: (line) => log.warn(line),
      notStored: (error) => {
        log.error(`Couldn't store an answer: ${String(error)}`);
        tellNotStored(error);
      },
      ledger: (error) => log.error(`Couldn't write to the ledger: ${String(error)}`),
      brokenFile: tellBrokenFile,
      rescued: tellRescued,
      archiveCap: (notice) => void tellCap(notice),
    },
  });
}

/** Builds everything bottom-up; nothing is fetched or opened before it is needed. */
export function openCore(around: CoreSurroundings): Core {
  const { context, log, settings } = around;
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const features = openFeatures(around);
  void features.exports.clean();
  const onFailure = (what: string, error: unknown) => log.warn(`${what}: ${String(error)}`);
  const links = new FileLinks({ ...features, onFailure }, context.workspaceState);
  const panels: Panels = new Panels({
    extensionUri: context.extensionUri,
    makings: pageMakings(around),
    services: {
      ...features,
      settings: settings.read,
      library: () => features.clients.formsName(),
      memories: new KeptMemories(context.workspaceState, () => features.clients.formsName()),
      connectionState: () => features.connection.state(),
      showArchive: (criteria) => panels.showArchive(criteria),
      onPage: (frozen, page) => void features.ran.note(frozen, page).catch((error) => onFailure("note", error)),
      runCommand: async (command, session, ads) => void (await commands[command](new PanelTarget(session, ads))),
    },
    mediaOrigin: around.mediaOrigin,
    onFailure,
    onRestored: (panel) => links.again(panel),
  });
  const documents = new Documents();
  const allowed = new AllowedSearches(context.globalStorageUri.fsPath);
  const commands = allCommands({ ...features, ...around, allowed, panels, links, documents, settings: settings.read });
  const workspace = new WorkspaceSearches(features.files);
  const searchFiles = new OpenSearchFiles({ ...features, onFailure });
  const informed = keepInformed({ ...features, panels, settings, onFailure });
  const subscriptions = [documents, searchFiles, workspace, ...informed];
  return {
    searches: searchRows({ ...features, workspace }),
    searchFiles,
    tools: chatTools(features, settings),
    run: (command, args) => guarded(commands[command], (error) => onFailure(command, error))(...args),
    adopt: (panel, remembered) => panels.adopt(panel, remembered),
    close: () => features.close(answersMs, closingMs).then(() => subscriptions.forEach((each) => void each.dispose())),
  };
}

/** What pages are made of, read with the first one. */
function pageMakings({ context, prepared }: CoreSurroundings): PageMakings {
  const read = (name: string) => readFile(join(context.extensionUri.fsPath, "dist", name), "utf8");
  const head = async () => ({ style: await read("webview-first.css"), script: await read("webview-first.js") });
  return {
    head: onFirstUse(head).get,
    paint: async () => (await import("./paint")).paintExplorer,
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

/** The archive was damaged or missing: what was saved, what is gone, and where the damaged file is. */
function tellRescued(rescued: Rescued): void {
  const { lost, file, isMissing } = rescued;
  const reveal = l10n.t("Show Damaged File");
  const recover = l10n.t("Recover Archive…");
  const where = isMissing ? [] : [l10n.t("The damaged file is kept as {0}.", file)];
  const offered = [...(lost === 0 ? [] : [recover]), ...(isMissing ? [] : [reveal])];
  const words = [rescueWords(rescued), ...where].join(" ");
  void vscode.window.showWarningMessage(plain(words), ...offered).then((chosen) => {
    if (chosen === recover) void vscode.commands.executeCommand("adLibrary.recoverArchive");
    if (chosen === reveal) void vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(file));
  });
}

function rescueWords({ saved, lost, isUncountable, isMissing }: Rescued): string {
  if (isMissing)
    return l10n.t(
      "The archive's file was missing or empty. Answers restored from its copy: {0}. Answers stored after that copy was made are lost.",
      saved,
    );
  if (isUncountable)
    return l10n.t("The archive was damaged. Answers saved: {0}. It can't be determined how many are lost.", saved);
  if (lost === 0) return l10n.t("The archive was damaged. All its answers were saved ({0}).", saved);
  return l10n.t("The archive was damaged. Answers saved: {0}. Answers that couldn't be read: {1}.", saved, lost);
}

/** The archive's size cap has removed paid answers, or is about to. */
async function tellCap(notice: CapNotice): Promise<void> {
  const settings = l10n.t("Open Settings");
  const chosen = await vscode.window.showWarningMessage(capWords(notice), settings);
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
