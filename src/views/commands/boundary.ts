import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { toFailure } from "../../features/failures";
import type { Failure, FailureCode, NextStep } from "../../protocol/failure";
import { noIcons } from "../noIcons";
import { openSettings } from "../openSettings";
import { inSteps } from "./steps";
import type { CommandHandler } from "./commandIds";

const stepNames: Readonly<Record<NextStep, () => string>> = {
  connect: () => l10n.t("Connect…"),
  setApiKey: () => l10n.t("Set API Key…"),
  tryAgain: () => l10n.t("Try Again"),
  checkConnection: () => l10n.t("Check Connection"),
  editFilters: () => l10n.t("Open Explorer"),
  openSettings: () => l10n.t("Open Settings"),
  showLog: () => l10n.t("Show Log"),
};

/** Steps that need nothing from the failed command. Trying again is offered only where the price is shown: in the panel. */
const stepCommands: Partial<Readonly<Record<NextStep, () => Thenable<unknown>>>> = {
  connect: () => vscode.commands.executeCommand("adLibrary.connect"),
  setApiKey: () => vscode.commands.executeCommand("adLibrary.setApiKey"),
  checkConnection: () => vscode.commands.executeCommand("adLibrary.checkConnection"),
  editFilters: () => vscode.commands.executeCommand("adLibrary.openExplorer"),
  openSettings: () => openSettings(),
  showLog: () => vscode.commands.executeCommand("adLibrary.showLog"),
};

/** Nothing went wrong: there is just nothing yet for the command to act on. */
const nothingThere: ReadonlySet<FailureCode> = new Set(["nothingShown", "nothingSaved", "nothingUnfinished"]);

/** Shows a failure once, with its next step. A canceled or declined command needs no message unless it may have cost. */
export async function showFailure(failure: Failure): Promise<void> {
  const calm = failure.code === "cancelled" || failure.code === "declined";
  if (calm && failure.charge === "none") return;
  const step = failure.next && stepCommands[failure.next];
  const problems = failure.problems?.map(({ filter, message }) => (filter ? `${filter}: ${message}` : message)) ?? [];
  const show = nothingThere.has(failure.code) ? vscode.window.showInformationMessage : vscode.window.showErrorMessage;
  const chosen = await show(
    plain([failure.message, ...problems].join(" ")),
    ...(failure.next && step ? [stepNames[failure.next]()] : []),
  );
  if (chosen) await step?.();
}

/** Notifications render links and icons out of plain text: the service's words must not become either. */
export function plain(text: string): string {
  return noIcons(text.replace(/[[\]]/g, ""));
}

/** Runs a command so that any error is logged and reported, never unhandled. */
export function guarded(handler: CommandHandler, onFailure: (error: unknown) => void): CommandHandler {
  return async (...args) => {
    try {
      return await inSteps(() => handler(...args));
    } catch (error) {
      onFailure(error);
      void showFailure(toFailure(error));
      return undefined;
    }
  };
}
