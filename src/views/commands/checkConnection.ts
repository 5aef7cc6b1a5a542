import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import {
  checkPlatforms,
  type Connection,
  type LibraryClient,
  type LibraryClients,
  type PlatformFinding,
} from "../../features/connection";
import { noIcons } from "../noIcons";
import { openSettings } from "../openSettings";
import type { CommandHandler } from "./commandIds";

export interface CheckConnectionPorts {
  readonly clients: LibraryClients;
  readonly connection: Connection;
  readonly log: vscode.LogOutputChannel;
}

/** Calls the free filter route of every platform and shows what each answered. */
export function checkConnection(ports: CheckConnectionPorts): Record<"checkConnection", CommandHandler> {
  return { checkConnection: () => check(ports) };
}

async function check({ clients, connection, log }: CheckConnectionPorts): Promise<unknown> {
  const client = await clients.current();
  const findings = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t("Checking all platforms (0 credits)…"),
      cancellable: true,
    },
    (_, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      return checkPlatforms(client, clients.segments, AbortSignal.any([stop.signal, client.connected.signal]));
    },
  );
  for (const { platform, works, words } of findings) log[works ? "info" : "warn"](`${platform.label}: ${words}`);
  show(client, findings, connection.keyIsSessionOnly());
  return findings.map(({ platform, segment, works, ms, words }) => ({
    platform: platform.token,
    segment,
    works,
    ms,
    words,
  }));
}

/** One row per platform, as a quick pick: readable by keyboard and screen reader, gone with Escape. */
function show({ connected, version }: LibraryClient, findings: readonly PlatformFinding[], sessionOnly: boolean): void {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly settles?: true }>();
  const working = findings.filter(({ works }) => works).length;
  const name = connected.sample ? l10n.t("Sample library") : connected.origin;
  const library = version === "v1" ? l10n.t("{0} with V1", name) : name;
  pick.title = l10n.t("{0}: {1} of {2} platforms work. 0 credits.", library, working, findings.length);
  if (findings.some(({ segmentInDoubt }) => segmentInDoubt))
    pick.placeholder = l10n.t("To correct a platform's name, select it and press Enter");
  pick.items = [...(sessionOnly ? [sessionRow()] : []), ...findings.map(rowOf)];
  pick.matchOnDetail = true;
  pick.onDidHide(() => pick.dispose());
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    pick.hide();
    if (chosen?.settles) void openSettings("adLibrary.platformSegments");
  });
  pick.show();
}

function rowOf({ platform, works, segment, ms, words, segmentInDoubt }: PlatformFinding) {
  return {
    label: `$(${works ? "pass" : "error"}) ${platform.label}`,
    description: l10n.t("/{0}, {1} ms", segment, ms),
    detail: noIcons(words),
    ...(segmentInDoubt && { settles: true as const }),
  };
}

function sessionRow(): vscode.QuickPickItem {
  return {
    label: `$(warning) ${l10n.t("The key lasts only for this window")}`,
    detail: l10n.t("This machine's secret storage doesn't work, so the key is kept in memory only."),
  };
}
