import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { Engine } from "../features/engine";
import { eachMidnight } from "../features/events";
import type { Runs } from "../features/runs";
import { figure } from "../features/text";
import type { AssistantCredits } from "../features/wallet";
import type { CreditsToday } from "../protocol/credits";
import { writeExact } from "../protocol/exactJson";
import { pathOf } from "./doors";
import type { Panels } from "./panel/panels";
import type { UserSettings } from "./settings";
import { WatchReminder } from "./watchChecks";

interface InformPorts extends Pick<Engine, "wallet" | "clients" | "archive" | "connection" | "watches"> {
  readonly run: (command: "checkDue", args: readonly unknown[]) => Promise<unknown>;
  readonly panels: Panels;
  readonly settings: Pick<UserSettings, "read" | "onDidChange">;
  readonly runs: Pick<Runs, "moved">;
  readonly onFailure: (what: string, error: unknown) => void;
}

/** Keeps panels, status bar and menus in step with connection, settings and credits. */
export function keepInformed(ports: InformPorts): readonly { dispose(): unknown }[] {
  const { wallet, archive, connection, panels, settings, onFailure } = ports;
  const status = vscode.window.createStatusBarItem("adLibrary.credits", vscode.StatusBarAlignment.Right, 90);
  status.name = l10n.t("Ad Library Credits");
  status.command = "adLibrary.showCredits";
  const tell = (what: string, work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => onFailure(what, error));
  const tellCredits = tell("showCredits", creditsTeller(ports, status));
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
    new WatchReminder(ports),
    connection.onChanged(tellConnection),
    wallet.onChanged(tellCredits),
    vscode.window.onDidChangeWindowState(tellCredits),
    // A new day has a budget of its own: panels left open overnight offer again what they did not.
    eachMidnight(tellCredits),
    vscode.workspace.onDidRenameFiles(({ files }) => tell("keepRuns", () => keepRuns(ports, files))()),
    archive.onChanged(() => panels.tell("boughtChanged", true)),
    settings.onDidChange(() => {
      const { loadMedia, mediaHosts } = settings.read();
      panels.tell("loadMediaChanged", loadMedia);
      panels.tell("mediaHostsChanged", mediaHosts);
      tellCredits();
    }),
  ];
}

/** Renamed search files, and those in renamed folders, keep their runs and watches. */
async function keepRuns(ports: InformPorts, files: vscode.FileRenameEvent["files"]): Promise<void> {
  for (const { oldUri, newUri } of files)
    for (const owner of [ports.runs, ports.watches]) await owner.moved(pathOf(oldUri), pathOf(newUri));
}

/** Reports the credits and their library, in the status bar as well, whenever they differ from the last report. */
function creditsTeller({ wallet, clients, connection, panels, settings }: InformPorts, status: vscode.StatusBarItem) {
  let told = "";
  return async () => {
    const [today, { kind }, assistants] = await Promise.all([
      wallet.today(clients.nameIfKnown()),
      connection.state(),
      wallet.assistants.today(),
    ]);
    const { dailyBudget } = settings.read();
    // Requests on their way do not count yet: only the last step of a search changes anything.
    const now = writeExact([today, kind, dailyBudget, assistants]);
    if (now === told) return;
    told = now;
    panels.tell("creditsChanged", today);
    if (kind === "none") return status.hide();
    const onSample = kind === "sample";
    status.text = creditsText(today, onSample);
    status.tooltip = creditsTooltip(today, onSample, dailyBudget, assistants);
    status.accessibilityInformation = { label: creditsLabel(today, onSample) };
    status.show();
  };
}

/**
 * What today's credits were spent on, one line each. `onSample`: whether to show credits of the sample library, which is
 * in use. `budget`: credits per day, 0 for none.
 */
export function creditsTooltip(
  { spent, maybe, sample, others = 0 }: CreditsToday,
  onSample: boolean,
  budget: number,
  assistants: AssistantCredits,
): string {
  const left = Math.max(0, budget - spent - maybe - others);
  const elsewhere = onSample ? spent + maybe + others : others;
  return [
    onSample
      ? l10n.t("Spent today in the sample library, not charged: {0} credits", figure(sample))
      : l10n.t("Spent today in the connected library, on this machine: {0} credits", figure(spent)),
    ...(maybe > 0 && !onSample ? [l10n.t("May also have been charged: {0} credits", figure(maybe))] : []),
    ...(budget > 0 ? [l10n.t("Remaining in your daily budget: {0} of {1} credits", figure(left), figure(budget))] : []),
    ...(elsewhere > 0 ? [l10n.t("Other libraries: {0} credits", figure(elsewhere))] : []),
    ...(sample > 0 && !onSample ? [l10n.t("Sample library, not charged: {0} credits", figure(sample))] : []),
    ...assistantLines(assistants, onSample),
    maybe > 0 && !onSample
      ? l10n.t("Click to see these requests and all spending")
      : l10n.t("Click to see all spending"),
  ].join("\n");
}

/**
 * What the connected library charged today, and what it may have charged. Short, because VS Code cuts off what is wider
 * than 40% of the window, without an ellipsis.
 */
export function creditsText({ spent, maybe, sample }: CreditsToday, onSample: boolean): string {
  const certain = figure(spent);
  if (onSample) return l10n.t("$(beaker) {0} sample credits", figure(sample));
  if (maybe > 0) return l10n.t("$(credit-card) {0} credits, {1} uncertain", certain, figure(maybe));
  return l10n.t("$(credit-card) {0} credits today", certain);
}

function creditsLabel({ spent, maybe, sample }: CreditsToday, onSample: boolean): string {
  if (onSample) return l10n.t("{0} sample credits spent today", figure(sample));
  const text = l10n.t("{0} credits spent today", figure(spent));
  if (maybe === 0) return text;
  return [text, l10n.t("{0} more may have been charged", figure(maybe))].join(", ");
}

/** Shown only if assistants may spend or were stopped. */
function assistantLines({ spent, sample, allowance, stopped }: AssistantCredits, onSample: boolean): readonly string[] {
  if (stopped) return [l10n.t("Assistants: stopped")];
  if (allowance === 0) return [];
  const used = figure(onSample ? sample : spent);
  return [l10n.t("Assistants: {0} of {1} credits", used, figure(allowance))];
}
