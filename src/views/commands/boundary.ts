import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { FeatureError, toFailure } from "../../features/failures";
import { writeExact } from "../../protocol/exactJson";
import type { Failure, FailureCode, NextStep } from "../../protocol/failure";
import { platformOf, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";
import { PanelTarget } from "../panel/session";
import { openSettings } from "../settings";
import { plain } from "../words";
import type { CommandId } from "./commandIds";
import { inSteps } from "./steps";

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

/** Runs commands so that any error is logged and reported, never unhandled. */
export function guarded(
  run: (id: CommandId, argument: unknown) => Promise<unknown>,
  onFailure: (id: CommandId, error: unknown) => void,
) {
  return async (id: CommandId, [argument]: readonly unknown[]): Promise<unknown> => {
    try {
      return await inSteps(() => run(id, withoutMore(argument)));
    } catch (error) {
      onFailure(id, error);
      void showFailure(toFailure(error));
      return undefined;
    }
  };
}

/**
 * The checked argument that a keybinding or another extension passed to a command; undefined if there is none, so that
 * the command asks. @throws {FeatureError} `invalidRequest` for any other argument
 */
export function given<T>(schema: z.ZodType<T>, argument: unknown): T | undefined {
  if (argument === undefined || argument === null || isOfMenu(argument)) return undefined;
  const parsed = schema.safeParse(argument);
  if (parsed.success) return parsed.data;
  throw new FeatureError("invalidRequest", { specifics: z.prettifyError(parsed.error).replace(/\s+/g, " ") });
}

/**
 * An argument without what a program may have added to it: an editor's toolbar says which group it is in, which no
 * command reads, and a URI is nothing but a URI. So nothing can name a search and look like a toolbar's argument.
 */
function withoutMore(argument: unknown): unknown {
  if (argument instanceof vscode.Uri) return vscode.Uri.from(argument);
  return typeof argument === "object" && argument !== null && "groupId" in argument ? undefined : argument;
}

/** Members of the arguments from a panel, a platform's row and a row of the searches. */
const marks = ["webview", "token", "kind"];

/**
 * Toolbars and panels pass what they belong to, and a tree's toolbar passes the focused row: these say nothing about
 * what is wanted.
 */
function isOfMenu(argument: unknown): boolean {
  if (argument instanceof PanelTarget || argument instanceof vscode.Uri) return true;
  return typeof argument === "object" && argument !== null && marks.some((mark) => mark in argument);
}

/** The name of a platform: its token or its path segment. */
export function givenPlatform(name: string, segments: PlatformSegments): PlatformToken {
  const known = platformOf(name, segments);
  if (!known) throw new FeatureError("invalidRequest", { specifics: `Unknown platform ${writeExact(name)}` });
  return known;
}
