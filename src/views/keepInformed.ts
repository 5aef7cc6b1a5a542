import vscode = require("vscode");
import type { Archive } from "../features/archive";
import type { Connection, LibraryClients } from "../features/connection";
import type { Runs } from "../features/runs";
import type { Wallet } from "../features/wallet";
import { CreditsStatus } from "./creditsStatus";
import type { Panels } from "./panel/panels";
import { pathOf } from "./searchFiles/searchFileTarget";
import type { UserSettings } from "./settings";

export interface InformPorts {
  readonly wallet: Wallet;
  readonly clients: LibraryClients;
  readonly archive: Archive;
  readonly connection: Connection;
  readonly panels: Panels;
  readonly settings: Pick<UserSettings, "read" | "onDidChange">;
  readonly runs: Pick<Runs, "moved">;
  readonly onFailure: (what: string, error: unknown) => void;
}

/** Keeps panels, status bar and menus in step with connection, settings and credits. */
export function keepInformed({
  wallet,
  clients,
  archive,
  connection,
  panels,
  settings,
  runs,
  onFailure,
}: InformPorts): readonly { dispose(): unknown }[] {
  const status = new CreditsStatus();
  const tell = (what: string, work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => onFailure(what, error));
  const tellCredits = tell("showCredits", creditsTeller({ wallet, clients, connection, panels, settings }, status));
  const tellKey = tell("showKey", async () => {
    const { kind, hasKey } = await connection.state();
    await vscode.commands.executeCommand("setContext", "adLibrary.needsKey", kind === "service" && !hasKey);
  });
  const tellConnection = tell("showConnection", async () => {
    panels.render();
    panels.tell("connectionChanged", await connection.state());
    tellCredits();
    tellKey();
  });
  tellCredits();
  tellKey();
  return [
    status,
    connection.onChanged(tellConnection),
    wallet.onChanged(tellCredits),
    vscode.workspace.onDidRenameFiles(({ files }) => tell("keepRuns", () => keepRuns(runs, files))()),
    archive.onChanged(() => panels.tell("ownedChanged", true)),
    settings.onDidChange(() => {
      const { loadMedia, mediaHosts } = settings.read();
      panels.tell("loadMediaChanged", loadMedia);
      panels.tell("mediaHostsChanged", mediaHosts);
      tellCredits();
    }),
  ];
}

/** Renamed search files, and those in renamed folders, keep their runs. */
async function keepRuns(runs: InformPorts["runs"], files: vscode.FileRenameEvent["files"]): Promise<void> {
  for (const { oldUri, newUri } of files) await runs.moved(pathOf(oldUri), pathOf(newUri));
}

/** Reports the credits and their library whenever they differ from the last report. */
function creditsTeller(
  {
    wallet,
    clients,
    connection,
    panels,
    settings,
  }: Pick<InformPorts, "wallet" | "clients" | "connection" | "panels" | "settings">,
  status: CreditsStatus,
): () => Promise<void> {
  let told = "";
  return async () => {
    const [today, { kind }, assistants] = await Promise.all([
      wallet.today(clients.nameIfKnown()),
      connection.state(),
      wallet.assistants.today(),
    ]);
    const { dailyBudget } = settings.read();
    // Requests on their way do not count yet: only the last step of a search changes anything.
    const now = JSON.stringify([today, kind, dailyBudget, assistants]);
    if (now === told) return;
    told = now;
    panels.tell("creditsChanged", today);
    if (kind === "none") status.hide();
    else status.show(today, kind === "sample", dailyBudget, assistants);
  };
}
