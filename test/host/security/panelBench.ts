import { join } from "node:path";
import * as vscode from "vscode";
import type { PanelSurroundings } from "../../../src/views/panel/adPanel";
import type { PanelServices } from "../../../src/views/panel/panelServices";
import { KeptMemories } from "../../../src/views/panel/session";
import { FileLinks } from "../../../src/views/searchFiles/linkedFile";
import { temporaryFolder } from "../../support/temporaryFolder";
import { openStack } from "../../unit/features/stack";

/**
 * Gives each test of the enclosing suite a folder, and everything a panel needs, real down to HTTP and the disk, as often
 * as it asks for that. All of it ends with the test.
 */
export function usePanelBench(library: { readonly url: string; readonly key: string }) {
  const opened: ReturnType<typeof panelBench>[] = [];
  afterEach(async () => {
    for (const { stack } of opened.splice(0)) await stack.close();
  });
  const folder = temporaryFolder();
  const bench = () => {
    const made = panelBench(folder(), library.url, library.key);
    opened.push(made);
    return made;
  };
  return { folder, bench };
}

function panelBench(folder: string, url: string, key: string) {
  const stack = openStack(
    join(folder, "own"),
    url,
    key,
    { requestTimeoutSeconds: 600 },
    // A person who cleared the archive knows what they do; nobody else is to be asked.
    (_credits, _words, _sample, { again }) =>
      again ? Promise.resolve(true) : Promise.reject(new Error("Nobody was to be asked.")),
  );
  const ran: string[] = [];
  const kept = new Map<string, unknown>();
  const memento: vscode.Memento = {
    keys: () => [...kept.keys()],
    get: <T>(name: string, fallback?: T) => (kept.has(name) ? (kept.get(name) as T) : fallback),
    update: (name, value) => Promise.resolve(void kept.set(name, value)),
  };
  const services: PanelServices = {
    ...stack,
    settings: () => ({ ...settingsOf(url), loadMedia: "never" }),
    library: () => stack.clients.formsName(),
    memories: new KeptMemories(memento, () => stack.clients.formsName()),
    connectionState: () => stack.connection.state(),
    showArchive: () => Promise.resolve(),
    showQuery: () => Promise.resolve(),
    watchQuery: () => Promise.resolve(),
    onPage: () => undefined,
    runCommand: (command) => Promise.resolve(void ran.push(command)),
  };
  const failures: string[] = [];
  const around: PanelSurroundings = {
    extensionUri: vscode.Uri.file("/extension"),
    services,
    makings: {
      head: () => Promise.resolve({ style: "", script: "" }),
      prerender: () => Promise.resolve(() => ({ html: "", shows: "" })),
    },
    mediaOrigin: () => Promise.resolve(undefined),
    onFailure: (method, error) => void failures.push(`${method}: ${String(error)}`),
    onRestored: (panel) => links.again(panel),
  };
  const links = new FileLinks({ ...stack, onFailure: around.onFailure }, memento);
  return { stack, services, around, links, ran, kept, failures };
}

const settingsOf = (baseUrl: string): ReturnType<PanelServices["settings"]> => ({
  baseUrl,
  apiVersion: "v2",
  segments: {} as never,
  requestTimeoutSeconds: 20,
  paidRetry: "never",
  confirmAbove: 1_000_000,
  dailyBudget: 0,
  assistantAllowance: 0,
  loadMedia: "never",
  mediaHosts: [],
  archiveLinked: [],
  archiveMaxSizeMb: 100,
  keepMediaMaxSizeMb: 0,
  runsKept: 5,
  exportFormat: "json",
  csvSeparator: "comma",
});
