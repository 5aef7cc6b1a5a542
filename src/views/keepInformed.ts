import * as vscode from "vscode";
import type { Archive } from "../features/archive/archive";
import type { Connection } from "../features/connection/connection";
import type { LibraryClients } from "../features/libraryClient";
import type { Wallet } from "../features/wallet/wallet";
import { CreditsStatus } from "./creditsStatus";
import type { Panels } from "./panel/panels";
import { onSettingsChanged, readSettings } from "./settings";

export interface InformPorts {
  readonly wallet: Wallet;
  readonly clients: LibraryClients;
  readonly archive: Archive;
  readonly connection: Connection;
  readonly panels: Panels;
  readonly onFailure: (act: string, error: unknown) => void;
}

/** Keeps panels, status bar and menus true to connection, settings and credits. */
export function keepInformed({
  wallet,
  clients,
  archive,
  connection,
  panels,
  onFailure,
}: InformPorts): readonly { dispose(): unknown }[] {
  const status = new CreditsStatus();
  const tell = (act: string, work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => onFailure(act, error));
  const tellCredits = tell("showCredits", creditsTeller({ wallet, clients, connection, panels }, status));
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
    archive.onChanged(() => panels.tell("ownedChanged", true)),
    onSettingsChanged(() => {
      panels.tell("loadMediaChanged", readSettings().loadMedia);
      tellCredits();
    }),
  ];
}

/** Tells of credits and the library that they belong to, where they are others than it told last. */
function creditsTeller(
  { wallet, clients, connection, panels }: Pick<InformPorts, "wallet" | "clients" | "connection" | "panels">,
  status: CreditsStatus,
): () => Promise<void> {
  let told = "";
  return async () => {
    const [today, { kind }, assistants] = await Promise.all([
      wallet.today(clients.nameIfKnown()),
      connection.state(),
      wallet.assistants.today(),
    ]);
    const { dailyBudget } = readSettings();
    // What is on its way does not count yet: of the steps of a search, the last one alone changes anything.
    const now = JSON.stringify([today, kind, dailyBudget, assistants]);
    if (now === told) return;
    told = now;
    panels.tell("creditsChanged", today);
    if (kind === "none") status.hide();
    else status.show(today, kind === "sample", dailyBudget, assistants);
  };
}
